import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';

const PICTURE = { name: 'one.png', mimeType: 'image/png' };

async function screenshot() {
  const picture = sharp({ create: { width: 480, height: 800, channels: 3, background: 'teal' } });
  return { ...PICTURE, buffer: await picture.png().toBuffer() };
}

/** Chooses a package and confirms its upload. */
async function uploadVersion(page: Page, app: OwnApp) {
  await page.goto(`dashboard/apps/${app.appId}/versions/new`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'app.apk', mimeType: 'application/octet-stream', buffer: app.build() });
  await page.getByRole('button', { name: 'Upload version' }).click();
}

/** Chooses a screenshot, which is uploaded immediately. */
async function uploadScreenshot(page: Page, app: OwnApp) {
  await page.goto(`dashboard/apps/${app.appId}?tab=listing`);
  await page
    .getByRole('region', { name: 'Phone screenshots' })
    .getByLabel('Add phone screenshots', { exact: true })
    .last()
    .setInputFiles(await screenshot());
}

/** Sends the first of these requests with a token that has expired, and gives the statuses of all. */
async function expireFirst(page: Page, address: RegExp): Promise<number[]> {
  const statuses: number[] = [];
  let isFirst = true;
  await page.route(address, async (route: Route) => {
    const headers = await route.request().allHeaders();
    await route.continue(isFirst ? { headers: { ...headers, authorization: 'Bearer expired' } } : {});
    isFirst = false;
  });
  page.on('response', (response) => {
    // Pictures are shown from an address like the one they were sent to.
    const isSent = response.request().method() !== 'GET' && address.test(response.url());
    if (isSent) statuses.push(response.status());
  });
  return statuses;
}

test('an upload continues when its token has expired', async ({ page, store, signInAs, problems }) => {
  problems.allow(/401/);
  const app = await createOwnApp(store);
  await signInAs(app.owner);
  const statuses = await expireFirst(page, /\/uploads\//);
  await uploadVersion(page, app);
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  expect(statuses.filter((status) => status === 401)).toEqual([401]);
});

test('a screenshot is sent again when its token has expired', async ({ page, store, signInAs, problems }) => {
  problems.allow(/401/);
  const app = await createOwnApp(store);
  await signInAs(app.owner);
  const statuses = await expireFirst(page, /\/graphics\//);
  await uploadScreenshot(page, app);
  await expect(page.getByRole('region', { name: 'Phone screenshots' }).getByRole('img')).toHaveCount(1);
  expect(statuses).toEqual([401, 200]);
});

test.describe('a session that was revoked leads to the sign-in page', () => {
  test.beforeEach(({ problems }) => problems.allow(/401|event stream/));

  test('from an upload', async ({ page, store, signInAs }) => {
    const app = await createOwnApp(store);
    await signInAs(app.owner);
    await page.route(/\/uploads\//, async (route) => {
      await app.owner.call('sessions.revokeOthers', {});
      await route.continue();
    });
    await uploadVersion(page, app);
    await expect(page).toHaveURL(/\/login/);
  });

  test('from a screenshot', async ({ page, store, signInAs }) => {
    const app = await createOwnApp(store);
    await signInAs(app.owner);
    await page.route(/\/graphics\//, async (route) => {
      await app.owner.call('sessions.revokeOthers', {});
      await route.continue();
    });
    await uploadScreenshot(page, app);
    await expect(page).toHaveURL(/\/login/);
  });

  test('from the event stream', async ({ page, store, signInAs }) => {
    const app = await createOwnApp(store);
    await signInAs(app.owner);
    await page.route(/\/events$/, async (route) => {
      await app.owner.call('sessions.revokeOthers', {});
      await route.continue();
    });
    await page.goto('dashboard/settings');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('the result of an inspection arrives while the event stream is down', async ({
  page,
  store,
  signInAs,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  const app = await createOwnApp(store);
  await signInAs(app.owner);
  await page.route(/\/events$/, (route) => route.abort());
  await page.clock.install();
  await uploadVersion(page, app);
  await expect(async () => {
    await page.clock.runFor(15_000);
    await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
});
