import type { Pool } from 'pg';
import { waitUntil } from './patience.ts';

/**
 * Inserts users with confirmed addresses into the database, who cannot sign in. Their ids begin with the prefix and are in no order, like real
 * ones.
 */
export async function insertPeople(pool: Pool, count: number, prefix = 'person-'): Promise<void> {
  await pool.query(
    `INSERT INTO auth_users (id, name, email, email_verified)
     SELECT $1 || md5(i::text), 'Person ' || i, $1 || i || '@people.example', true FROM generate_series(1, $2::int) AS i`,
    [prefix, count],
  );
  await pool.query(
    `INSERT INTO users (uid, email, display_name)
     SELECT id, email, name FROM auth_users WHERE starts_with(id, $1)`,
    [prefix],
  );
}

/** Turns off emails for all users, so that tests of lists send none. */
export async function muteMails(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // So many rows take longer than the statement timeout of calls.
    await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query(`UPDATE users SET settings = jsonb_set(settings, '{notifications,email}', 'false')`);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

/** Waits until an announcement has reached all users, and its emails and pushes are in the outbox. */
export async function waitUntilAnnounced(pool: Pool, announcementId: string): Promise<void> {
  await waitUntil(`announcement ${announcementId} is sent`, async () => {
    const { rows } = await pool.query('SELECT status FROM broadcasts WHERE id = $1', [announcementId]);
    return rows[0].status === 'sent';
  });
}
