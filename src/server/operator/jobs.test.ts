import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { prepareCommand } from './commands.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

const run = (...args: string[]) => runOperatorCommand(store, ['jobs', ...args], {});

test('failed jobs are listed with their errors, and run again, but for those that are running', async () => {
  expect(await run('list')).toMatchObject({ code: 0, stdout: 'No job has failed.\n' });
  expect(await run('retry')).toMatchObject({ code: 0, stdout: 'No failed job is waiting.\n' });
  await store.pool.query(`
    SELECT graphile_worker.add_job('sign-checkpoint'), graphile_worker.add_job('sweep-files'),
      graphile_worker.add_job('remind-claims'), graphile_worker.add_job('check-feeds')`);
  await store.pool.query(`
    UPDATE graphile_worker._private_jobs j SET
      last_error = 'The disk is full.' || E'\\n' || 'at line 1', attempts = 25, max_attempts = 25,
      run_at = '2099-01-01', locked_at = CASE t.identifier WHEN 'remind-claims' THEN now() END
    FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier <> 'check-feeds'`);
  await store.pool.query(`
    UPDATE graphile_worker._private_jobs j SET attempts = 3
    FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = 'sweep-files'`);
  const listed = await run('list');
  expect(listed.stdout).toMatch(
    /^\d+ sign-checkpoint: attempt 25 of 25 failed, given up\n {4}The disk is full\.\n\d+ sweep-files: attempt 3 of 25 failed, next attempt 2099-01-01T/,
  );
  expect(listed.stdout).not.toContain('check-feeds');
  expect(listed.stdout).not.toContain('at line 1');

  expect((await run('retry')).stdout).toBe('2 jobs run again as soon as a server or worker is running.\n');
  const { rows } = await store.pool.query(
    `SELECT task_identifier AS name, attempts FROM graphile_worker.jobs WHERE run_at <= now() ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'check-feeds', attempts: 0 },
    { name: 'sign-checkpoint', attempts: 0 },
    { name: 'sweep-files', attempts: 0 },
  ]);
});

test('work that is due implausibly late is listed, found by doctor and run now, but for dates that somebody chose', async () => {
  await store.pool.query(`
    SELECT graphile_worker.add_job('analyse-version', '{"versionId": "a"}', run_at := now() + interval '40 days');
    SELECT graphile_worker.add_job('publish-scheduled', '{"versionId": "no release"}', run_at := now() + interval '40 days');
    SELECT graphile_worker.add_job('send-outbox', '{"channel": "digest"}', run_at := now() + interval '25 hours');
    INSERT INTO graphile_worker._private_known_crontabs VALUES ('recover-jobs', now(), now() + interval '40 days');
    INSERT INTO outbox (channel, target, due_at) VALUES ('account-email', 'a@b.example', now() + interval '40 days');
    INSERT INTO rate_limits VALUES ('somebody', 9, now() + interval '40 days'), ('another', 9, now() + interval '1 day')`);
  const listed = await run('list');
  expect(listed.stdout).toMatch(
    /^\d+ analyse-version: due too late, \S+, because the database’s clock was wrong$/m,
  );
  expect(listed.stdout).toContain('Due too late: 1 deliveries until ');
  const doctor = await runOperatorCommand(store, ['doctor'], {});
  expect(doctor.stdout).toMatch(
    /^ERROR +due times +.*: 2 jobs .*, 1 deliveries .*, 1 schedules .*, 1 rate limits until/m,
  );

  expect((await run('retry')).stdout).toBe(
    '2 jobs run again as soon as a server or worker is running.\n3 times of other work too far ahead are now.\n',
  );
  expect((await run('retry')).stdout).toBe('No failed job is waiting.\n');
  const { rows } = await store.pool.query(`
    SELECT (SELECT count(*)::int FROM graphile_worker.jobs WHERE run_at > now() AND locked_at IS NULL) AS jobs,
      (SELECT count(*)::int FROM outbox WHERE due_at > now()) AS emails,
      (SELECT count(*)::int FROM graphile_worker._private_known_crontabs WHERE last_execution > now()) AS schedules,
      (SELECT array_agg(key) FROM rate_limits WHERE resets_at > now()) AS limits,
      (SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'send-outbox' AND run_at <= now()) AS woken`);
  expect(rows).toEqual([{ jobs: 1, emails: 0, schedules: 0, limits: ['another'], woken: 1 }]);
  expect((await runOperatorCommand(store, ['doctor'], {})).stdout).toMatch(/^ok +due times/m);
});

test.each([{ args: ['list', 'everything'] }, { args: ['delete'] }, { args: [] }])(
  'jobs $args isn’t a command',
  ({ args }) => {
    expect(prepareCommand(['jobs', ...args])).toBeNull();
  },
);
