import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LISTING_LIMITS } from '#shared/listings/limits.ts';
import { setUpAttackedFeed } from './attacked-feed.ts';

const { server, mallory, addPublished, expectRemovalWorks } = setUpAttackedFeed();

describe('a listing', () => {
  test('is limited to 100 languages of texts and pictures', async () => {
    const { appId } = await addPublished(mallory);
    await fillLocales(appId, LISTING_LIMITS.locales, 'short');
    const listing = { name: 'Copy' };
    const more = await mallory.tryCall('apps.updateListing', { appId, locale: 'zz', revision: 0, listing });
    expect([more.status, more.error.message]).toEqual([400, expect.stringMatching(/up to 100 languages/)]);
    const files = { 'ab/title.txt': 'Copy', 'ac/title.txt': 'Copy' };
    const imported = await mallory.tryCall('apps.importListing', { appId, files });
    expect(imported.error.message).toMatch(/up to 100 languages/);
    const hundreds = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`${localeAt(at)}/title.txt`, 'Copy']),
    );
    const flood = await mallory.tryCall('apps.importListing', { appId, files: hundreds });
    expect(flood.error.message).toMatch(/up to 100 languages/);
    const picture = await mallory.fetch(`graphics/${appId}/zz/phoneScreenshots`, {
      method: 'POST',
      body: new Uint8Array(await readScreenshot()),
    });
    expect([picture.status, (await picture.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/up to 100 languages/),
    ]);
    expect((await mallory.call('apps.getListing', { appId })).listings).toHaveLength(100);
  });

  test('is limited to 1 MiB of texts', async () => {
    const { appId } = await addPublished(mallory);
    await fillLocales(appId, 90, '€'.repeat(3900));
    const listing = { name: 'Copy', description: '€'.repeat(4000) };
    const more = await mallory.tryCall('apps.updateListing', { appId, locale: 'zz', revision: 0, listing });
    expect([more.status, more.error.message]).toEqual([400, expect.stringMatching(/up to 1 MiB/)]);
    await expectRemovalWorks();
  });

  test('is limited to 1,000 images', async () => {
    const { appId } = await addPublished(mallory);
    await server.pool.query(
      `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height)
       SELECT gen_random_uuid(), $1, 'en-US', 'tvScreenshots', i, 'graphics/x', 'x', 1, 1, 1
       FROM generate_series(1, $2::int) AS i`,
      [appId, LISTING_LIMITS.graphics],
    );
    const picture = await mallory.fetch(`graphics/${appId}/en-US/phoneScreenshots`, {
      method: 'POST',
      body: new Uint8Array(await readScreenshot()),
    });
    expect([picture.status, (await picture.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/up to 1,000 images/),
    ]);
  });
});

/** A language tag for a number below 676. */
function localeAt(at: number): string {
  return `b${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`;
}

/** Gives a listing so many languages, straight in the database. */
async function fillLocales(appId: string, locales: number, description: string) {
  await server.pool.query('DELETE FROM app_listings WHERE app_id = $1', [appId]);
  for (let at = 0; at < locales; at += 1) {
    const texts = { name: 'Copy', summary: '', description, whatsNew: '', video: '' };
    await server.pool.query(
      `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid) VALUES ($1, $2, $3, $3, $4)`,
      [appId, localeAt(at), JSON.stringify(texts), mallory.uid],
    );
  }
}

async function readScreenshot() {
  return sharp({ create: { width: 700, height: 1200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}
