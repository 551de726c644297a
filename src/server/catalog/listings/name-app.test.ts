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
  ['x'.repeat(80), 'x'.repeat(50)],
  [`${'x'.repeat(49)}🌊🌊`, 'x'.repeat(49)],
  ['Harbour\r\n  and tides', 'Harbour and tides'],
])('the name %j begins a listing as %j', async (name, expected) => {
  const owner = await server.onboard();
  const applicationId = `org.example.first${expected.length}`;
  const { app } = await owner.call('apps.create', { platform: 'ios', applicationId, name, summary: name });
  expect(app).toMatchObject({ name, summary: name });
  const { listings } = await owner.call('apps.getListing', { appId: app.id });
  expect(listings[0]?.texts.name).toBe(expected);
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
  await save(app, { name: 'During' });
  await admin.call('reviews.approve', { versionId });
  await save(app, { name: 'After' });
  expect((await readApp(app)).name).toBe(app.name);
  await owner.call('releases.publish', { versionId });
  expect(await readApp(app)).toMatchObject({ status: 'published', name: app.name });
  const { differences } = await admin.call('listings.getReview', { appId });
  expect(differences).toContainEqual(expect.objectContaining({ field: 'name', before: '', after: 'After' }));
});
