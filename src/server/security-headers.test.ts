import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a page allows nothing inline but styles with its own nonce, nothing foreign, and no frame', async () => {
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
])('%s can be neither run nor embedded by a browser', async (path) => {
  const { headers } = await fetch(`${server.url}${path}`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
