import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a page allows no inline code except styles with its nonce, no third-party origins and no framing', async () => {
  const [first, second] = await Promise.all([fetch(`${server.url}login`), fetch(`${server.url}login`)]);
  const policy = first.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'; script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(nonce.length).toBeGreaterThan(15);
  expect(await first.text()).toContain(`content="${nonce}"`);
  expect(second.headers.get('content-security-policy')).not.toContain(nonce);
  expect(first.headers.get('x-frame-options')).toBe('DENY');
});

test.each([
  'us-central1/users.me',
  'fdroid/repo/index-v2.json',
  'healthz',
  'files/x',
  'icons/x',
  'auth/token',
  'page-start',
])('browsers can neither run nor embed %s', async (path) => {
  const { headers } = await fetch(`${server.url}${path}`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a script that runs as a worker can only load from the store', async () => {
  const page = await (await fetch(`${server.url}login`)).text();
  const script = /static\/js\/[\w-]+\.js/.exec(page)?.[0];
  const { status, headers } = await fetch(`${server.url}${script}`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  );
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
