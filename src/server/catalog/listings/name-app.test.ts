import { expect, test } from 'vitest';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());

async function save(
  { owner, appId }: OwnApp,
  listing: { name: string; summary?: string; description?: string },
  locale = 'en-US',
) {
  const { listings } = await owner.call('apps.getListing', { appId });
  const revision = listings.find((one) => one.locale === locale)?.revision ?? 0;
  await owner.call('apps.updateListing', { appId, locale, revision, listing });
}
const readApp = async ({ owner, appId }: OwnApp) => (await owner.call('apps.get', { appId })).app;
const findNames = async ({ owner }: OwnApp, query: string) =>
  (await owner.call('apps.list', { scope: 'mine', query })).apps.map(({ name }) => name);

test('a new app has the given name and summary as the first texts of its listing', async () => {
  const owner = await server.onboard('first@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.first',
    name: 'Harbour',
    summary: 'Shows the tide',
  });
  const { listings } = await owner.call('apps.getListing', { appId: app.id });
  expect(listings).toMatchObject([
    {
      locale: 'en-US',
      texts: { name: 'Harbour', summary: 'Shows the tide', description: '' },
      publicTexts: null,
      revision: 0,
    },
  ]);
});

test.each([
  [{ name: 'x'.repeat(51) }, 'Use at most 50 characters.'],
  [{ name: 'Harbour\nand tides' }, /line breaks/],
  [{ name: 'Har\u202Ebour' }, /invisible/],
  [{ name: '\u3164' }, /invisible/],
  [{ name: 'Harbour', summary: 'x'.repeat(81) }, 'Use at most 80 characters.'],
  [{ name: 'Harbour', summary: 'Shows the tide\u200B' }, /invisible/],
])('a new app has the limits of a listing: %j is refused', async (texts, problem) => {
  const owner = await server.onboard();
  const app = { platform: 'ios', applicationId: 'org.example.limits', ...texts } as const;
  const { status, error } = await owner.tryCall('apps.create', app);
  expect([status, JSON.stringify(error?.details)]).toEqual([400, expect.stringMatching(problem)]);
});

test('a new app has a name that its script or an emoji needs invisible characters for', async () => {
  const owner = await server.onboard();
  const name = 'می\u200Cخواهم 👩🏽\u200D⚕\uFE0F';
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.persian',
    name,
  });
  const { listings } = await owner.call('apps.getListing', { appId: app.id });
  expect(listings[0]?.texts.name).toBe(name);
});

test('a draft app is named by its listing in the default language', async () => {
  const app = await createOwnApp(server);
  await save(app, { name: 'Moorings', summary: 'Finds one' });
  expect(await readApp(app)).toMatchObject({ name: 'Moorings', summary: 'Finds one' });
  expect(await findNames(app, 'mooring')).toEqual(['Moorings']);
  await save(app, { name: 'Moorings' });
  expect((await readApp(app)).summary).toBeNull();

  await save(app, { name: 'Liegeplatz' }, 'de');
  expect((await readApp(app)).name).toBe('Moorings');
  const { owner, appId } = app;
  const { detailsRevision: revision } = await owner.call('apps.get', { appId });
  await owner.call('apps.updateDetails', { appId, revision, details: { defaultLocale: 'de' } });
  expect((await readApp(app)).name).toBe('Liegeplatz');
  await owner.call('apps.deleteLocale', { appId, locale: 'en-US' });
  expect(await findNames(app, 'mooring')).toEqual([]);
});

test('a draft that was edited during its review names the app when it is submitted again', async () => {
  const app = await createOwnApp(server);
  const versionId = await app.submit();
  await save(app, { name: 'Moorings', summary: 'Finds one', description: 'Free moorings.' });
  expect((await readApp(app)).name).toBe(app.name);
  await app.owner.call('versions.withdraw', { versionId });
  await app.owner.call('versions.submit', { versionId });
  expect((await readApp(app)).name).toBe('Moorings');
});

test('an app never goes live with a name that no reviewer has seen', async () => {
  const app = await createOwnApp(server);
  const { owner, appId } = app;
  const { id: versionId } = await app.upload();
  await owner.call('versions.submit', { versionId, publication: { kind: 'manual' } });
  const { listings } = await owner.call('apps.getListing', { appId });
  await save(app, { ...listings[0]?.texts, name: 'During' });
  const alone = await admin.tryCall('reviews.approve', { versionId });
  expect(alone.error.details).toMatchObject({ reason: 'incomplete-listing' });
  const { listingRevision } = await admin.call('reviews.get', { versionId });
  await admin.call('reviews.approve', { versionId, listingRevision });
  await save(app, { name: 'After' });
  await owner.call('releases.publish', { versionId });
  expect(await readApp(app)).toMatchObject({ status: 'published', name: 'During' });
  expect((await admin.call('listings.getReview', { appId })).differences).toEqual([]);
  const { unpublished } = await owner.call('apps.getListing', { appId });
  expect(unpublished).toContainEqual(
    expect.objectContaining({ field: 'name', status: 'draft', before: 'During', after: 'After' }),
  );
});
