import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '#test/support/server.ts';
import { setUpMailingServer, setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { explainMailError } from '../../platform/mail/explain-error.ts';
import { configureMail } from '../../platform/mail/mail-configuration.ts';

const onePixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

describe('the checklist', () => {
  const server = setUpTestServer({ env: { MAIL_FROM: 'Wharf <wharf@example.org>' } });
  const admin = setUpPerson(() => server.admin());

  const readDone = async () => (await admin.call('setup.getChecklist', {})).done;

  test('has nothing done in a new store', async () => {
    const { done, email } = await admin.call('setup.getChecklist', {});
    expect(done).toEqual([]);
    expect(email).toEqual({ server: null, from: 'Wharf <wharf@example.org>', testedAt: null });
    expect((await admin.call('admin.overview', {})).mail.isKept).toBe(true);
  });

  test.each([
    ['registration', { registration: 'closed' }, { registration: 'open' }],
    ['registration', { publishing: 'approval' }, { publishing: 'open' }],
  ] as const)('finds %s in the settings %j', async (step, changed, restored) => {
    await admin.call('settings.update', { settings: changed });
    expect(await readDone()).toEqual([step]);
    await admin.call('settings.update', { settings: restored });
    expect(await readDone()).toEqual([]);
  });

  test('finds name and logo once both are the store’s own', async () => {
    await admin.call('settings.update', { settings: { storeName: 'Fisherman’s Wharf' } });
    expect(await readDone()).toEqual([]);
    await admin.call('settings.setLogo', { image: onePixel.toString('base64') });
    expect(await readDone()).toEqual(['name']);
    await admin.call('settings.setLogo', { image: null });
    expect(await readDone()).toEqual([]);
  });

  test('finds the terms once they are the store’s own', async () => {
    const write = async (terms: string, imprint = '') => {
      const { revision: before } = await admin.call('settings.getLegalTexts', {});
      const languages = [{ language: 'en', terms, imprint, privacy: '' }];
      await admin.call('settings.setLegalTexts', { texts: { termsVersion: '2', languages }, before });
    };
    await write('', 'Harbour Street 1');
    expect(await readDone()).toEqual([]);
    await write('Be kind.');
    expect(await readDone()).toEqual(['terms']);
    await write('');
    expect(await readDone()).toEqual([]);
  });

  test('finds a second admin until that one is suspended', async () => {
    const second = await server.onboard('second@example.org');
    await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
    expect(await readDone()).toEqual(['reviewers']);
    await admin.call('users.suspend', { uid: second.uid, suspended: true, reason: 'On leave' });
    expect(await readDone()).toEqual([]);
  });

  test('notes what an admin confirms, once, with an audit event', async () => {
    for (const step of ['backup', 'registration', 'backup', 'repository'] as const) {
      await admin.call('setup.confirm', { step });
    }
    expect(await readDone()).toEqual(['registration', 'repository', 'backup']);
    const { entries } = await admin.call('audit.list', { event: 'settings.step-confirmed' });
    expect(entries.map(({ details }) => details.step)).toEqual(['repository', 'registration', 'backup']);
  });

  test('accepts no confirmation of what the store knows itself', async () => {
    const response = await admin.tryCall('setup.confirm', { step: 'name' });
    expect([response.status, response.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test.each(['setup.getChecklist', 'setup.confirm', 'setup.sendTestEmail'] as const)(
    'only admins may call %s',
    async (name) => {
      const developer = await server.onboard(`${name}@example.org`);
      const input = { step: 'backup' };
      expect((await developer.tryCall(name, input)).status).toBe(403);
      expect((await server.nobody.tryCall(name, input)).status).toBe(401);
    },
  );

  test('says that a test email was written to a file, which is no step done', async () => {
    const before = await readDone();
    const result = await admin.call('setup.sendTestEmail', {});
    expect(result).toEqual({ outcome: 'kept', to: admin.email, problem: null, response: null });
    expect(await readdir(join(server.dataDir, 'outbox'))).not.toEqual([]);
    expect(await readDone()).toEqual(before);
  });
});

describe('a test email', () => {
  const server = setUpMailingServer();
  const admin = setUpPerson(() => server.admin());

  const send = () => admin.call('setup.sendTestEmail', {});
  const read = () => admin.call('setup.getChecklist', {});

  test('that the server rejects is explained, and is not a step done', async () => {
    server.mails.unknown.add(admin.email);
    expect(await send()).toMatchObject({
      outcome: 'failed',
      problem: `${new URL(server.mails.url).host} rejected your email address as the recipient.`,
      response: expect.stringContaining('no such mailbox'),
    });
    server.mails.unknown.clear();
    await server.mails.be('rejects');
    expect((await send()).problem).toContain('rejected the sender');
    await server.mails.be('gone');
    expect((await send()).problem).toContain('refuses connections');
    await server.mails.be('takes');
    expect((await read()).done).toEqual([]);
    expect(server.mails.received).toEqual([]);
  });

  test('arrives, and is a step done', async () => {
    const { outcome, to } = await send();
    expect([outcome, to]).toEqual(['sent', admin.email]);
    expect(server.mails.received).toMatchObject([
      { to: admin.email, content: expect.stringContaining('Test message from Quayside') },
    ]);
    const { done, email } = await read();
    expect(done).toEqual(['email']);
    expect(email).toMatchObject({ server: new URL(server.mails.url).host, testedAt: expect.any(String) });
    expect((await admin.call('admin.overview', {})).mail.isKept).toBe(false);
  });

  test('counts only while the configuration is the same', async () => {
    await server.context.pool.query(`UPDATE store_setup SET mail_tested_with = 'another'`);
    expect(await read()).toMatchObject({ done: [], email: { testedAt: null } });
  });

  test('is in the audit log with its outcome', async () => {
    const { entries } = await admin.call('audit.list', { event: 'settings.email-tested' });
    expect(entries.map(({ details }) => details.outcome)).toEqual(['sent', 'failed', 'failed', 'failed']);
  });

  test('has a limit per admin', async () => {
    const before = server.mails.received.length;
    await server.context.pool.query('UPDATE rate_limits SET count = 20');
    const response = await admin.tryCall('setup.sendTestEmail', {});
    expect([response.status, response.error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    expect(server.mails.received).toHaveLength(before);
  });
});

describe('the explanation of an error', () => {
  const config = {
    smtpUrl: 'smtps://store:s3cret@mail.example.org:465',
    mailFrom: 'store@example.org',
    publicUrl: 'https://hub.example.org/',
  };
  const configuration = configureMail(config, { stored: null, storeName: 'Wharf' });
  test.each([
    [{ code: 'EDNS', message: 'getaddrinfo ENOTFOUND mail.example.org' }, /can’t be found/],
    [{ code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:1' }, /refuses connections/],
    [{ code: 'ETIMEDOUT', message: 'Greeting never received' }, /doesn’t respond/],
    [{ code: 'EAUTH', message: 'Invalid login', response: '535 no' }, /user name or password/],
    [{ code: 'ESOCKET', message: 'ssl3_get_record:wrong version number' }, /secure connection/],
    [{ code: 'ESOCKET', message: 'self-signed certificate' }, /secure connection/],
    [{ code: 'EPROTOCOL', message: 'Invalid HELO', command: 'EHLO' }, /refused the greeting.*\?name=HOST/],
    [{ code: 'EENVELOPE', message: 'no', command: 'MAIL FROM' }, /MAIL_FROM/],
    [{ code: 'ECONNECTION', message: 'Connection closed unexpectedly' }, /interrupted/],
    [{ code: 'EMESSAGE', message: 'Message failed: 552 too large' }, /rejected the message/],
  ])('%j', (fields, expected) => {
    const explained = explainMailError(Object.assign(new Error(), fields), configuration);
    expect(explained.problem).toMatch(expected);
    expect(explained.response).toBe('response' in fields ? fields.response : fields.message);
    expect(JSON.stringify(explained)).not.toContain('s3cret');
  });
});

describe('the test of the storage', () => {
  test('stores, reads and deletes a file, and says what failed', async () => {
    await using server = await startTestServer();
    const admin = await server.admin();
    const directory = join(server.dataDir, 'storage');
    const work = () => admin.call('setup.testStorage', {});
    expect(await work()).toEqual({ problem: null, response: null });
    expect(await readdir(join(directory, 'objects', 'uploads'))).toEqual([]);
    await rename(directory, `${directory}-away`);
    await writeFile(directory, '');
    expect(await work()).toEqual({
      problem: 'Check that the storage is reachable and that the server may write to it.',
      response: expect.stringContaining('ENOTDIR'),
    });
    await rm(directory);
    await rename(`${directory}-away`, directory);
    expect(await work()).toEqual({ problem: null, response: null });
  });
});
