import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createHttpApp } from '../app.ts';
import { createLog } from '../platform/log/log.ts';
import { createIdentity } from './identity.ts';

let server: TestServer;
const written: string[] = [];
const lines: Record<string, unknown>[] = [];
let request: (path: string, body: object) => Promise<Response>;
beforeAll(async () => {
  server = await startTestServer();
  const log = createLog('warn', {
    write: (line: string) => {
      written.push(line.trimEnd());
      lines.push(JSON.parse(line));
    },
  });
  const context = { ...server.context, log };
  const app = await createHttpApp(context, { identity: createIdentity(context), live: server.live });
  request = async (path, body) => {
    const outgoing = { setHeader: () => {} };
    const text = JSON.stringify(body);
    const incoming = Object.assign(new PassThrough(), {
      socket: { remoteAddress: '192.0.2.7' },
      headers: {},
    });
    incoming.end(text);
    return app.fetch(
      new Request(`${server.url}auth/${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Request-Id': 'request-of-the-test',
          'X-Forwarded-For': '198.51.100.7',
          Origin: new URL(server.url).origin,
        },
        body: text,
      }),
      { incoming, outgoing } as never,
    );
  };
});
afterAll(() => server[Symbol.asyncDispose]());

test('logs a failed sign-in with address and request id, without the entered values', async () => {
  await server.signUp('watched@example.org');
  await request('sign-in/email', { email: 'watched@example.org', password: 'not the passphrase' });
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'sign-in failed',
      address: '198.51.100.7',
      requestId: 'request-of-the-test',
      path: '/sign-in/email',
      status: 401,
      code: 'INVALID_EMAIL_OR_PASSWORD',
    }),
  );
  expect(JSON.stringify(lines)).not.toMatch(/not the passphrase|watched@/);
});

/** Returns the filter's pattern as fail2ban uses it, on a line without the time that `datepattern` finds. */
async function readFilter(): Promise<{ findAddress: (line: string) => string | undefined }> {
  const filter = await readFile(new URL('../../../deploy/fail2ban/filter.conf', import.meta.url), 'utf8');
  const read = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(filter)?.[1] ?? '';
  const pattern = new RegExp(read('failregex').replace('<ADDR>', '(?<address>[\\d.]+|[\\da-f:]+)'));
  const time = read('datepattern').replaceAll('%%', '%');
  const digits = { Y: '\\d{4}', m: '\\d\\d', d: '\\d\\d', H: '\\d\\d', M: '\\d\\d', S: '\\d\\d', z: 'Z' };
  const timePattern = new RegExp(
    time.replaceAll(/%([YmdHMSz])/g, (_, part: keyof typeof digits) => digits[part]),
  );
  return {
    findAddress: (line) => {
      expect(line).toMatch(timePattern);
      return pattern.exec(line.replace(timePattern, ''))?.groups?.['address'];
    },
  };
}

test('the filter for fail2ban finds the address of a failed sign-in, in a file and in the journal', async () => {
  const { findAddress } = await readFilter();
  written.length = 0;
  await request('sign-in/email', { email: 'watched@example.org', password: 'not the passphrase' });
  const line = written.find((one) => one.includes('sign-in failed')) ?? '';
  expect(findAddress(line)).toBe('198.51.100.7');
  expect(findAddress(`store quayside-server[812]: ${line}`)).toBe('198.51.100.7');
  expect(findAddress(line.replace('198.51.100.7', '2001:db8::7'))).toBe('2001:db8::7');
});

test('the filter for fail2ban matches no other line, and no address that a client wrote into one', async () => {
  const { findAddress } = await readFilter();
  written.length = 0;
  await request('sign-in/email', { email: 'watched@example.org', password: 'not the passphrase' });
  const line = written.find((one) => one.includes('sign-in failed')) ?? '';
  const claimed = JSON.stringify('x","address":"192.0.2.1","path":"/","status":400,"msg":"sign-in failed"}');
  expect(findAddress(line.replace('"sign-in failed"', '"request"'))).toBeUndefined();
  expect(findAddress(line.replace('"sign-in failed"', claimed))).toBeUndefined();
  expect(findAddress(line.replace('"request-of-the-test"', claimed))).toBe('198.51.100.7');
});

test('does not log a successful sign-in as failed', async () => {
  lines.length = 0;
  await request('sign-in/email', { email: 'watched@example.org', password: PASSWORD });
  expect(lines.filter(({ msg }) => msg === 'sign-in failed')).toEqual([]);
});
