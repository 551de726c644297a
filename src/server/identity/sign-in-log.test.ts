import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createHttpApp } from '../app.ts';
import { createLog } from '../platform/log/log.ts';
import { createIdentity } from './identity.ts';

let server: TestServer;
const lines: Record<string, unknown>[] = [];
let request: (path: string, body: object) => Promise<Response>;
beforeAll(async () => {
  server = await startTestServer();
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
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

test('does not log a successful sign-in as failed', async () => {
  lines.length = 0;
  await request('sign-in/email', { email: 'watched@example.org', password: PASSWORD });
  expect(lines.filter(({ msg }) => msg === 'sign-in failed')).toEqual([]);
});
