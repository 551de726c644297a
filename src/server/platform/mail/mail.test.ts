import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { encryptAtRest, MAIL_PASSWORD } from '../secrets/encryption.ts';
import { openMail } from './mail.ts';
import { configureMail, type StoredMail } from './mail-configuration.ts';

const email = {
  to: 'ada@example.org',
  subject: 'Your app Göteborg is published',
  text: 'It is in the store now.',
  html: '<p>It is in the store now.</p>',
  headers: { 'X-Quayside': 'approval' },
};

const SECRET = 's'.repeat(40);

let lines: Record<string, unknown>[];
const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });

/** Opens emails as a server with these variables does, in the store “The Store” with these mail settings. */
function openMailWith(env: NodeJS.ProcessEnv, stored: () => StoredMail | null = () => null) {
  const config = readConfig(env);
  const configuration = async () => configureMail(config, { stored: stored(), storeName: 'The Store' });
  return openMail({ config, log, secret: SECRET, configuration });
}

let dataDir: string;
beforeEach(async () => {
  lines = [];
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const hostileAddresses = [
  '',
  'ada',
  'ada@example.org, eve@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'ada@example.org <eve@example.org>',
  'group:ada@example.org;',
];

describe('without a mail server', () => {
  it('writes an email to a separate file and logs one line without its text', async () => {
    await using mail = await openMailWith({ DATA_DIR: dataDir, MAIL_FROM: 'store@example.org' });
    await mail.send(email);
    const [file = '', ...more] = await readdir(join(dataDir, 'outbox'));
    expect([file, more]).toEqual([expect.stringMatching(/^\d{4}-.*\.eml$/), []]);
    const content = await readFile(join(dataDir, 'outbox', file), 'utf8');
    expect(content).toContain('From: The Store <store@example.org>');
    expect(content).toContain('To: ada@example.org');
    expect(content).toContain('X-Quayside: approval');
    expect(content).toContain(email.text);
    expect((await stat(join(dataDir, 'outbox', file))).mode & 0o077).toBe(0);
    expect(lines).toMatchObject([{ to: email.to, subject: email.subject }]);
    expect(JSON.stringify(lines)).not.toContain(email.text);
  });

  it('waits for emails that are being written when it is closed', async () => {
    const mail = await openMailWith({ DATA_DIR: dataDir });
    const sent = mail.send(email);
    await mail[Symbol.asyncDispose]();
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1);
    await sent;
  });

  it('writes no email once it is closed', async () => {
    const mail = await openMailWith({ DATA_DIR: dataDir });
    await mail[Symbol.asyncDispose]();
    await rm(join(dataDir, 'outbox'), { recursive: true });
    await expect(mail.send(email)).rejects.toThrow('the server has stopped');
    await expect(mail.sendQueued(email)).rejects.toThrow('the server has stopped');
  });

  it.each(hostileAddresses)('rejects the address %j', async (to) => {
    await using mail = await openMailWith({ DATA_DIR: dataDir });
    await expect(mail.send({ ...email, to })).rejects.toThrow('isn’t a single email address');
    expect(await readdir(join(dataDir, 'outbox'))).toEqual([]);
  });

  it('ignores line breaks in subjects, which could add a header', async () => {
    await using mail = await openMailWith({ DATA_DIR: dataDir });
    await mail.send({ ...email, subject: 'Hello\r\nBcc: eve@example.org' });
    const [file = ''] = await readdir(join(dataDir, 'outbox'));
    expect(await readFile(join(dataDir, 'outbox', file), 'utf8')).not.toMatch(/^Bcc:/m);
  });
});

describe('with a mail server', () => {
  interface Received {
    from: string;
    to: string[];
    content: string;
    user: string;
    greeting: string;
  }
  let received: Received[];
  let server: SMTPServer;
  let smtpUrl: string;
  beforeEach(async () => {
    received = [];
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        done(password === 'right' ? null : new Error('wrong password'), { user: username }),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? new Error('no such mailbox') : null),
      authOptional: true,
      onData: async (stream, { envelope, user, hostNameAppearsAs }, done) => {
        const content = await text(stream);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          content,
          user: String(user),
          greeting: hostNameAppearsAs,
        });
        done();
      },
    });
    server.on('error', () => {});
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    smtpUrl = `127.0.0.1:${(listening.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const open = (login: string) =>
    openMailWith({ SMTP_URL: `smtp://${login}@${smtpUrl}`, MAIL_FROM: 'The Store <store@example.org>' });

  it('sends an email', async () => {
    await using mail = await open('store:right');
    await mail.send(email);
    expect(received).toMatchObject([{ from: 'store@example.org', to: ['ada@example.org'], user: 'store' }]);
    expect(received[0]?.content).toContain('From: The Store <store@example.org>');
    expect(received[0]?.content).toContain('It is in the store now.');
  });

  it('greets with the public host name, says that it sends automatically, and takes options of SMTP_URL', async () => {
    for (const [PUBLIC_URL, name] of [
      ['https://apps.example.org/quayside/', 'apps.example.org'],
      ['http://10.0.0.7:8080/quayside/', '[127.0.0.1]'],
    ] as const) {
      await using mail = await openMailWith({ SMTP_URL: `smtp://${smtpUrl}`, PUBLIC_URL });
      await mail.send(email);
      const { greeting, content } = received.at(-1) ?? {};
      expect(greeting).toBe(name);
      expect(content).toContain('Auto-Submitted: auto-generated');
    }
    const SMTP_URL = `smtp://${smtpUrl}?name=relay.example.org`;
    await using mail = await openMailWith({ SMTP_URL, PUBLIC_URL: 'https://apps.example.org/quayside/' });
    await mail.send(email);
    expect(received.at(-1)?.greeting).toBe('relay.example.org');
  });

  it('rejects when the server rejects the login or the mailbox', async () => {
    await using stranger = await open('store:wrong');
    await expect(stranger.send(email)).rejects.toThrow('wrong password');
    await using mail = await open('store:right');
    await expect(mail.send({ ...email, to: 'nobody@example.org' })).rejects.toThrow('no such mailbox');
    await mail.send(email);
    expect(received).toHaveLength(1);
  });

  it('opens with a warning when the server rejects the login', async () => {
    await using _ = await open('store:wrong');
    const warning = expect.objectContaining({
      level: 'warn',
      msg: expect.stringContaining('Check SMTP_URL'),
    });
    await expect.poll(() => lines).toContainEqual(warning);
    await using mail = await open('store:right');
    await mail.send(email);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('sends in the store’s name, unless MAIL_FROM has another', async () => {
    for (const [MAIL_FROM, shown] of [
      [undefined, 'From: The Store <quayside@apps.example.org>'],
      ['store@example.org', 'From: The Store <store@example.org>'],
      ['The Shop <shop@example.org>', 'From: The Shop <shop@example.org>'],
    ]) {
      const PUBLIC_URL = 'https://apps.example.org/quayside/';
      await using mail = await openMailWith({ SMTP_URL: `smtp://${smtpUrl}`, PUBLIC_URL, MAIL_FROM });
      await mail.send(email);
      expect(received.at(-1)?.content).toContain(shown);
    }
  });

  it('uses another server, user, sender or none as soon as the settings say so', async () => {
    let stored: StoredMail | null = null;
    await using mail = await openMailWith({ DATA_DIR: dataDir }, () => stored);
    await mail.send(email);
    expect([received.length, (await readdir(join(dataDir, 'outbox'))).length]).toEqual([0, 1]);
    const [host = '', port] = smtpUrl.split(':');
    const settings = {
      host,
      port: Number(port),
      security: 'none',
      userName: 'store',
      sender: 'store@example.org',
      updatedAt: new Date(),
    } as const;
    const encrypt = (password: string) =>
      encryptAtRest(Buffer.from(password), { secret: SECRET, name: MAIL_PASSWORD });
    stored = { ...settings, encryptedPassword: encrypt('wrong') };
    await expect(mail.send(email)).rejects.toThrow('wrong password');
    stored = { ...settings, encryptedPassword: encrypt('right') };
    await mail.send(email);
    expect(received).toMatchObject([{ from: 'store@example.org', user: 'store' }]);
    stored = { ...settings, security: 'starttls', encryptedPassword: encrypt('right') };
    await expect(mail.sendQueued(email)).rejects.toThrow(/TLS/);
    stored = { ...settings, encryptedPassword: 'damaged' };
    await expect(mail.send(email)).rejects.toThrow(/authentication tag/i);
    stored = null;
    await mail.send(email);
    expect([received.length, (await readdir(join(dataDir, 'outbox'))).length]).toEqual([1, 2]);
  });

  it('rejects when the server is unreachable', async () => {
    await using mail = await openMailWith({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await expect(mail.send(email)).rejects.toThrow('ECONNREFUSED');
  });
});
