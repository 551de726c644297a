import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startStoreServer } from './store-server.ts';
import { expect, test } from './test.ts';

const BALLAST_BYTES = 8_000_000;
/** Eighty seconds of upload: time to press buttons meanwhile on a busy machine, and to stop a server. */
const BYTES_PER_SECOND = 100_000;

test('an upload is paused, continues, survives a failed sign-out and a reload, and asks before the page is left', async ({
  page,
  axe,
  signInAs,
  store,
  problems,
}) => {
  problems.allow(/status of 503/);
  const publisher = await store.onboard();
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.foghorn',
    name: 'Foghorn',
  });
  const buffer = buildPackage({
    from: 'plain',
    name: 'Foghorn',
    versionName: '1.0',
    signer: makeIdentity('EC', { name: 'Upload' }),
    ballast: randomBytes(BALLAST_BYTES),
  });
  const file = { name: 'foghorn.apk', mimeType: 'application/octet-stream', buffer };
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${app.id}/versions/new`);
  const limit = await slowDown(page);

  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload version' }).click();
  const progress = page.getByRole('progressbar', { name: 'Uploading foghorn.apk' });
  await expect(progress).toBeVisible();
  await expect(page.getByText(/kB\/s · .* left$/)).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. Your progress is saved.')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(progress).toBeVisible();

  await test.step('a failed sign-out keeps it', async () => {
    await page.route(/\/auth\/sign-out$/, (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to sign out');
    await expect(progress).toBeVisible();
  });

  await page.getByRole('link', { name: 'Foghorn' }).click();
  const question = page.getByRole('dialog', { name: 'Leave while uploading?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeVisible();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByText(/of foghorn\.apk uploaded/)).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'other.apk', buffer: buffer.subarray(1) });
  await expect(page.getByRole('alert')).toContainText('other.apk is a different file');
  await axe();

  await limit(-1);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Keep as draft' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1);
});

const signer = makeIdentity('EC', { name: 'Uploads' });

/** A package of so many bytes as the browser takes it from a disk. */
function packageFile(from: string, versionName: string, ballast: number) {
  const bytes = buildPackage({ from, name: 'Gangway', versionName, signer, ballast: randomBytes(ballast) });
  return { name: `gangway-${versionName}.apk`, mimeType: 'application/octet-stream', buffer: bytes };
}

/** Limits how many bytes a second a page sends; gives the way to change that, where -1 ends the limit and 0 the network. */
async function slowDown(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const limit = async (uploadThroughput: number) => {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  await limit(BYTES_PER_SECOND);
  return limit;
}

/** Returns the number of uploaded bytes of a version. */
async function arrived(publisher: Person, appId: string): Promise<number> {
  const { versions } = await publisher.call('apps.get', { appId });
  if (versions[0] === undefined) return 0;
  const { upload } = await publisher.call('versions.get', { versionId: versions[0].id });
  return upload?.offset ?? 0;
}

test('several packages are uploaded at once; closing the tab loses no uploaded bytes', async ({
  page,
  axe,
  context,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.gangway',
    name: 'Gangway',
  });
  const large = packageFile('plain', '1.0', BALLAST_BYTES);
  const small = packageFile('next', '1.1', 1000);
  await signInAs(publisher);

  const tab = await context.newPage();
  await tab.goto(`${store.url}dashboard/apps/${app.id}/versions/new`);
  await slowDown(tab);
  await tab.locator('input[type=file]').setInputFiles(large);
  await tab.getByRole('button', { name: 'Upload version' }).click();
  await expect.poll(() => arrived(publisher, app.id)).toBeGreaterThan(0);
  // The limit goes before the tab does, and the rest would slip through in that moment.
  await tab.getByRole('button', { name: 'Pause' }).click();
  await expect(tab.getByText('Paused. Your progress is saved.')).toBeVisible();
  await tab.close();

  await page.goto(`dashboard/apps/${app.id}`);
  await expect(page.getByRole('link', { name: 'Continue upload' })).toBeVisible();
  await page.getByRole('link', { name: 'Upload a version' }).click();
  await expect(page.getByRole('list', { name: 'Unfinished uploads' })).toContainText(large.name);
  await page.locator('input[type=file]').setInputFiles([large, small]);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  for (const { name } of [large, small]) {
    await expect(uploads.getByRole('listitem', { name })).toContainText('Passed inspection');
  }
  await expect(page.getByText('No uploads in progress.')).toBeVisible();
  await axe();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  const { versions } = await publisher.call('apps.get', { appId: app.id });
  expect(versions.map(({ fileName, status }) => [fileName, status]).sort()).toEqual([
    [large.name, 'draft'],
    [small.name, 'draft'],
  ]);
});

test('an upload continues by itself after a restart of the server', async ({ page, problems }) => {
  // While the server is away a poll of the notifications may fall, whose failure is logged, as specified.
  problems.allow(/foreign request|Failed to load resource|net::|Notifications CallError/);
  await using own = await startStoreServer();
  const publisher = await own.onboard();
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.gangway',
    name: 'Gangway',
  });
  const file = packageFile('plain', '1.0', BALLAST_BYTES);
  // A session of its own: the page replaces it, and that of the calls below would end a minute later.
  await page.context().addCookies([...(await own.signInAgain(publisher)).cookies]);
  await page.goto(`${own.url}dashboard/apps/${app.id}/versions/new`);
  const limit = await slowDown(page);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload version' }).click();
  await expect.poll(() => arrived(publisher, app.id)).toBeGreaterThan(0);

  await own.restart(() => limit(-1));
  const before = await arrived(publisher, app.id);
  expect(before).toBeLessThan(file.buffer.length);
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible({
    timeout: 90_000,
  });
});

test('an upload whose last response was lost is a success, though its inspection is done meanwhile', async ({
  page,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/net::ERR_CONNECTION_RESET/);
  const { owner, appId, build } = await createOwnApp(store);
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}/versions/new`);
  let lost = 0;
  await page.route(/\/uploads\//, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    const inspected = async () => (await owner.call('apps.get', { appId })).versions[0]?.status;
    await expect.poll(inspected).toBe('draft');
    lost += 1;
    return route.abort('connectionreset');
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'app.apk', mimeType: 'application/octet-stream', buffer: build() });
  await page.getByRole('button', { name: 'Upload version' }).click();
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  expect(lost).toBe(1);
});
