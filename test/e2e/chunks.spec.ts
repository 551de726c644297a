import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

test('a chunk that fails to load is named with the reason, and can be retried', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/profile-page|Loading chunk profile failed/);
  await signInAs(people.user);
  await page.route('**/static/js/profile-page-*.js', (route) => route.abort());
  await page.goto('dashboard');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Loading chunk profile failed');
  await expect(alert).toContainText('profile-page');
  await page.unroute('**/static/js/profile-page-*.js');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
});

test('a part of a page that fails to load leaves the rest, and can be retried', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/security-part|two-factor-dialog|Loading chunk|ERR_FAILED.*quayside\/\)$/);
  await signInAs(people.user);
  await page.route(/static\/js\/(security-part|two-factor-dialog)-.*\.js/, (route) => route.abort());
  await page.goto('dashboard/settings');
  await partLink(page, 'Security').click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Loading chunk security-part failed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.unroute(/static\/js\/(security-part|two-factor-dialog)-.*\.js/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  const setUp = page.getByRole('button', { name: 'Set up two-factor authentication' });
  await expect(setUp).toBeVisible();

  await page.route('**/static/js/two-factor-dialog-*.js', (route) => route.abort());
  await setUp.click();
  await expect(alert).toContainText('Loading chunk two-factor-dialog failed');
  await expect(setUp).toBeVisible();
  // While the server cannot be reached either, the page stays and says so again.
  await page.route(/quayside\/$/, (route) => route.abort());
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('quayside/')),
    alert.getByRole('button', { name: 'Try again' }).click(),
  ]);
  await expect(alert).toContainText('Loading chunk two-factor-dialog failed');
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  // As long as Chromium remembers the failed script, the page is reloaded, which closes the requested dialog.
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (!(await dialog.isVisible())) await setUp.click({ timeout: 2000 });
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a page whose files a newer release has replaced reloads itself', async ({
  page,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/profile-page/);
  await signInAs(people.user);
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  // As it is after an upgrade: the screen's old file is gone, and the page starts with another script.
  let isUpgraded = false;
  await page.route('**/static/js/profile-page-*.js', (route) =>
    isUpgraded ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.route(store.url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/start-[\w-]+\.js/g, 'start-new.js');
    isUpgraded = true;
    await route.fulfill({ response, body });
  });
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
});
