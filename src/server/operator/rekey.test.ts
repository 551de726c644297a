import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setDatabaseTimeouts } from '#test/support/database-timeouts.ts';
import { type EndedCommand, killCommand, runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { publishDirectly } from '#test/support/store.ts';
import { readVapidKeys } from '../delivery/push/vapid.ts';
import { fingerprint, readSigningKey } from '../feeds/signing/key.ts';
import { createIdentity } from '../identity/identity.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Context, openContext } from '../platform/context.ts';
import { queueEmail, readContent } from '../platform/queue/queue-email.ts';
import {
  decryptAtRest,
  encryptAtRest,
  MAIL_PASSWORD,
  testCredentialsLockName,
  webhookLockName,
} from '../platform/secrets/encryption.ts';
import { ENCRYPTED_COLUMNS } from '../platform/secrets/re-encrypt.ts';
import { subscribeToEvents } from '../subscriptions.ts';
import { openCopyClient } from './backup/copy-client.ts';

beforeAll(() => {
  subscribeToEvents();
  setDatabaseTimeouts('patient');
});

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-rekey-'));
  env = { DATABASE_URL: await createTestDatabase(), DATA_DIR: folder, LOG_LEVEL: 'silent' };
});
afterEach(() => rm(folder, { recursive: true }));

const rekey = (extra: Record<string, string> = {}): Promise<EndedCommand> =>
  runWithEnvironment(['rekey'], { ...env, ...extra });
const secret = (name = 'secret') => readFile(join(folder, name), 'utf8');

async function withStore<Result>(
  use: (context: Context) => Promise<Result>,
  extra: Record<string, string> = {},
): Promise<Result> {
  await using context = await openContext(readConfig({ ...env, ...extra }));
  return await use(context);
}

const EMAIL = { template: 'confirm-address' } as const;

/** Encrypts one value of each kind. */
async function fillStore(context: Context): Promise<void> {
  const { pool } = context;
  await createIdentity(context).api.getJwks();
  const { appId } = await publishDirectly(context, { applicationId: 'org.example.tides', versionCode: 1 });
  await pool.query(
    `INSERT INTO webhooks (id, app_id, url, events, encrypted_secret) VALUES ('hook', $1, 'https://x.example', '{}', $2)`,
    [
      appId,
      encryptAtRest(Buffer.from('of the webhook'), { secret: context.secret, name: webhookLockName('hook') }),
    ],
  );
  await pool.query(
    `INSERT INTO store_mail (id, host, port, security, user_name, encrypted_password)
     VALUES (1, 'mail.store.example', 465, 'tls', 'store', $1)`,
    [encryptAtRest(Buffer.from('of the mail server'), { secret: context.secret, name: MAIL_PASSWORD })],
  );
  const { rows } = await pool.query('SELECT id FROM versions LIMIT 1');
  const name = testCredentialsLockName(rows[0].id);
  await pool.query('INSERT INTO test_credentials (version_id, encrypted_credentials) VALUES ($1, $2)', [
    rows[0].id,
    encryptAtRest(Buffer.from('of the test account'), { secret: context.secret, name }),
  ]);
  const encrypt = (data: string) => symmetricEncrypt({ key: context.secret, data });
  await pool.query(
    `INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ('factor', 'publisher', $1, $2)`,
    [await encrypt('of the factor'), await encrypt('the codes')],
  );
  await pool.query(
    `INSERT INTO auth_sessions (id, user_id, token, expires_at) VALUES ('session', 'publisher', 'token', now() + interval '1 day')`,
  );
  await queueEmail(context.db, context, { recipient: 'someone@store.example', content: EMAIL });
}

/** Decrypts one value of each kind. */
async function readStore(context: Context) {
  const { pool } = context;
  const first = async (statement: string) => Object.values((await pool.query(statement)).rows[0]) as string[];
  const decrypt = (data: string) => symmetricDecrypt({ key: context.secret, data });
  const [webhook = ''] = await first('SELECT encrypted_secret FROM webhooks');
  const [mail = ''] = await first('SELECT encrypted_password FROM store_mail');
  const [versionId = '', account = ''] = await first(
    'SELECT version_id, encrypted_credentials FROM test_credentials',
  );
  const [email = ''] = await first('SELECT encrypted_content FROM outbox');
  const [factor = '', codes = ''] = await first('SELECT secret, backup_codes FROM auth_two_factors');
  const [tokenKey = ''] = await first('SELECT private_key FROM auth_jwks');
  return {
    fingerprint: fingerprint(await readSigningKey(context)),
    push: (await readVapidKeys(context)).privateKey,
    webhook: decryptAtRest(webhook, { secret: context.secret, name: webhookLockName('hook') }).toString(),
    mail: decryptAtRest(mail, { secret: context.secret, name: MAIL_PASSWORD }).toString(),
    account: decryptAtRest(account, {
      secret: context.secret,
      name: testCredentialsLockName(versionId),
    }).toString(),
    email: readContent(email, context.secret),
    factor: await decrypt(factor),
    codes: await decrypt(codes),
    tokenKey: await decrypt(JSON.parse(tokenKey) as string),
  };
}

async function makeStore() {
  return withStore(async (context) => {
    await fillStore(context);
    return readStore(context);
  });
}

test('encrypts everything again, keeps the earlier secret in a file and signs everyone out', async () => {
  const before = await makeStore();
  const earlier = await secret();
  const { code, stdout } = await rekey();
  expect(code).toBe(0);
  expect(stdout).toContain('9 values were encrypted with it');
  expect(await secret()).not.toBe(earlier);
  expect(await secret('secret.earlier')).toBe(earlier);
  expect(await withStore(readStore)).toEqual(before);
  await withStore(async ({ pool }) => {
    expect((await pool.query('SELECT FROM auth_sessions')).rowCount).toBe(0);
    const { rows } = await pool.query(
      `SELECT details FROM audit_events WHERE event = 'settings.secret-changed'`,
    );
    expect(rows).toEqual([{ details: { reencrypted: 9, by: 'operator' } }]);
  });
});

test('knows every encrypted column of the database', async () => {
  await withStore(async ({ pool }) => {
    const { rows } = await pool.query(`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public'
        AND (column_name LIKE '%encrypted%' OR column_name LIKE '%private_key' OR column_name IN ('secret', 'backup_codes'))`);
    const known = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });
});

test('fails while a server or another command uses the data directory or the database', async () => {
  await makeStore();
  await withStore(async () => {
    const same = await rekey();
    expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('Another Quayside server')]);
    const earlier = await secret();
    await mkdir(join(folder, 'other'));
    const other = await rekey({
      DATA_DIR: join(folder, 'other'),
      SECRET: earlier.trim(),
      NEW_SECRET: 'n'.repeat(40),
      STORAGE_URL: `file://${folder}/storage`,
    });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Stop every server first')]);
  });
  expect((await withStore(readStore)).webhook).toBe('of the webhook');
});

test('fails while a backup from another data directory is connected', async () => {
  await makeStore();
  const earlier = await secret();
  {
    await using _ = await openCopyClient({ connectionString: env.DATABASE_URL ?? '' });
    const { code, stderr } = await rekey();
    expect([code, stderr]).toEqual([1, expect.stringContaining('wait for commands such as backup')]);
  }
  expect(await secret()).toBe(earlier);
  expect((await withStore(readStore)).webhook).toBe('of the webhook');
});

test('works on when it was killed, before and after the database has the new secret', async () => {
  const before = await makeStore();
  const earlier = await secret();
  // It can't finish before it is killed: it waits for a row that it changes.
  const holder = new Client({ connectionString: env['DATABASE_URL'] });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM webhooks FOR UPDATE');
  await killCommand(['rekey'], env, 'Encrypting everything');
  await holder.end();
  expect(await withStore(readStore)).toEqual(before);

  await rekey();
  const changed = await secret();
  // As if it had been killed after the transaction, and while the files were moved.
  for (const isEarlierKept of [false, true]) {
    await rename(join(folder, 'secret'), join(folder, 'secret.next'));
    await copyFile(join(folder, 'secret.earlier'), join(folder, 'secret'));
    if (!isEarlierKept) await rm(join(folder, 'secret.earlier'));
    expect(await withStore(readStore)).toEqual(before);
    expect(await secret()).toBe(changed);
    expect(await secret('secret.earlier')).not.toBe(changed);
  }
  expect(earlier).not.toBe(changed);
});

test('changes a secret in a variable to that of NEW_SECRET, and needs it', async () => {
  const [SECRET, NEW_SECRET] = ['s'.repeat(40), 'n'.repeat(40)];
  await withStore(fillStore, { SECRET });
  expect((await rekey({ SECRET })).stderr).toContain('NEW_SECRET');
  expect((await rekey({ SECRET, NEW_SECRET: 'short' })).stderr).toContain('at least 32 random characters');
  const { code, stdout } = await rekey({ SECRET, NEW_SECRET });
  expect([code, stdout]).toEqual([0, expect.stringContaining('Set SECRET to the value of NEW_SECRET')]);
  expect((await withStore(readStore, { SECRET: NEW_SECRET })).factor).toBe('of the factor');
  await expect(withStore(readStore, { SECRET })).rejects.toThrow('Set SECRET to the earlier secret');
});

test('stops at a key of the store that the current secret does not open, and changes nothing', async () => {
  await makeStore();
  const earlier = await secret();
  await withStore(({ pool }) => pool.query(`UPDATE auth_two_factors SET secret = 'damaged'`));
  expect((await rekey()).stdout).toContain('1 couldn’t be decrypted before either');
  await withStore(({ pool }) =>
    pool.query(`UPDATE store_keys SET encrypted_private_key = 'damaged' WHERE purpose = 'push'`),
  );
  const now = await secret();
  expect((await rekey()).stderr).toContain('the key for push messages');
  expect([await secret(), now === earlier]).toEqual([now, false]);
});
