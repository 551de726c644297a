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

/** Holds every inspection until it is released, and notes in which order they began. */
function holdInspections() {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const inspect: InspectPool['inspect'] = async (path, signal) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    order.push(basename(path));
    releases.push(release);
    await released;
    return real.inspect(path, signal);
  };
  server.context.services.replace(inspectPool, { ...real, inspect });
  return { order, releaseNext: () => releases.shift()?.() };
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
  const { order, releaseNext } = holdInspections();
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
  // Two threads: each inspection that ends lets one more begin.
  for (let begun = 2; begun < 5; begun += 1) {
    await expect.poll(() => order.length).toBe(begun);
    releaseNext();
  }
  await expect.poll(() => order.length).toBe(5);
  const release = setInterval(releaseNext, 10);
  await expect.poll(() => order.length).toBe(11);
  clearInterval(release);
  releaseNext();
  await waitForInspection(many.person, last);
  const turns = order.map((id) => whose.get(id));
  expect(turns.slice(0, 5)).toEqual(['many', 'second', 'third', 'many', 'second']);
  expect(turns.slice(5)).toEqual(Array.from({ length: 6 }, () => 'many'));
});
