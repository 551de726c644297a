import { beforeAll, describe, expect, test } from 'vitest';
import { setUpStorePage } from '#test/support/store-page.ts';
import { appListings } from '../../platform/db/tables/listings.ts';

const served = setUpStorePage();

type Texts = Partial<Record<'name' | 'summary' | 'description', string>>;

async function publish(name: string, listings: Readonly<Record<string, Texts>> = {}) {
  const published = await served.publish({ name });
  for (const [locale, given] of Object.entries(listings)) {
    const texts = { name, summary: '', description: '', whatsNew: '', video: '', ...given };
    await served.server.context.db
      .insert(appListings)
      .values({ appId: published.appId, locale, texts, publicTexts: texts, updatedByUid: 'someone' })
      .onConflictDoUpdate({
        target: [appListings.appId, appListings.locale],
        set: { texts, publicTexts: texts },
      });
  }
  return published;
}

/** Returns the names that a search shows, in their order. */
async function search(query: string, language = 'en'): Promise<string[]> {
  const response = await served.send(`?q=${encodeURIComponent(query)}`, {
    headers: { 'Accept-Language': language },
  });
  expect(response.status).toBe(200);
  return [...(await response.text()).matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, name = '']) => name);
}

beforeAll(async () => {
  await publish('Anchor', { 'en-US': { summary: 'For boats', description: 'Shows **moorings** near you.' } });
  await publish('Moorings', { 'en-US': { summary: 'Find a berth', description: 'A map of berths.' } });
  await publish('Berth', { 'en-US': { summary: 'All moorings of a harbour', description: 'Nothing else.' } });
  await publish('Gezeiten', {
    'en-US': { name: 'Tides', summary: 'High water', description: 'Ebb and flood' },
    'de-DE': { name: 'Gezeiten', summary: 'Hochwasser', description: 'Ebbe und Flut an der Küste' },
  });
  await publish('Café Ærø', { 'en-US': { summary: 'Straße und Łódź' } });
  await publish('天気予報', {
    'en-US': { summary: '東京の天気', description: '雨が降る前にお知らせします' },
  });
  await served.rebuild();
});

test('finds names first, then summaries, then descriptions', async () => {
  expect(await search('moorings')).toEqual(['Moorings', 'Berth', 'Anchor']);
  expect(await search('mooring')).toEqual(['Moorings', 'Berth', 'Anchor']);
});

test('finds apps with every word, wherever each of them is', async () => {
  expect(await search('anchor moorings')).toEqual(['Anchor']);
  expect(await search('moorings boats near')).toEqual(['Anchor']);
  expect(await search('anchor submarine')).toEqual([]);
});

test('finds a part of a name or of the application ID', async () => {
  expect(await search('ooring')).toEqual(['Moorings']);
  const { applicationId } = await publish('By its ID');
  await served.rebuild();
  expect(await search(applicationId.slice(4))).toEqual(['By its ID']);
});

test('reads the texts that the visitor gets: in their language, or else in the default one', async () => {
  expect(await search('küste', 'de')).toEqual(['Gezeiten']);
  expect(await search('Küste', 'en')).toEqual([]);
  expect(await search('ebb', 'en')).toHaveLength(1);
  expect(await search('ebb', 'fr')).toHaveLength(1);
  expect(await search('flut', 'fr;q=0.9, de;q=0.5')).toHaveLength(1);
});

test.each([
  ['cafe', 'Café Ærø'],
  ['CAFÉ', 'Café Ærø'],
  ['cafe\u0301', 'Café Ærø'],
  ['aero', 'Café Ærø'],
  ['strasse', 'Café Ærø'],
  ['lodz', 'Café Ærø'],
  ['天気', '天気予報'],
  ['東京', '天気予報'],
  ['お知らせ', '天気予報'],
])('finds %s without its marks, case and spaces', async (query, name) => {
  expect(await search(query)).toEqual([name]);
});

test('follows a change of the listing, and forgets an app that is gone', async () => {
  const { appId } = await publish('Lighthouse', { 'en-US': { description: 'A lamp for fog' } });
  await served.rebuild();
  expect(await search('fog')).toEqual(['Lighthouse']);
  const { pool } = served.server.context;
  await pool.query(
    `UPDATE app_listings SET public_texts = public_texts || '{"description": "A horn for mist"}' WHERE app_id = $1`,
    [appId],
  );
  await served.rebuild();
  expect(await search('fog')).toEqual([]);
  expect(await search('mist')).toEqual(['Lighthouse']);
  await pool.query(`UPDATE apps SET status = 'unpublished' WHERE id = $1`, [appId]);
  await served.rebuild();
  expect(await search('mist')).toEqual([]);
  expect((await pool.query('SELECT FROM listed_texts WHERE app_id = $1', [appId])).rowCount).toBe(0);
});

test('writes only texts that changed', async () => {
  const { pool } = served.server.context;
  const readWrites = async () =>
    (await pool.query('SELECT xmin FROM listed_texts ORDER BY app_id, locale')).rows;
  const before = await readWrites();
  await served.rebuild();
  expect(before.length).toBeGreaterThan(5);
  expect(await readWrites()).toEqual(before);
});

describe('a search that means harm', () => {
  test.each([
    `'`,
    `\\`,
    `a' | 'b`,
    `':*`,
    `moorings:*A | !x & (`,
    '%',
    '___',
    'ﷺ'.repeat(100),
    'q '.repeat(50),
    `${'\u0301'.repeat(99)}q`,
    '😀😀',
    '天'.repeat(100),
  ])('is a text like any other: %j', async (query) => {
    expect(await search(query)).toEqual([]);
  });
});

test('the catalog searches the same texts, newest first', async () => {
  const find = async (parameters: string) => {
    const response = await fetch(`${served.server.url}catalog/v1/apps?${parameters}`);
    return ((await response.json()) as { apps: { name: string }[] }).apps.map(({ name }) => name);
  };
  expect((await find('q=moorings')).sort()).toEqual(['Anchor', 'Berth', 'Moorings']);
  expect(await find('q=flut')).toEqual([]);
  expect(await find('q=flut&language=de')).toEqual(['Gezeiten']);
});
