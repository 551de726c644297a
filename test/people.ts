import type { Pool } from 'pg';

/**
 * Puts so many people straight into the database, without a way to sign in. Their ids begin with the prefix and come in
 * no order, as real ones do.
 */
export async function insertPeople(pool: Pool, count: number, prefix = 'person-'): Promise<void> {
  await pool.query(
    `INSERT INTO auth_users (id, name, email)
     SELECT $1 || md5(i::text), 'Person ' || i, $1 || i || '@people.example' FROM generate_series(1, $2::int) AS i`,
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

/** Waits until an announcement has reached everybody, and what they are to get by mail and push is written down. */
export async function waitUntilAnnounced(pool: Pool, announcementId: string): Promise<void> {
  const readStatus = async () => {
    const { rows } = await pool.query('SELECT status FROM notices WHERE id = $1', [announcementId]);
    return rows[0].status;
  };
  const deadline = Date.now() + 20_000;
  while ((await readStatus()) !== 'sent') {
    if (Date.now() > deadline) throw new Error('the announcement was not sent within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
