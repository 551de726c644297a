import { afterEach, expect, test } from 'vitest';
import { killServers, makeDataDirectory, spawnServer } from '#test/process.ts';

afterEach(killServers);

const ADMIN = { email: 'admin@store.example', password: 'the admin passphrase' };

/** How long running requests may hold up a stop; a stream must not need any of it. */
const DRAIN_MS = 10_000;

async function signIn(url: string): Promise<string> {
  const entered = await fetch(`${url}auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
    body: JSON.stringify(ADMIN),
  });
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { token } = (await (await fetch(`${url}auth/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  return token;
}

test('a server told to stop ends its event streams in good order, and does not wait for them', async () => {
  await using data = await makeDataDirectory();
  const server = spawnServer({
    DATA_DIR: data.path,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const url = await server.ready;
  const token = await signIn(url);
  const streams = await Promise.all(
    [1, 2, 3].map(() => fetch(`${url}events`, { headers: { Authorization: `Bearer ${token}` } })),
  );
  const readers = streams.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader());
  for (const reader of readers) expect((await reader.read()).done).toBe(false);
  const told = performance.now();
  server.kill('SIGTERM');
  for (const reader of readers) expect((await reader.read()).done).toBe(true);
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(performance.now() - told).toBeLessThan(DRAIN_MS);
}, 60_000);
