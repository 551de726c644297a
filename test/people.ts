import type { Pool } from 'pg';

/** Puts so many people straight into the database, with the ids `{prefix}1`, `{prefix}2`, … and no way to sign in. */
export async function insertPeople(pool: Pool, count: number, prefix = 'person-'): Promise<void> {
  await pool.query(
    `INSERT INTO auth_users (id, name, email)
     SELECT $1 || i, 'Person ' || i, $1 || i || '@people.example' FROM generate_series(1, $2::int) AS i`,
    [prefix, count],
  );
  await pool.query(
    `INSERT INTO users (uid, email, display_name)
     SELECT id, email, name FROM auth_users WHERE starts_with(id, $1)`,
    [prefix],
  );
}

/** Switches mails off for everybody, so that a test of lists alone leaves no letters. */
export async function muteMails(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO notification_preferences (user_id, email) SELECT uid, false FROM users
    ON CONFLICT (user_id) DO UPDATE SET email = false`);
}
