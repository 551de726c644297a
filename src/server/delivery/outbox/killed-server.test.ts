import { afterEach, expect, test } from 'vitest';
import { startMailServer } from '#test/support/mail-server.ts';
import { ADMIN } from '#test/support/people.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import {
  killServers,
  makeDataDirectory,
  spawnServer,
  startServerProcess,
  TEST_SETTINGS,
} from '#test/support/server-process.ts';

afterEach(killServers);

/** The admin's email of a new password; nobody else has one. */
const isReset = ({ to, content }: { to: string; content: string }) =>
  to === ADMIN.email && content.includes('password');

test('an email that a killed server was sending is sent by another within a minute', async () => {
  await using mails = await startMailServer();
  await using data = await makeDataDirectory();
  const env = {
    ...TEST_SETTINGS,
    DATA_DIR: data.path,
    DATABASE_URL: await createTestDatabase(),
    SMTP_URL: mails.url,
  };
  mails.slow.add('store.example');
  const first = await startServerProcess(env, spawnServer);
  const asked = await fetch(`${first.url}auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(first.url).origin },
    body: JSON.stringify({ email: ADMIN.email }),
  });
  expect(asked.status).toBe(200);
  await expect.poll(() => mails.waiting, { timeout: 30_000 }).toBe(1);
  first.kill('SIGKILL');
  await first.ended;
  const killedAt = Date.now();

  mails.slow.clear();
  await using second = await startServerProcess(env, spawnServer);
  await expect.poll(() => mails.received.filter(isReset).length, { timeout: 90_000 }).toBe(1);
  expect(mails.received.find(isReset)?.content).toContain(new URL(second.url).host);
  expect(Date.now() - killedAt).toBeLessThan(60_000);
}, 180_000);
