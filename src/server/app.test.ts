import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each(['/', '/?from=mail', '/quayside', '/quayside?from=mail'])(
  '%s leads to the base path',
  async (path) => {
    const response = await fetch(new URL(path, server.url), { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/quayside/${new URL(path, server.url).search}`);
  },
);
