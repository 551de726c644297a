import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publishDrafts } from '#test/support/own-app.ts';
import { setUpAttackedFeed } from './attacked-feed.ts';
import { MAX_BLOCK_MS, MAX_MEMORY_MB } from './server.ts';

const {
  server,
  admin,
  mallory,
  template,
  addPublished,
  readIndex,
  packagesNow,
  noteChange,
  expectRemovalWorks,
  rebuild,
} = setUpAttackedFeed();

/** Fills the 4,000 characters of a description. */
const fill = (piece: string) =>
  piece
    .repeat(Math.ceil(4000 / piece.length))
    .slice(0, 4000)
    .trim();

/** Inputs that make Markdown parsers overflow their stack or take quadratic time. */
const HOSTILE_MARKDOWN: readonly string[] = [
  fill('>'),
  fill('1. '),
  fill('> - '),
  fill('> 1. - '),
  fill('- '),
  fill('>\n>>\n>>>\n'),
  Array.from({ length: 80 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  `${'*'.repeat(2000)}a${'*'.repeat(1999)}`,
  fill('*_'),
  fill('*a_ '),
  fill('['),
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  fill('![['),
  fill('[a](b "'),
  fill('[a](b)'),
  `[a]: b\n${fill('[a]').slice(0, 3900)}`,
  fill('[a]: b\n'),
  Array.from({ length: 87 }, (_, at) => '`'.repeat(at + 1)).join(' '),
  fill('<a '),
  fill('<!--'),
  fill('&#'),
  fill('|-'),
  fill('a\n=\n'),
  fill('a\n\n'),
];

describe('a description that breaks Markdown renderers', () => {
  test('is shown without formatting, and removals still reach the signed index', async () => {
    const { appId, applicationId } = await addPublished(mallory);
    const listing = { name: 'Deep', summary: 'Shows tides', description: fill('>') };
    await mallory.call('apps.updateListing', { appId, locale: 'en-US', revision: 1, listing });
    await publishDrafts({ owner: mallory, appId });
    await expectRemovalWorks();
    const { metadata } = (await readIndex()).packages[applicationId];
    expect(metadata.description).toEqual({ 'en-US': `<p>${'&gt;'.repeat(4000)}</p>` });
  });

  test('blocks no other caller', async () => {
    const { appId } = await addPublished(mallory);
    const load = await server.measure(async () => {
      let revision = 1;
      for (const description of HOSTILE_MARKDOWN) {
        const listing = { name: 'Copy', summary: 'Shows tides', description };
        await mallory.call('apps.updateListing', { appId, locale: 'en-US', revision, listing });
        await publishDrafts({ owner: mallory, appId });
        revision += 1;
      }
      const files = HOSTILE_MARKDOWN.map((text, at) => [`${LOCALES[at]}/full_description.txt`, text]);
      const titles = LOCALES.map((locale) => [`${locale}/title.txt`, 'Copy']);
      await mallory.call('apps.importListing', { appId, files: Object.fromEntries([...files, ...titles]) });
      await publishDrafts({ owner: mallory, appId });
      await expectRemovalWorks();
    });
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });
});

/** Language tags, as many as there are hostile descriptions. */
const LOCALES = HOSTILE_MARKDOWN.map((_, at) => `a${String.fromCharCode(97 + at)}`);

describe('a row that a rebuild cannot read', () => {
  test.each([
    ['leftOut', 'a package that is none', `UPDATE versions SET package = '[]' WHERE app_id = $1`],
    [
      'leftOut',
      'a package without permissions',
      `UPDATE versions SET package = package - 'permissions' WHERE app_id = $1`,
    ],
    [
      'leftOut',
      'a number that no phone can hold',
      `UPDATE versions SET package = package || '{"minSdk": 4294967295}' WHERE app_id = $1`,
    ],
    [
      'leftOut',
      'a version without a name',
      `UPDATE versions SET package = package || '{"versionName": null}' WHERE app_id = $1`,
    ],
    [
      'leftOut',
      'signers that are none',
      `UPDATE versions SET signature = '{"signers": 7}' WHERE app_id = $1`,
    ],
    ['leftOut', 'a time without end', `UPDATE versions SET published_at = 'infinity' WHERE app_id = $1`],
    ['plain', 'release notes that are none', `UPDATE versions SET release_notes = '[[1]]' WHERE app_id = $1`],
    ['plain', 'texts that are none', `UPDATE app_listings SET public_texts = '"x"' WHERE app_id = $1`],
    [
      'plain',
      'a description that is none',
      `UPDATE app_listings SET public_texts = '{"description": {}}' WHERE app_id = $1`,
    ],
    ['plain', 'details that are none', `UPDATE apps SET details = '7' WHERE id = $1`],
    [
      'leftOut',
      'a package of ten thousand permissions',
      `UPDATE versions SET package = package || jsonb_build_object('permissions', (
         SELECT jsonb_agg(jsonb_build_object('name', repeat('p', 400) || i)) FROM generate_series(1, 10000) AS i
       )) WHERE app_id = $1`,
    ],
  ])('is %s for %s, and everybody else stays and goes as they should', async (effect, _what, change) => {
    const broken = await addPublished(mallory);
    await server.pool.query(change, [broken.appId]);
    await noteChange(broken.appId);
    await expectRemovalWorks();
    const listed = await packagesNow();
    expect(listed).toContain(template.applicationId);
    expect(listed.includes(broken.applicationId)).toBe(effect === 'plain');
    await server.pool.query("UPDATE apps SET status = 'removed' WHERE id = $1", [broken.appId]);
  });

  test('is reported to staff once, shown on the Admin Dashboard and in readyz until it is repaired', async () => {
    await rebuild();
    await server.pool.query('DELETE FROM notification_recipients');
    const readiness = async () => {
      const response = await server.nobody.fetch('readyz');
      return [response.status, await response.json()];
    };
    await expect.poll(readiness).toMatchObject([200, { status: 'ok' }]);
    const { appId, applicationId, versionId } = await addPublished(mallory);
    await server.pool.query(
      `UPDATE versions SET package = package || '{"minSdk": 4294967295}' WHERE id = $1`,
      [versionId],
    );
    await rebuild();
    await expect.poll(readiness).toMatchObject([200, { status: 'degraded', parts: { feed: 'degraded' } }]);
    const { feed } = await admin.call('admin.overview', {});
    expect(feed).toMatchObject({
      failingSince: null,
      problemCount: 1,
      problems: [
        { appId, applicationId, effect: 'leftOut', reason: expect.stringContaining('package.minSdk') },
      ],
    });
    await rebuild();
    await rebuild();
    const told = async () => (await admin.call('notifications.list', {})).notifications;
    expect(await told()).toMatchObject([
      { title: 'Problem with an app in the feed', message: expect.stringContaining(applicationId) },
    ]);

    await server.pool.query("UPDATE apps SET status = 'removed' WHERE id = $1", [appId]);
    await rebuild();
    await expect.poll(readiness).toMatchObject([200, { status: 'ok' }]);
    expect((await admin.call('admin.overview', {})).feed.problems).toEqual([]);
    await server.pool.query("UPDATE apps SET status = 'published' WHERE id = $1", [appId]);
    await rebuild();
    await expect.poll(readiness).toMatchObject([200, { status: 'degraded', parts: { feed: 'degraded' } }]);
    expect(await told()).toHaveLength(1);
    await server.pool.query("UPDATE apps SET status = 'removed' WHERE id = $1", [appId]);
  });
});

test('recreates a lost file of the feed, and rebuilds despite missing pictures', async () => {
  const { appId } = await addPublished(mallory);
  await server.pool.query(
    `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height, is_public)
     VALUES ($1, $2, 'en-US', 'icon', 0, $3, $4, 100, 512, 512, true)`,
    [randomUUID(), appId, `graphics/${'a'.repeat(64)}.png`, 'a'.repeat(64)],
  );
  await rm(join(server.data.path, 'storage', 'objects', 'feeds'), { recursive: true });
  await rebuild();
  expect(await packagesNow()).toContain(template.applicationId);
  await expectRemovalWorks();
});
