import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  listingFieldPath,
  missingRequirementsSchema,
  OPTIONAL_REQUIREMENTS,
} from '#shared/listings/completeness.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());
let app: OwnApp;
let versionId: string;

type Requirements = (typeof OPTIONAL_REQUIREMENTS)[number][];
const requireAlso = (listingRequirements: Requirements) =>
  admin.call('settings.update', { settings: { listingRequirements } });

beforeEach(async () => {
  await requireAlso([]);
  app = await createOwnApp(server);
  versionId = (await app.upload()).id;
});

const query = (statement: string, ...values: unknown[]) => server.context.pool.query(statement, values);
const setTexts = (texts: object) =>
  query('UPDATE app_listings SET texts = texts || $2 WHERE app_id = $1', app.appId, texts);
const removePackageIcon = () => query('UPDATE versions SET icon_key = NULL WHERE id = $1', versionId);
const trySubmit = (id = versionId) => app.owner.tryCall('versions.submit', { versionId: id });

async function setDetails(details: Partial<AppDetails>) {
  const { detailsRevision: revision } = await app.owner.call('apps.get', { appId: app.appId });
  await app.owner.call('apps.updateDetails', { appId: app.appId, details, revision });
}

async function addPicture(kind: GraphicKind, [width, height]: [number, number], locale = 'en-US') {
  const picture = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const path = `graphics/${app.appId}/${locale}/${kind}`;
  const response = await app.owner.fetch(path, { method: 'POST', body: new Uint8Array(picture) });
  expect(response.status).toBe(200);
}

/** Returns the missing requirements that a submission names; an empty list when it succeeds. */
async function findMissing(): Promise<string[]> {
  const { status, error } = await trySubmit();
  if (status === 200) return [];
  expect(error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { reason: 'incomplete-listing' } });
  return missingRequirementsSchema.parse(error.details?.['missing']).map(({ requirement }) => requirement);
}

describe('the first submission of an app', () => {
  test('is rejected with everything that its listing lacks, and changes nothing', async () => {
    await setTexts({ summary: '', description: ' ' });
    await setDetails({ category: '' });
    await removePackageIcon();
    const { status, error } = await trySubmit();
    const link = (field: Parameters<typeof listingFieldPath>[1]) =>
      `${server.url}${listingFieldPath(app.appId, field)}`;
    const message = 'Complete the listing first. Missing: Summary, Description, Icon, Category.';
    expect([status, error]).toMatchObject([
      400,
      {
        status: 'FAILED_PRECONDITION',
        message,
        details: {
          reason: 'incomplete-listing',
          missing: [
            { requirement: 'summary', label: 'Summary', link: link('summary') },
            { requirement: 'description', label: 'Description', link: link('description') },
            { requirement: 'icon', label: 'Icon', link: link('icon') },
            { requirement: 'category', label: 'Category', link: link('category') },
          ],
        },
      },
    ]);
    expect((await app.owner.call('versions.get', { versionId })).version).toMatchObject({
      status: 'draft',
      submittedAt: null,
    });
    expect((await query('SELECT FROM releases WHERE version_id = $1', versionId)).rowCount).toBe(0);
  });

  test('needs a name', async () => {
    await setTexts({ name: '' });
    expect(await findMissing()).toEqual(['name']);
    await setTexts({ name: 'Harbour' });
    expect(await findMissing()).toEqual([]);
  });

  test.each(['summary', 'description'] as const)('needs a %s', async (field) => {
    await setTexts({ [field]: '' });
    expect(await findMissing()).toEqual([field]);
    await setTexts({ [field]: 'Tides.' });
    expect(await findMissing()).toEqual([]);
  });

  test('needs an icon, which may be the package’s own', async () => {
    await removePackageIcon();
    expect(await findMissing()).toEqual(['icon']);
    await addPicture('icon', [512, 512], 'de');
    expect(await findMissing()).toEqual(['icon']);
    await addPicture('icon', [512, 512]);
    expect(await findMissing()).toEqual([]);
  });

  test('needs a category that the store has, if it has any', async () => {
    const { settings } = await admin.call('settings.get', {});
    const setCategories = (categories: typeof settings.categories) =>
      admin.call('settings.update', { settings: { categories } });
    await setCategories([{ id: 'sailing', name: 'Sailing' }]);
    expect(await findMissing()).toEqual(['category']);
    await setCategories([]);
    expect(await findMissing()).toEqual([]);
    await setCategories(settings.categories);
  });

  test('needs the texts of the default language', async () => {
    const listing = { name: 'Hafen' };
    await app.owner.call('apps.updateListing', { appId: app.appId, locale: 'de', listing, revision: 0 });
    await setDetails({ defaultLocale: 'de' });
    expect(await findMissing()).toEqual(['summary', 'description']);
  });

  test('needs what else the store asks for', async () => {
    await requireAlso([...OPTIONAL_REQUIREMENTS]);
    expect(await findMissing()).toEqual(['screenshots', 'contact', 'privacyPolicy']);
    await addPicture('featureGraphic', [1024, 500]);
    await setDetails({ contactEmail: 'help@example.org' });
    expect(await findMissing()).toEqual(['screenshots', 'privacyPolicy']);
    await addPicture('tenInchScreenshots', [800, 600]);
    await setDetails({ contactEmail: '', website: 'https://example.org/' });
    expect(await findMissing()).toEqual(['privacyPolicy']);
    await setDetails({ privacyPolicy: 'https://example.org/privacy' });
    expect(await findMissing()).toEqual([]);
  });

  test('says first that the caller may not submit, or that the version can’t be submitted', async () => {
    await setTexts({ summary: '' });
    const stranger = await server.onboard();
    expect((await stranger.tryCall('versions.submit', { versionId })).status).toBe(404);
    const { version } = await app.owner.call('versions.create', {
      appId: app.appId,
      fileName: 'app.apk',
      size: 10,
    });
    expect((await trySubmit(version.id)).error.message).toMatch(/isn’t fully uploaded/);
  });
});

test('a submission after a rejection or withdrawal needs a complete listing until the app is published', async () => {
  await app.owner.call('versions.submit', { versionId });
  await admin.call('reviews.reject', { versionId, reason: 'Say more.', reasons: ['listing'] });
  await setTexts({ summary: '' });
  expect(await findMissing()).toEqual(['summary']);
  await setTexts({ summary: 'Tides.' });
  expect(await findMissing()).toEqual([]);

  await app.owner.call('versions.withdraw', { versionId });
  await requireAlso(['contact']);
  expect(await findMissing()).toEqual(['contact']);
});

test('an update of a published app needs nothing more', async () => {
  await app.owner.call('versions.submit', { versionId });
  await admin.call('reviews.approve', { versionId });
  await setTexts({ summary: '' });
  await requireAlso([...OPTIONAL_REQUIREMENTS]);
  const { id: next } = await app.upload('next');
  expect((await trySubmit(next)).result.version.status).toBe('submitted');
});

test('an approved version that isn’t published yet doesn’t end the check', async () => {
  await app.owner.call('versions.submit', { versionId, publication: { kind: 'manual' } });
  await admin.call('reviews.approve', { versionId });
  await setTexts({ description: '' });
  const { id: next } = await app.upload('next');
  expect((await trySubmit(next)).error.message).toBe('Complete the listing first. Missing: Description.');
});
