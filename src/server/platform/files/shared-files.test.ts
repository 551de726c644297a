import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { removeUnused } from './remove.ts';
import { storeShared } from './shared-files.ts';

let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, appId } = await createPublishedApp(server));
});
afterAll(() => server[Symbol.asyncDispose]());

const picture = (background: string) =>
  sharp({ create: { width: 400, height: 700, channels: 3, background } })
    .png()
    .toBuffer();

async function send(background: string, locale = 'de') {
  const response = await owner.fetch(`graphics/${appId}/${locale}/phoneScreenshots`, {
    method: 'POST',
    body: new Uint8Array(await picture(background)),
  });
  return (await response.json()).result.graphic as { id: string; path: string };
}

const statusOf = async ({ path }: { path: string }) => (await server.nobody.fetch(path)).status;
async function clean() {
  const keys: string[] = [];
  for await (const key of server.context.storage.list('graphics/')) keys.push(key);
  await removeUnused(server.context, keys, null);
}

test('deletes an image with the last listing that uses it', async () => {
  const [german, french] = [await send('teal'), await send('teal', 'fr')];
  expect(french.path).toBe(german.path);
  await owner.call('apps.deleteGraphic', { graphicId: german.id });
  await clean();
  expect(await statusOf(french)).toBe(200);
  await owner.call('apps.deleteGraphic', { graphicId: french.id });
  expect(await statusOf(french)).toBe(200);
  await clean();
  await clean();
  expect(await statusOf(french)).toBe(404);
});

test('keeps an image that is added while unused ones are removed', async () => {
  for (let round = 0; round < 10; round++) {
    const before = await send('navy');
    await owner.call('apps.deleteGraphic', { graphicId: before.id });
    const [after] = await Promise.all([send('navy'), clean(), clean()]);
    expect(await statusOf(after)).toBe(200);
    await owner.call('apps.deleteGraphic', { graphicId: after.id });
  }
});

/** Counts transactions that are idle between two statements. */
async function countIdleTransactions(): Promise<number> {
  const { rows } = await server.context.pool.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows[0].count;
}

/** Blocks one storage operation on images while `work` runs, and checks that it has no transaction open meanwhile. */
async function expectNoTransaction(operation: 'put' | 'delete', work: () => Promise<unknown>): Promise<void> {
  const { storage } = server.context;
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hang = async (...args: never[]) => {
    // Jobs store and delete other files meanwhile.
    if (String(args[0]).startsWith('graphics/')) {
      begun.resolve();
      await released.promise;
    }
    return (storage[operation] as (...given: never[]) => Promise<unknown>).apply(storage, args);
  };
  Object.assign(server.context, { storage: Object.assign(Object.create(storage), { [operation]: hang }) });
  try {
    const working = work();
    await begun.promise;
    // A job may be between two of its own statements; the transaction of `work` would stay open.
    await expect.poll(countIdleTransactions).toBe(0);
    released.resolve();
    await working;
  } finally {
    Object.assign(server.context, { storage });
  }
}

test('keeps no transaction open while an image is stored or deleted', async () => {
  let sent: { id: string; path: string } | undefined;
  await expectNoTransaction('put', async () => {
    sent = await send('olive');
  });
  const key = `graphics/${randomBytes(32).toString('hex')}.png`;
  await server.context.storage.put(key, randomBytes(10));
  await expectNoTransaction('delete', () => removeUnused(server.context, [key], null));
  expect(sent && (await statusOf(sent))).toBe(200);
});

test('deletes a file whose row was rejected', async () => {
  const key = `avatars/${randomUUID()}.webp`;
  const file = { key, bytes: randomBytes(10) };
  const storing = storeShared(server.context, file, () => Promise.reject(new Error('rejected')));
  await expect(storing).rejects.toThrow('rejected');
  await expect.poll(() => server.context.storage.stat(key)).toBeNull();
});
