import type { Pool } from 'pg';
import { waitUntil } from './patience.ts';

/** Waits until a server has run all jobs that are due, such as the check of the feed at its start. */
export async function waitForJobs(pool: Pool): Promise<void> {
  await waitUntil('no job is due', async () => {
    const { rowCount } = await pool.query(
      'SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts',
    );
    return rowCount === 0;
  });
}
