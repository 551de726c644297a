import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_DETAILS } from '#shared/listings/details.ts';
import { DETAILS, type DetailField, type FieldRecord } from '#shared/listings/field-records.ts';
import { NO_TEXTS } from '#shared/listings/listing.ts';
import { createPublishedApp, type PublishedApp, publishDrafts } from '#test/support/own-app.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { readSignedJar } from '#test/support/signed-jar.ts';

let server: TestServer;
let app: PublishedApp;
beforeAll(async () => {
  server = await startTestServer();
  app = await createPublishedApp(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** The places where people find a detail. */
interface Shown {
  readonly indexV2?: Readonly<Record<string, unknown>>;
  readonly indexV1?: Readonly<Record<string, unknown>>;
  readonly catalog: Readonly<Record<string, unknown>>;
  /** Part of the app's page. */
  readonly page?: string;
}

const link = (label: string, href: string, text = 'example.org') =>
  `<dt>${label}</dt><dd><a href="${href}" rel="nofollow noreferrer ugc">${text}</a></dd>`;

/** The example of each detail in these places. */
const SHOWN: Readonly<Record<Exclude<DetailField, 'defaultLocale' | 'category' | 'tags'>, Shown>> = {
  contactEmail: {
    indexV2: { authorEmail: 'help@example.org' },
    catalog: { contactEmail: 'help@example.org' },
  },
  website: {
    indexV2: { webSite: 'https://example.org/app' },
    catalog: { websiteUrl: 'https://example.org/app' },
    page: link('Website', 'https://example.org/app'),
  },
  privacyPolicy: {
    catalog: { privacyPolicyUrl: 'https://example.org/privacy' },
    page: link('Privacy policy', 'https://example.org/privacy'),
  },
  sourceCode: {
    indexV2: { sourceCode: 'https://example.org/code' },
    catalog: { sourceCodeUrl: 'https://example.org/code' },
    page: link('Source code', 'https://example.org/code'),
  },
  issueTracker: {
    indexV2: { issueTracker: 'https://example.org/issues' },
    catalog: { issueTrackerUrl: 'https://example.org/issues' },
    page: link('Issue tracker', 'https://example.org/issues'),
  },
  changelog: {
    indexV2: { changelog: 'https://example.org/changes' },
    catalog: { changelogUrl: 'https://example.org/changes' },
    page: link('Changelog', 'https://example.org/changes'),
  },
  translation: {
    indexV2: { translation: 'https://example.org/translate' },
    catalog: { translationUrl: 'https://example.org/translate' },
    page: link('Translation', 'https://example.org/translate'),
  },
  license: {
    indexV2: { license: 'Apache-2.0' },
    catalog: { license: 'Apache-2.0' },
    page: '<dt>Licence</dt><dd>Apache-2.0</dd>',
  },
  donate: {
    indexV2: { donate: ['https://example.org/donate'] },
    indexV1: { donate: 'https://example.org/donate' },
    catalog: { donationUrl: 'https://example.org/donate' },
    page: link('Donations', 'https://example.org/donate'),
  },
  liberapay: {
    indexV2: { liberapay: 'boating' },
    catalog: { liberapayUrl: 'https://liberapay.com/boating' },
    page: link('Liberapay', 'https://liberapay.com/boating', 'boating'),
  },
  openCollective: {
    indexV2: { openCollective: 'boating' },
    catalog: { openCollectiveUrl: 'https://opencollective.com/boating' },
    page: link('Open Collective', 'https://opencollective.com/boating', 'boating'),
  },
  bitcoin: {
    indexV2: { bitcoin: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    catalog: { bitcoinUrl: 'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    page: link('Bitcoin', 'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'),
  },
};

const examples = Object.fromEntries(
  Object.entries<FieldRecord>(DETAILS).flatMap(([field, { example }]) => (example ? [[field, example]] : [])),
);

async function updateDetails(details: object) {
  const { appId, owner } = app;
  const { detailsRevision: revision } = await owner.call('apps.get', { appId });
  await owner.call('apps.updateDetails', { appId, revision, details });
  await publishDrafts(app);
}

/** Returns what the feeds, the catalog and the page show of the app. */
async function readShown() {
  await rebuildWhenFree(server.context, { isForced: true });
  const fetched = async (path: string) => {
    const response = await server.nobody.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };
  const { applicationId } = app;
  const { packages } = JSON.parse(String(await fetched('fdroid/repo/index-v2.json')));
  const jar = readSignedJar(await fetched('fdroid/repo/index-v1.jar'), 'index-v1.json');
  const { apps } = JSON.parse(String(jar.content));
  return {
    indexV2: packages[applicationId].metadata,
    indexV1: apps.find(({ packageName }: { packageName: string }) => packageName === applicationId),
    catalog: JSON.parse(String(await fetched(`catalog/v1/apps/android/${applicationId}`))),
    page: String(await fetched(`fdroid/repo/?app=${applicationId}`)),
  };
}

describe('a detail of a listing', () => {
  let before: Awaited<ReturnType<typeof readShown>>;
  let after: typeof before;
  beforeAll(async () => {
    before = await readShown();
    await updateDetails(examples);
    after = await readShown();
  });

  test.each(Object.entries<Shown>(SHOWN))('%s reaches what has a place for it', (_, shown) => {
    const { indexV2 = {}, indexV1 = indexV2, catalog, page } = shown;
    expect(after.indexV2).toMatchObject(indexV2);
    expect(after.indexV1).toMatchObject(indexV1);
    expect(after.catalog).toMatchObject(catalog);
    const isOn = (whole: string) => page !== undefined && whole.includes(page);
    expect([isOn(before.page), isOn(after.page)]).toEqual([false, page !== undefined]);
    for (const name of Object.keys(indexV2)) expect(before.indexV2).not.toHaveProperty(name);
    for (const name of Object.keys(catalog)) expect(before.catalog).toMatchObject({ [name]: null });
  });
});

describe('a stored listing from before most fields', () => {
  const KEPT = {
    defaultLocale: 'en-US',
    category: 'tools',
    website: 'https://example.org/old',
    license: 'MIT',
  };
  const TEXTS = { name: 'Older', summary: 'From before' };
  beforeAll(async () => {
    const { pool } = server.context;
    await pool.query('UPDATE apps SET details = $2, public_details = $2 WHERE id = $1', [app.appId, KEPT]);
    await pool.query('UPDATE app_listings SET texts = $2, public_texts = $2 WHERE app_id = $1', [
      app.appId,
      TEXTS,
    ]);
  });

  test('keeps what it has in everything that people read', async () => {
    const { indexV2, indexV1, catalog, page } = await readShown();
    const { website: webSite, license } = KEPT;
    expect(indexV2).toMatchObject({
      name: { 'en-US': 'Older' },
      summary: { 'en-US': 'From before' },
      categories: ['Tools'],
      webSite,
      license,
    });
    expect(indexV1).toMatchObject({ categories: ['Tools'], webSite, license });
    expect(catalog).toMatchObject({ name: 'Older', category: 'tools', websiteUrl: webSite, license });
    expect(page).toContain(link('Website', webSite));
    const { rows } = await server.context.pool.query('SELECT * FROM feed_problems WHERE resolved_at IS NULL');
    expect(rows).toEqual([]);
  });

  test('is read with the defaults, and edited and published like any other', async () => {
    const { owner, appId } = app;
    expect((await owner.call('apps.get', { appId })).details).toEqual({ ...NO_DETAILS, ...KEPT });
    const { listings, unpublished } = await owner.call('apps.getListing', { appId });
    const texts = { ...NO_TEXTS, ...TEXTS };
    expect(listings).toMatchObject([{ locale: 'en-US', texts, publicTexts: texts }]);
    expect(unpublished).toEqual([]);
    await updateDetails({ sourceCode: 'https://example.org/code' });
    const { catalog } = await readShown();
    expect(catalog).toMatchObject({ sourceCodeUrl: 'https://example.org/code', license: 'MIT' });
  });
});
