import { basename } from 'node:path';
import DashboardIcon from '@mui/icons-material/Dashboard';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import SettingsIcon from '@mui/icons-material/Settings';
import type { Request } from '@playwright/test';
import { createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ALL_SCREENS } from '#client/screens.ts';
import { expect, test } from './test.ts';

const GENERAL_ENTRIES = ['Dashboard', 'My Apps', 'Profile', 'Settings', 'Developer Guide', 'Sign Out'];
const ADMIN_ENTRIES = ['Admin Dashboard', 'App Management', 'User Management', 'System Settings'];
const ADDRESSES = {
  Dashboard: 'dashboard',
  'My Apps': 'dashboard/apps',
  Profile: 'dashboard/profile',
  Settings: 'dashboard/settings',
  'Admin Dashboard': 'admin',
  'App Management': 'admin/apps',
  'User Management': 'admin/users',
  'System Settings': 'admin/settings',
};
test('the menu shows the user and the entries in order, 240 px wide', async ({ page, people, signInAs }) => {
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

test('the API is marked below the user’s name, and no entry is', async ({ page, people, signInAs }) => {
  await signInAs(people.developer);
  await page.goto('dashboard/api');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'API', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(menu.locator('[aria-current]')).toHaveCount(1);
});

test('each entry of the menu leads to its URL, on the same page', async ({ page, people, signInAs }) => {
  await signInAs(people.admin);
  await page.goto('dashboard/api');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [entry, address] of Object.entries(ADDRESSES)) {
    await menu.getByRole('link', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(address);
  }
  await menu.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the menu shows User when name and role are missing', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.route('**/page-start', async (route) => {
    const response = await route.fetch();
    const start = await response.json();
    Object.assign(start.own['users.me'].user, { displayName: null, role: null });
    await route.fulfill({ response, json: start });
  });
  await page.goto('dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByText('User', { exact: true })).toHaveCount(2);
});

test('the top bar: product title, bell and Sign Out', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Quayside', { exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('the icons of the menu', async ({ page, people, signInAs }) => {
  const shape = (icon: ElementType) =>
    / d="([^"]+)"/.exec(renderToStaticMarkup(createElement(icon)))?.[1] ?? '';
  await signInAs(people.user);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('dashboard');
  const toggle = page.getByRole('button', { name: 'Menu' });
  await expect(toggle.locator('path')).toHaveAttribute('d', shape(MenuIcon));
  await toggle.click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [entry, icon] of [
    ['Dashboard', DashboardIcon],
    ['Settings', SettingsIcon],
    ['Sign Out', LogoutIcon],
  ] as const) {
    const path = menu.getByRole('listitem').filter({ hasText: entry }).locator('path');
    await expect(path).toHaveAttribute('d', shape(icon));
  }
});

test('the set-up is logged once, when the page opens', async ({ page, store }) => {
  const logged: Promise<unknown>[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Backend'))
      logged.push(message.args()[1]?.jsonValue() ?? Promise.resolve());
  });
  await page.goto('login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await Promise.all(logged)).toEqual([
    { projectId: 'quayside', authDomain: new URL(store.url).host, environment: 'production' },
  ]);
});

test('each screen is loaded by GET in its own script', async ({ page, people, problems, signInAs }) => {
  problems.allow(/status of 404/);
  await signInAs(people.admin);
  // The sign-in page and onboarding are for others.
  for (const [, { path, module }] of ALL_SCREENS.filter(([name]) => !/login|onboarding/.test(name))) {
    const fetched: string[] = [];
    const listen = (request: Request) => {
      const name = /\/quayside\/static\/js\/([\w-]+-page)-[\w-]{8}\.js$/.exec(request.url())?.[1];
      if (name !== undefined) fetched.push(`${request.method()} ${name}`);
    };
    page.on('request', listen);
    await page.goto(path.slice(1).replace(':appId', 'no-such-app'));
    await expect(page.getByRole('heading').or(page.getByRole('alert')).first()).toBeVisible();
    await expect.poll(() => fetched).toEqual([`GET ${basename(module, '.tsx')}`]);
    page.off('request', listen);
  }
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
  await guide
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'API', exact: true })
    .click();
  await guide.getByRole('main').getByRole('link', { name: 'API', exact: true }).first().click();
  await expect(guide).toHaveURL(/\/dashboard\/api$/);
  await expect(guide.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
});

test('the footer shows the year, the title the store', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toHaveText(`© ${new Date().getFullYear()} QuaysideBrowse the store’s apps`);
  await expect(page).toHaveTitle('Dashboard – Quayside');
});

test('sign out ends the session and reloads the root', async ({ page, people, store, signInAs }) => {
  await signInAs(await store.signInAgain(people.user));
  await page.goto('dashboard/settings');
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await loadedAnew;
  await expect(page).toHaveURL(`${store.url}login?redirect=%2Fdashboard`);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
  await page.goto('dashboard/settings');
  await expect(page).toHaveURL(/\/login/);
});

test('a failed sign-out says so and keeps the session', async ({ page, people, problems, signInAs }) => {
  problems.allow(/status of 500/);
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(people.user);
  await page.goto('dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to sign out');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing out in one tab signs the other out', async ({ page, context, people, store, signInAs }) => {
  await signInAs(await store.signInAgain(people.user));
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('dashboard');
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await expect(other).toHaveURL(/\/login/);
});

test('the theme follows the system, then the choice, and is applied before the first paint', async ({
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

test('a chosen theme is kept in local storage', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  await page.goto('dashboard/settings');
  await expect(page.getByRole('radio', { name: 'Match system' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const kept = () =>
    page.evaluate(() => ['mui-mode', 'mui-color-scheme'].map((key) => localStorage.getItem(key)));
  await expect.poll(kept).toEqual(['dark', 'dark']);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
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

test('Ctrl+K finds apps, people, settings and actions, by role', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  const name = `Findable ${Date.now()}`;
  const applicationId = `org.example.f${Date.now()}`;
  const publisher = await store.onboard();
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  const find = page.getByRole('combobox', { name: 'Find anything' });
  const option = (label: string | RegExp) => page.getByRole('option', { name: label });

  await signInAs(publisher);
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(find).toBeFocused();
  await find.fill(name);
  await expect(option(name)).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  await find.fill('no such thing');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await find.fill('audit');
  await expect(option('Audit log')).toBeHidden();
  await find.fill('secur');
  await expect(option(/^Security/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/settings\?tab=security$/);
  await expect(find).toBeHidden();
  await page.keyboard.press('Control+K');
  await expect(find).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(people.admin);
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await find.fill(publisher.email);
  await expect(option(publisher.email)).toBeVisible();
  await find.fill(applicationId);
  await option(name).click();
  await expect(page).toHaveURL(new RegExp(`/admin/apps\\?app=${app.id}$`));
});

test('by keyboard: ? shows the shortcuts, / goes to the search', async ({ page, people, signInAs }) => {
  await signInAs(people.developer);
  await page.goto('dashboard/apps?q=nothing');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
});
