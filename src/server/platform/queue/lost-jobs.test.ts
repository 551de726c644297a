import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { countRunningJobs, releaseLostJobs } from './lost-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const POOL_ID = 'a pool of this test';

/** Adds a job that no worker runs, locked by this test together with its queue. */
async function addLocked(queue: string): Promise<string> {
  const { pool } = server.context;
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('of-this-test', queue_name := $1)`,
    [queue],
  );
  const id = rows[0]?.id ?? '';
  const lock = 'SET locked_by = $2, locked_at = now()';
  await pool.query(`UPDATE graphile_worker._private_jobs ${lock} WHERE id = $1`, [id, POOL_ID]);
  await pool.query(`UPDATE graphile_worker._private_job_queues ${lock} WHERE queue_name = $1`, [
    queue,
    POOL_ID,
  ]);
  return id;
}

const holdersOf = async (queue: string) => {
  const { rows } = await server.context.pool.query(
    `SELECT j.locked_by AS job, q.locked_by AS queue FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE q.queue_name = $1`,
    [queue],
  );
  return rows;
};

test('recovers a job whose end was not saved, with its queue, but no running job', async () => {
  const { pool, log } = server.context;
  const running = countRunningJobs();
  await addLocked('lost');
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const run = running.run(await addLocked('running'), () => end);
  const watched = { pool, log, poolIds: [POOL_ID], running };

  await releaseLostJobs(watched);
  expect(await holdersOf('lost')).toEqual([{ job: POOL_ID, queue: POOL_ID }]);
  await releaseLostJobs(watched, 0);
  expect(await holdersOf('lost')).toEqual([{ job: null, queue: null }]);
  expect(await holdersOf('running')).toEqual([{ job: POOL_ID, queue: POOL_ID }]);

  resolve();
  await run;
  // Its end has not reached the database yet.
  await releaseLostJobs(watched, 0);
  expect(await holdersOf('running')).toEqual([{ job: POOL_ID, queue: POOL_ID }]);
});
