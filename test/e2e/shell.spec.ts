import { signInAgain } from './people.ts';
import { expect, test } from './test.ts';

const GENERAL_ENTRIES = ['Dashboard', 'My Apps', 'Profile', 'Settings', 'Developer Guide', 'Sign Out'];
const ADMIN_ENTRIES = ['Admin Dashboard', 'App Management', 'User Management', 'System Settings'];

test('the menu: who is signed in, the entries in their order, 240 px wide', async ({
  page,
  people,
  signInAs,
}) => {
  await signInAs(people.developer);
  await page.goto('dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu).toContainText('Dora Developer');
  await expect(menu).toContainText('Developer');
  await expect(menu).toContainText(`${people.developer.uid.slice(0, 8)}…`);
  await expect(menu.getByRole('listitem')).toHaveText(GENERAL_ENTRIES);
  expect((await menu.boundingBox())?.width).toBeCloseTo(240, -1);
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'My Apps' }).click();
  await expect(page).toHaveURL(/\/dashboard\/apps$/);
  await expect(menu.getByRole('link', { name: 'My Apps' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main')).toBeFocused();
});

test('admins see four more entries', async ({ page, people, signInAs }) => {
  await signInAs(people.admin);
  await page.goto('dashboard');
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
  await expect(entries).toHaveText([...GENERAL_ENTRIES, ...ADMIN_ENTRIES]);
});

test('the developer guide opens in a new tab', async ({ page, context, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard');
  const opened = context.waitForEvent('page');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developer Guide' }).click();
  const guide = await opened;
  await expect(guide).toHaveURL(/\/developer-guide\.html$/);
  await expect(guide.getByRole('heading', { name: 'Developer guide' })).toBeVisible();
});

test('the developer guide has no accessibility violation in either theme', async ({ page, axe }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('developer-guide.html');
    await axe();
  }
});

test('the footer carries the year, the window the store', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard');
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Quayside`);
  await expect(page).toHaveTitle('Dashboard – Quayside');
});

test('sign out ends the session and loads the root anew', async ({ page, people, store, signInAs }) => {
  await signInAs(await signInAgain(store.url, people.user));
  await page.goto('dashboard/settings');
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${store.url}login?redirect=%2Fdashboard`);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
  await page.goto('dashboard/settings');
  await expect(page).toHaveURL(/\/login/);
});

test('a sign-out that fails says so and keeps the person in', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/status of 500/);
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(people.user);
  await page.goto('dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to sign out');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing out in one tab signs the other out', async ({ page, context, people, store, signInAs }) => {
  await signInAs(await signInAgain(store.url, people.user));
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('dashboard');
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await expect(other).toHaveURL(/\/login/);
});

test('the theme follows the system, then the choice, and is there before the first paint', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('login');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  await page.evaluate(() => localStorage.setItem('mui-mode', 'light'));
  // Without the product's own scripts only the small first one can have set it.
  await page.route(/static\/js\/index-/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.reload();
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  await page.unroute(/static\/js\/index-/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('mui-color-scheme'))).toBe('light');
});

test('a chunk that does not arrive is named with the reason, and trying again helps', async ({
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

test('a page whose files a newer release has replaced loads itself anew', async ({
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
  await page.route('**/static/js/profile-page-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.route(
    store.url,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll(/index-[\w-]+\.js/g, 'index-new.js'),
      });
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
});

test('on a phone the menu opens over the page and nothing scrolls sideways', async ({
  page,
  people,
  signInAs,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(people.admin);
  await page.goto('dashboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu).toBeVisible();
  await page.waitForTimeout(300);
  await axe();
  await menu.getByRole('link', { name: 'My Apps' }).click();
  await expect(page).toHaveURL(/\/dashboard\/apps$/);
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('by keyboard: the skip link leads past the menu', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('by keyboard: ? shows the shortcuts, / goes to the search', async ({ page, people, signInAs, axe }) => {
  await signInAs(people.developer);
  await page.goto('dashboard/apps?q=nothing');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
});
