import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findVerifierKey } from '#server/platform/transparency/audit-key.ts';
import {
  findCheckpoint,
  signNewCheckpoint,
  verifyStoredLog,
} from '#server/platform/transparency/checkpoints.ts';
import { readCheckpointFile, verifyExport } from '#server/platform/transparency/verify-export.ts';
import { type EndedCommand, runOperatorCommand } from '#test/support/operator-command.ts';
import { callUntilServed } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import {
  killServers,
  makeDataDirectory,
  startServerProcess,
  TEST_SETTINGS,
} from '#test/support/server-process.ts';
import { eraseEntriesBefore } from './erase.ts';
import { exportAuditLog } from './export-log.ts';

let server: TestServer;
let folder: string;
let owners: Person[];
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'quayside-audit-'));
  owners = await Promise.all(Array.from({ length: 10 }, (_, at) => server.onboard(`owner${at}@example.org`)));
});
afterEach(killServers);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runOperatorCommand(server.context, ['audit', ...args], { INIT_CWD: folder });
const query = async (text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows;

/** A repeated call may have been committed before it failed, so each has an app of its own. */
const randomLetters = () => `a${randomUUID().replaceAll('-', '')}`;

/** Runs statements as a superuser can: without triggers. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: server.context.config.databaseUrl ?? '' });
  await client.connect();
  await client.query("SET session_replication_role = 'replica'");
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Verifies an export in a process that knows no database. */
function verifyAlone(...args: string[]): Promise<EndedCommand> {
  const script = fileURLToPath(new URL('../../../../scripts/verify-audit.ts', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: folder, env: {} }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

test('50 concurrent actions at two servers make one chain without gaps', async () => {
  const { config, secret } = server.context;
  await using data = await makeDataDirectory();
  await using second = await startServerProcess({
    ...TEST_SETTINGS,
    DATA_DIR: data.path,
    DATABASE_URL: config.databaseUrl ?? '',
    STORAGE_URL: `file://${join(config.dataDir, 'storage')}`,
    PUBLIC_URL: config.publicUrl,
    SECRET: secret,
  });
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const owner = owners[at % owners.length];
      const { url } = at % 2 === 0 ? server : second;
      const response = await callUntilServed(() =>
        fetch(`${url}us-central1/apps.create`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${owner?.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            data: { platform: 'android', applicationId: `org.example.${randomLetters()}`, name: `App ${at}` },
          }),
        }),
      );
      await response.arrayBuffer();
      return response.status;
    }),
  );
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  const [chain] = await query(`
    SELECT count(*)::int AS entries, max(position)::int + 1 AS size,
      (SELECT count(*)::int FROM audit_events) AS events,
      (SELECT count(*)::int FROM audit_events WHERE event = 'app.created') AS created FROM audit_chain`);
  expect(chain).toMatchObject({ entries: chain.size, events: chain.size });
  expect(chain.created).toBeGreaterThanOrEqual(50);
  expect(await verifyStoredLog(server.context)).toMatchObject({ size: chain.size, problems: [] });
});

describe('the database rejects', () => {
  beforeAll(() => signNewCheckpoint(server.context));

  test.each([
    "UPDATE audit_events SET event = 'x' WHERE id = 1",
    'UPDATE audit_events SET details = \'{"a": 1}\' WHERE id = 1',
    'UPDATE audit_events SET details = \'{"a": 1}\', details_salt = NULL WHERE id = 1',
    "UPDATE audit_events SET actor_uid = 'someone', people_salt = NULL WHERE id = 1",
    "UPDATE audit_events SET facts = '{\"a\": 1}', details = '{}', details_salt = NULL WHERE id = 1",
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
    'UPDATE audit_chain SET position = position + 1',
    'DELETE FROM audit_chain',
    'TRUNCATE audit_chain',
    'UPDATE audit_checkpoints SET size = 0',
    'TRUNCATE audit_checkpoints',
  ])('%s', async (statement) => {
    await expect(server.context.pool.query(statement)).rejects.toThrow('append-only');
  });
});

describe('the commands', () => {
  test('sign and export what verifies elsewhere, with the checkpoint and the key alone', async () => {
    expect(await run('checkpoint')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/rows follow each other without gaps.*matches its checkpoint/s),
    });
    const key = await writeCheckpoint();
    expect(await run('export', 'log.jsonl')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('personal data'),
    });
    expect((await stat(join(folder, 'log.jsonl'))).mode & 0o077).toBe(0);
    expect(await verifyAlone('log.jsonl', 'checkpoint', key)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/is valid.*matches its checkpoint of \d+ rows/s),
    });
    const lines = (await readFile(join(folder, 'log.jsonl'), 'utf8')).split('\n');
    await writeFile(
      join(folder, 'altered.jsonl'),
      lines.with(4, lines[4]?.replace('user.', 'app.') ?? '').join('\n'),
    );
    expect(await verifyAlone('altered.jsonl', 'checkpoint', key)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Row 3: its entry was altered.'),
    });
    expect((await verifyAlone()).code).toBe(64);
    expect(await verifyAlone('nowhere', 'checkpoint', key)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('can’t be read'),
    });
    expect(await run('export', 'log.jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists. Choose another name.'),
    });
  });

  test('compare the log with a checkpoint that was kept elsewhere', async () => {
    await writeCheckpoint();
    expect((await run('verify', '--checkpoint', 'checkpoint')).code).toBe(0);
    const text = await readFile(join(folder, 'checkpoint'), 'utf8');
    await writeFile(join(folder, 'forged'), text.replace(/\n\d+\n/, '\n3\n'));
    expect(await run('verify', '--checkpoint', 'forged')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The signature of the checkpoint is wrong.'),
    });
  });

  test('end with 2 when the log was altered', async () => {
    const fromEntry = (event: string) =>
      `UPDATE audit_events e SET event = ${event} FROM audit_chain c WHERE c.position = 4 AND e.id = c.event_id`;
    await tamper(fromEntry("'app.removed'"));
    const verified = await run('verify');
    await tamper(fromEntry("c.entry::jsonb->>'event'"));
    expect(verified).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/Row 4 \([\w.-]+\): event altered\./),
    });
    expect((await verifyStoredLog(server.context)).problems).toEqual([]);
  });
});

describe('an export', () => {
  const file = (name: string) => join(folder, name);

  test('without personal data still verifies', async () => {
    const key = await writeCheckpoint();
    await exportAuditLog(server.context, { file: file('public.jsonl'), hasPersonalData: false });
    const text = await readFile(file('public.jsonl'), 'utf8');
    for (const { uid, email } of owners) {
      expect(text).not.toContain(uid);
      expect(text).not.toContain(email);
    }
    const checkpoint = await readCheckpointFile(file('checkpoint'), key);
    expect(await verifyExport(file('public.jsonl'), checkpoint)).toMatchObject({
      problems: [],
      covered: checkpoint.size,
    });
    const lines = text.split('\n');
    await writeFile(file('short.jsonl'), `${lines.slice(0, 5).join('\n')}\n`);
    expect((await verifyExport(file('short.jsonl'), checkpoint)).problems).toEqual([
      `Rows 4 to ${checkpoint.size - 1} are missing: a checkpoint covers ${checkpoint.size} rows.`,
    ]);
    await writeFile(file('broken.jsonl'), `${lines[0]}\n{}\n`);
    await expect(verifyExport(file('broken.jsonl'), checkpoint)).rejects.toThrow('line 2 isn’t one');
    await writeFile(file('other.jsonl'), '{"format": "other"}\n');
    await expect(verifyExport(file('other.jsonl'), checkpoint)).rejects.toThrow('line 1 isn’t one');
  });

  test('needs a folder', async () => {
    await expect(
      exportAuditLog(server.context, { file: file('nowhere/log.jsonl'), hasPersonalData: true }),
    ).rejects.toThrow('can’t be written');
  });
});

/** Writes the newest checkpoint to a file, as its readers keep it. Returns the key. */
async function writeCheckpoint(): Promise<string> {
  await signNewCheckpoint(server.context);
  await writeFile(join(folder, 'checkpoint'), (await findCheckpoint(server.context))?.note ?? '');
  return (await findVerifierKey(server.context)) ?? '';
}

describe('an erasure', () => {
  test('of an account deletes what the log says about it, and keeps the chain valid', async () => {
    const person = await server.onboard('gone@example.org', 'browse');
    const admin = await server.admin();
    await admin.call('users.suspend', {
      uid: person.uid,
      reason: 'Sold counterfeit shoes.',
      suspended: true,
    });
    await admin.call('users.suspend', { uid: person.uid, reason: 'It was a mistake.', suspended: false });
    await signNewCheckpoint(server.context);
    const again = await server.signIn(person.email);
    await again.call('account.delete', { email: person.email });

    const rows = await query(
      'SELECT event, details, details_salt, people_salt FROM audit_events WHERE subject_uid = $1',
      [person.uid],
    );
    const suspension = rows.find(({ event }) => event === 'user.suspended');
    expect(suspension).toMatchObject({ details: {}, details_salt: null, people_salt: expect.any(String) });
    expect(
      JSON.stringify(await query('SELECT * FROM audit_events, audit_chain WHERE id = event_id')),
    ).not.toContain('counterfeit');
    const { problems, erased } = await verifyStoredLog(server.context);
    expect(problems).toEqual([]);
    expect(erased).toBeGreaterThanOrEqual(3);
  });

  test('of old entries keeps their hashes', async () => {
    const { pool } = server.context;
    await pool.query(
      `INSERT INTO audit_events (at, event, actor_uid, subject_uid, details)
       VALUES ('2020-01-01', 'user.suspended', 'a', 'b', '{"reason": "Long ago."}')`,
    );
    expect(await run('erase', '2020-06-01')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('erased from 1 entries'),
    });
    const [row] = await query("SELECT * FROM audit_events WHERE at = '2020-01-01'");
    expect(row).toMatchObject({ actor_uid: 'erased', subject_uid: 'erased', details: {}, people_salt: null });
    const admin = await server.admin();
    const { entries } = await admin.call('audit.list', { to: '2020-06-01T00:00:00Z' });
    expect(entries).toMatchObject([{ event: 'user.suspended', actorUid: 'erased', actorName: null }]);
    expect((await verifyStoredLog(server.context)).problems).toEqual([]);
    const { entries: said } = await admin.call('audit.list', { event: 'audit.erased' });
    expect(said[0]?.details).toEqual({ before: '2020-06-01T00:00:00.000Z', entries: 1, by: 'operator' });
  });

  test.each([
    ['yesterday', 'isn’t a day'],
    ['2020-13-01', 'isn’t a day'],
    ['2999-01-01', 'at least 90 days ago'],
  ])('before %s is rejected', async (day, reason) => {
    await expect(eraseEntriesBefore(server.context, day)).rejects.toThrow(reason);
  });
});
