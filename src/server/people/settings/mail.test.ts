import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

const SECRET = 's'.repeat(40);

let mail: MailServer;
let server: TestServer;
let admin: Person;
let storage: string;
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'quayside-storage-'));
  mail = await startMailServer();
  server = await startTestServer({ env: { SECRET, STORAGE_URL: `file:${storage}` } });
  admin = await server.admin();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
  await rm(storage, { recursive: true, force: true });
});
beforeEach(() => server.context.pool.query('DELETE FROM rate_limits'));

const read = () => admin.call('settings.getMail', {});
const ours = () => ({
  host: '127.0.0.1',
  port: Number(new URL(mail.url).port),
  security: 'none' as const,
  user: 'store',
});
const save = async (changed: object) =>
  admin.call('settings.setMail', { server: null, sender: null, before: (await read()).revision, ...changed });
const trySave = async (changed: object) =>
  admin.tryCall('settings.setMail', {
    server: null,
    sender: null,
    before: (await read()).revision,
    ...changed,
  });
const sendTest = () => admin.call('setup.sendTestEmail', {});

describe('the mail server in the settings', () => {
  test('is used at once by every server of the store, with its password and in the store’s name', async () => {
    expect((await server.nobody.call('settings.get', {})).sendsEmail).toBe(false);
    expect((await sendTest()).outcome).toBe('kept');
    await using other = await startTestServer({
      env: {
        SECRET,
        STORAGE_URL: `file:${storage}`,
        DATABASE_URL: server.context.config.databaseUrl as string,
      },
    });
    await admin.call('settings.update', { settings: { storeName: 'Wharf' } });
    const saved = await save({ server: ours(), password: 'hunter2 and more', sender: 'shop@example.org' });
    expect(saved).toMatchObject({ server: ours(), hasPassword: true, sender: 'shop@example.org' });
    for (const { context } of [server, other]) {
      await context.mail.send({ to: 'ada@example.org', subject: 'Hello', text: 'Hello' });
    }
    expect(mail.received.map(({ content }) => /From: .*/.exec(content)?.[0])).toEqual(
      Array(2).fill('From: Wharf <shop@example.org>'),
    );
    expect(new Set(mail.logins)).toEqual(new Set(['store:hunter2 and more']));
    expect((await other.nobody.call('settings.get', {})).sendsEmail).toBe(true);
    expect((await admin.call('admin.overview', {})).mail.isKept).toBe(false);
  });

  test('is tested, until it changes', async () => {
    expect((await sendTest()).outcome).toBe('sent');
    const { done, email } = await admin.call('setup.getChecklist', {});
    expect(done).toContain('email');
    expect(email.from).toBe('Wharf <shop@example.org>');
    await save({ server: ours(), sender: 'store@example.org' });
    expect((await admin.call('setup.getChecklist', {})).done).not.toContain('email');
  });

  test('never gives its password back, to calls, the audit log or the database', async () => {
    const { entries } = await admin.call('audit.list', { event: 'settings.mail-changed' });
    expect(entries[0]?.details).toMatchObject({
      before: { sender: 'shop@example.org' },
      after: { sender: 'store@example.org', server: `127.0.0.1:${ours().port}` },
      isPasswordChanged: false,
    });
    const { rows } = await server.context.pool.query('SELECT * FROM store_mail');
    expect(JSON.stringify([await read(), entries, rows])).not.toContain('hunter2');
  });

  test('keeps its password only for the same server and user', async () => {
    for (const changed of [{ host: 'localhost' }, { port: ours().port + 1 }, { user: 'someone' }]) {
      const { status, error } = await trySave({ server: { ...ours(), ...changed } });
      expect([status, error.details?.fields ?? error.message]).toEqual([400, expect.anything()]);
    }
    expect((await save({ server: ours() })).hasPassword).toBe(true);
    expect((await trySave({ server: ours(), password: '' })).status).toBe(400);
    expect((await save({ server: { ...ours(), user: '' } })).hasPassword).toBe(false);
    expect((await trySave({ server: ours() })).status).toBe(400);
    await save({ server: ours(), password: 'another' });
  });

  test('isn’t saved over the change of someone else', async () => {
    const { revision } = await read();
    await save({ server: ours(), sender: 'second@example.org' });
    const { status, error } = await trySave({ before: revision });
    expect([status, error.details?.reason]).toEqual([409, 'stale']);
    expect((await read()).sender).toBe('second@example.org');
  });

  test.each([
    ['a host with a path', { host: 'mail.example.org/path' }],
    ['a host with a line break', { host: 'mail.example.org\r\nQUIT' }],
    ['no host', { host: ' ' }],
    ['a long host', { host: 'm'.repeat(254) }],
    ['port 0', { port: 0 }],
    ['port 65536', { port: 65_536 }],
    ['another security', { security: 'maybe' }],
    ['a user with a line break', { user: 'store\nRCPT' }],
    ['a long user', { user: 'u'.repeat(255) }],
  ])('rejects %s', async (_, changed) => {
    const { status, error } = await trySave({ server: { ...ours(), ...changed }, password: 'x' });
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test.each([
    ['a long password', { password: 'p'.repeat(501) }],
    ['a password with a null character', { password: 'p\0' }],
    ['a sender that is no address', { sender: 'store' }],
    ['a sender with a line break', { sender: 'store@example.org\nBcc: eve@example.org' }],
  ])('rejects %s', async (_, changed) => {
    const { status, error } = await trySave({ server: ours(), ...changed });
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('is for admins who entered their password lately', async () => {
    const developer = await server.onboard('dev-mail@example.org');
    const input = { server: null, sender: null, before: null };
    for (const name of ['settings.getMail', 'settings.setMail'] as const) {
      expect((await developer.tryCall(name, input)).status).toBe(403);
      expect((await server.nobody.tryCall(name, input)).status).toBe(401);
    }
    await server.context.pool.query(
      `UPDATE auth_sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1`,
      [admin.uid],
    );
    const { error } = await admin.tryCall('settings.setMail', input);
    expect(error.details?.reason).toBe('reauthentication');
    await server.context.pool.query(`UPDATE auth_sessions SET authenticated_at = now() WHERE user_id = $1`, [
      admin.uid,
    ]);
  });

  test('is explained by the settings, without what another service sends', async () => {
    await mail.be('rejects');
    await save({ server: ours(), sender: 'shop@example.org' });
    expect((await sendTest()).problem).toContain('Check the sender in the settings.');
    await mail.be('gone');
    expect((await sendTest()).problem).toContain('Check server and port in the settings.');
    await mail.be('takes');
    const secrets = createServer((socket) => socket.end('-ERR redis_secret_value\r\n'));
    await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
    const { port } = secrets.address() as { port: number };
    await save({ server: { ...ours(), port, user: '' } });
    const result = await sendTest();
    expect(result.outcome).toBe('failed');
    expect(JSON.stringify(result)).not.toContain('redis_secret_value');
    secrets.close();
  });

  test('is removed, after which emails are written to files', async () => {
    expect(await save({})).toMatchObject({ server: null, hasPassword: false, sender: null });
    expect((await sendTest()).outcome).toBe('kept');
    expect((await server.nobody.call('settings.get', {})).sendsEmail).toBe(false);
  });
});

test('the environment wins, and what it sets can’t be changed', async () => {
  await using fixed = await startTestServer({
    env: { SMTP_URL: mail.url, MAIL_FROM: 'Fixed <fixed@example.org>' },
  });
  const owner = await fixed.admin();
  expect(await owner.call('settings.getMail', {})).toMatchObject({
    server: null,
    environment: { server: new URL(mail.url).host, sender: 'Fixed <fixed@example.org>' },
  });
  const none = { server: null, sender: null, before: null };
  for (const [changed, variable] of [
    [{ server: ours(), password: 'x' }, 'SMTP_URL'],
    [{ sender: 'other@example.org' }, 'MAIL_FROM'],
  ] as const) {
    const { status, error } = await owner.tryCall('settings.setMail', { ...none, ...changed });
    expect([status, error.details]).toEqual([
      400,
      { reason: 'set-by-environment', variable, sentence: expect.any(Array) },
    ]);
  }
  await owner.call('setup.sendTestEmail', {});
  expect(mail.received.at(-1)?.content).toContain('From: Fixed <fixed@example.org>');
});
