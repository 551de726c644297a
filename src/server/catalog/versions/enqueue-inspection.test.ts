import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InspectPool, inspectPool } from '#server/catalog/inspection/inspect-pool.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';

let server: TestServer;
let real: InspectPool;
beforeAll(async () => {
  server = await startTestServer();
  real = server.context.services.get(inspectPool);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Holds every inspection until it is opened, and notes in which order they were asked for. */
function holdInspections() {
  const order: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const inspect: InspectPool['inspect'] = async (path, signal) => {
    order.push(basename(path));
    await opened;
    return real.inspect(path, signal);
  };
  server.context.services.replace(inspectPool, { ...real, inspect });
  return { order, open };
}

async function publisherOf(name: string): Promise<{ person: Person; appId: string }> {
  const person = await server.onboard(`${name}@fair.example`);
  const input = { platform: 'android', applicationId: `org.example.${name}`, name } as const;
  return { person, appId: (await person.call('apps.create', input)).app.id };
}

async function upload({ person, appId }: { person: Person; appId: string }): Promise<string> {
  const bytes = readFixture('unsigned.apk');
  const input = { appId, fileName: 'app.apk', size: bytes.length };
  const { version, upload: place } = await person.call('versions.create', input);
  expect((await sendBytes(place.url, { bytes, by: person })).status).toBe(204);
  return version.id;
}

test('many uploads of one account take turns with others, and use at most one thread', async () => {
  const { order, open } = holdInspections();
  const many = await publisherOf('many');
  const second = await publisherOf('second');
  const third = await publisherOf('third');
  const whose = new Map<string, string>();
  const send = async (name: string, by: typeof many) => {
    const id = await upload(by);
    whose.set(id, name);
    return id;
  };
  let last = '';
  for (let index = 0; index < 8; index++) last = await send('many', many);
  await send('second', second);
  await send('second', second);
  await send('third', third);
  await expect.poll(() => order.length).toBe(2);

  open();
  await waitForInspection(many.person, last);
  const turns = order.map((id) => whose.get(id));
  expect(turns.slice(0, 2)).toEqual(['many', 'second']);
  expect(turns.slice(0, 5).toSorted()).toEqual(['many', 'many', 'second', 'second', 'third']);
  expect(turns).toHaveLength(11);
});
