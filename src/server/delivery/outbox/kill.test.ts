import { afterEach, expect, test } from 'vitest';
import { startMailServer } from '#test/support/mail-server.ts';
import { killServers } from '#test/support/server-process.ts';
import { createSharedStore } from '#test/support/shared-store.ts';

const MINUTE_MS = 60_000;

afterEach(killServers);

test('another server sends what a killed one was sending, within a minute', async () => {
  await using mails = await startMailServer();
  await using store = await createSharedStore();
  const env = { SMTP_URL: mails.url };
  const first = await store.start(env);
  mails.slow.add('slow.example');
  await store.peopleOf(first).signUp('owner@slow.example');
  await expect.poll(() => mails.waiting).toBe(1);
  // It finds the email in progress, so it has to look again later.
  await store.start(env);
  first.kill('SIGKILL');
  await first.ended;
  mails.slow.clear();
  const timeout = MINUTE_MS;
  await expect.poll(() => mails.received.map(({ to }) => to), { timeout }).toEqual(['owner@slow.example']);
});
