import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublished } from '#test/published.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { removeUnusedPictures } from './remove-unused.ts';

let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, appId } = await createPublished(server));
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
const clean = () => removeUnusedPictures(server.context);

test('a picture goes with the last listing that uses it, and not before', async () => {
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

test('a picture that is added while unused ones are removed stays', async () => {
  for (let round = 0; round < 10; round++) {
    const before = await send('navy');
    await owner.call('apps.deleteGraphic', { graphicId: before.id });
    const [after] = await Promise.all([send('navy'), clean(), clean()]);
    expect(await statusOf(after)).toBe(200);
    await owner.call('apps.deleteGraphic', { graphicId: after.id });
  }
});
