import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { ADMIN, createPeople, type People } from '#test/support/people.ts';
import {
  type DataDirectory,
  makeDataDirectory,
  type ReadyServer,
  startServerProcess,
} from '#test/support/server-process.ts';
import { findRunningEmbedded } from '../platform/db/embedded/embedded.ts';

let data: DataDirectory;
let server: ReadyServer;
let database: Client;
let people: People;
beforeAll(async () => {
  data = await makeDataDirectory();
  server = await startServerProcess({ ...environment(), TRUST_PROXY: 'true' });
  database = await connect('tests');
  people = createPeople({ url: server.url, database });
});
afterAll(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

const environment = () => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: data.path,
  LOG_LEVEL: 'fatal',
  DISK_RESERVE_MB: '0',
});
const run = (...args: string[]) =>
  runWithEnvironment(args, { ...environment(), KEYSTORE_PASSPHRASE: 'twelve green bicycles' });

async function connect(name: string): Promise<Client> {
  const client = new Client({ ...(await findRunningEmbedded(data.path)), application_name: name });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('commands beside a server with the embedded database take effect in it at once', async () => {
  const person = await people.onboard('embedded@store.example', 'browse');
  expect((await person.tryCall('audit.list', {})).status).toBe(403);
  expect(await run('promote', person.email)).toMatchObject({ code: 0, stderr: '' });
  expect((await person.call('users.me', {})).user.role).toBe('admin');
  expect((await person.tryCall('audit.list', {})).status).toBe(200);

  await database.query(
    `INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ($1, $1, 'secret', 'codes')`,
    [person.uid],
  );
  await database.query('UPDATE auth_users SET two_factor_enabled = true WHERE id = $1', [person.uid]);
  expect(await run('remove-second-factor', person.email)).toMatchObject({ code: 0, stderr: '' });
  expect((await person.tryCall('users.me', {})).status).toBe(401);
  const again = await people.signIn(person.email);
  expect((await again.call('users.me', {})).user.twoFactorEnabled).toBe(false);

  expect((await run('create-admin', 'other@store.example')).stdout).toContain('login?mode=reset&token=');
  expect((await run('reset-password', person.email)).stdout).toContain('login?mode=reset&token=');
  expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The tables are up to date.\n' });
});

test('commands that need the whole store run beside it too', async () => {
  expect(await run('audit', 'checkpoint')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('audit', 'verify')).toMatchObject({ code: 0, stderr: '' });
  const file = join(data.path, 'key.p12');
  expect(await run('keys', 'export', file)).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('rejects a server of another version, and changes nothing', async () => {
  const older = await connect('quayside essential 1');
  try {
    for (const args of [
      ['create-admin', 'late@store.example'],
      ['audit', 'verify'],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('The running server is another version of Quayside than this command');
    }
  } finally {
    await older.end();
  }
  const { rowCount } = await database.query(`SELECT FROM auth_users WHERE email = 'late@store.example'`);
  expect(rowCount).toBe(0);
});

test('rekey still needs a stopped server, and without one commands start the database themselves', async () => {
  expect((await run('rekey')).stderr).toMatch(/Another Quayside server .* Stop it first/);
  await database.end();
  server.kill('SIGTERM');
  await server.ended;
  expect(await run('promote', ADMIN.email)).toMatchObject({
    code: 0,
    stdout: `${ADMIN.email} is already an admin.\n`,
  });
  expect(await data.readPostgresPid()).toBeNull();
});
