import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { deleteExpired } from '../../people/retention/delete-expired.ts';
import { eraseDecidedCredentials } from './test-credentials.ts';

const SECRET = 'correct horse battery';
const CREDENTIALS = { userName: 'reviewer@harbour.example', password: SECRET, instructions: 'Tap Guest.' };

let server: TestServer;
let admin: Person;
let app: OwnApp;
let owner: Person;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createOwnApp(server);
  ({ owner } = app);
  versionId = (await app.upload()).id;
});

const submit = (testCredentials = CREDENTIALS, id = versionId) =>
  owner.tryCall('versions.submit', { versionId: id, testCredentials });
const read = (by = admin) => by.tryCall('reviews.getTestCredentials', { versionId });
const stateOf = async (id = versionId) =>
  (await owner.call('versions.getSubmissionDraft', { versionId: id })).draft.testCredentials;
const stored = async (): Promise<(string | null)[]> => {
  const { rows } = await server.context.pool.query(
    'SELECT encrypted_credentials AS encrypted FROM test_credentials WHERE version_id = $1',
    [versionId],
  );
  return rows.map(({ encrypted }) => encrypted);
};

/** Runs the jobs that erase what decisions left. */
async function eraseDecided() {
  const { rows } = await server.context.pool.query(
    `SELECT payload, extract(epoch FROM run_at - now())::int AS seconds
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'erase-credentials' AND payload->>'versionId' = $1 ORDER BY j.id`,
    [versionId],
  );
  for (const { payload, seconds } of rows) {
    expect(seconds).toBeLessThanOrEqual(10);
    await eraseDecidedCredentials(server.context, payload);
  }
}

describe('test credentials', () => {
  test('are read by reviewers, and encrypted in the database', async () => {
    expect((await submit()).status).toBe(200);
    expect((await read()).result).toEqual({ credentials: CREDENTIALS });
    expect(await stateOf()).toBe('given');
    const [encrypted] = await stored();
    expect(encrypted).not.toBeNull();
    expect(Buffer.from(encrypted ?? '', 'base64').toString('latin1')).not.toContain(SECRET);
  });

  test('are in no other table, and in no response to anybody else', async () => {
    await submit();
    await admin.call('reviews.claim', { versionId });
    const { rows } = await server.context.pool.query(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    for (const { name } of rows) {
      const found = await server.context.pool.query(`SELECT FROM "${name}" AS t WHERE t::text LIKE $1`, [
        `%${SECRET}%`,
      ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
    const jobs = await server.context.pool.query(
      'SELECT FROM graphile_worker._private_jobs WHERE payload::text LIKE $1',
      [`%${SECRET}%`],
    );
    expect(jobs.rowCount).toBe(0);
    const shown = [
      await owner.call('versions.get', { versionId }),
      await owner.call('versions.getSubmissionDraft', { versionId }),
      await owner.call('versions.history', { versionId }),
      await admin.call('reviews.get', { versionId }),
      await admin.call('audit.list', {}),
    ];
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect((await read(owner)).status).toBe(403);
    expect((await server.nobody.tryCall('reviews.getTestCredentials', { versionId })).status).toBe(401);
  });

  test('are not read by an admin who may not approve the version', async () => {
    await submit();
    const colleague = await server.onboard();
    await admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
    const own = await createOwnApp(server, { owner: colleague });
    const ownVersion = await own.upload();
    await colleague.call('versions.submit', { versionId: ownVersion.id, testCredentials: CREDENTIALS });
    const { error } = await colleague.tryCall('reviews.getTestCredentials', { versionId: ownVersion.id });
    expect(error.details?.reason).toBe('own-app');
    const result = await admin.call('reviews.getTestCredentials', { versionId: ownVersion.id });
    expect(result.credentials).toEqual(CREDENTIALS);
    await admin.call('users.setRole', { uid: colleague.uid, role: 'user' });
  });

  test.each([
    [{ ...CREDENTIALS, userName: ' ' }, 'testCredentials.userName'],
    [{ ...CREDENTIALS, userName: 'x'.repeat(201) }, 'testCredentials.userName'],
    [{ ...CREDENTIALS, password: '' }, 'testCredentials.password'],
    [{ ...CREDENTIALS, password: 'x'.repeat(201) }, 'testCredentials.password'],
    [{ ...CREDENTIALS, instructions: 'x'.repeat(1001) }, 'testCredentials.instructions'],
  ])('are refused as %#', async (credentials, path) => {
    const { status, error } = await submit(credentials);
    expect(status).toBe(400);
    expect(error.details?.issues).toMatchObject([{ path }]);
    expect(await stored()).toEqual([]);
  });

  test('are refused from others, and those of a second submission change nothing', async () => {
    const stranger = await server.onboard();
    const input = { versionId, testCredentials: CREDENTIALS };
    expect((await stranger.tryCall('versions.submit', input)).status).toBe(404);
    await submit();
    await submit({ ...CREDENTIALS, password: 'another one' });
    expect((await read()).result.credentials?.password).toBe(SECRET);
  });
});

describe('test credentials are erased', () => {
  const decisions = {
    approved: () => admin.call('reviews.approve', { versionId, withUndo: true }),
    rejected: () => admin.call('reviews.reject', { versionId, reason: 'No.', reasons: ['listing'] }),
  };

  test.each(['approved', 'rejected'] as const)(
    'once it can’t be undone at once that it was %s',
    async (how) => {
      await submit();
      await decisions[how]();
      // Nobody reads them after the decision, and an undo within ten seconds keeps them.
      expect((await read()).result).toEqual({ credentials: null });
      await admin.call('reviews.undo', { versionId });
      await eraseDecided();
      expect((await read()).result).toEqual({ credentials: CREDENTIALS });
      await decisions[how]();
      await eraseDecided();
      expect(await stored()).toEqual([null]);
      expect(await stateOf()).toBe('erased');
      expect((await admin.call('reviews.get', { versionId })).testCredentials).toBe('erased');
    },
  );

  test('at once when it is published', async () => {
    await submit();
    await admin.call('reviews.approve', { versionId });
    expect(await stored()).toEqual([null]);
  });

  test('at once when it is withdrawn, and the next submission takes new ones', async () => {
    await submit();
    await owner.call('versions.withdraw', { versionId });
    expect(await stored()).toEqual([null]);
    expect(await stateOf()).toBe('erased');
    await submit();
    expect(await stateOf()).toBe('given');
    expect((await read()).result.credentials).toEqual(CREDENTIALS);
  });

  test('at once when the store’s policy approves it', async () => {
    await owner.call('versions.submit', { versionId });
    await admin.call('reviews.approve', { versionId });
    await admin.call('settings.update', {
      settings: { review: { updates: 'approve', staleClaimHours: 24 }, rules: WITHOUT_LOOKALIKES },
    });
    const { id } = await app.upload('next');
    await submit(CREDENTIALS, id);
    versionId = id;
    expect((await owner.call('versions.get', { versionId: id })).version.status).toBe('published');
    expect(await stored()).toEqual([null]);
  });

  test('with the version and with the app', async () => {
    await submit();
    await owner.call('versions.withdraw', { versionId });
    await owner.call('versions.delete', { versionId });
    expect(await stored()).toEqual([null]);
    versionId = (await app.upload('next')).id;
    await submit();
    await owner.call('versions.withdraw', { versionId });
    await owner.call('apps.delete', { appId: app.appId });
    expect(await stored()).toEqual([]);
  });

  test('by the daily clean-up when the job didn’t run', async () => {
    await submit();
    await decisions.rejected();
    expect((await stored())[0]).not.toBeNull();
    await deleteExpired(server.context, new AbortController().signal);
    expect(await stored()).toEqual([null]);
  });

  test('and a corrected upload says so, with the notes for the reviewer', async () => {
    await owner.call('versions.submit', {
      versionId,
      testCredentials: CREDENTIALS,
      reviewerNotes: 'Sign in first.',
    });
    await admin.call('reviews.reject', { versionId, reason: 'It crashes.' });
    const { id } = await app.upload('next');
    expect((await owner.call('versions.getSubmissionDraft', { versionId: id })).draft).toMatchObject({
      reviewerNotes: 'Sign in first.',
      testCredentials: 'erased',
    });
  });
});
