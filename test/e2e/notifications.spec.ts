import type { Locator, Page } from '@playwright/test';
import { findFreePort } from '#test/free-port.ts';
import { killServers, makeDataDirectory, spawnServer } from '#test/process.ts';
import { createOwnApp } from './own-app.ts';
import { onboard, type Person, signInAdmin } from './people.ts';
import { ADMIN } from './store-server.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { basePath: '/notified/' } });
test.afterEach(killServers);

test('the bell counts, the dropdown shows, reads and closes', async ({
  page,
  people: { admin },
  signInAs,
  store,
  axe,
}) => {
  const { publisher: developer, appId, name, submit } = await createOwnApp(store.url);
  await signInAs(developer);
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const dropdown = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dropdown.getByText('No notifications yet', { exact: true })).toBeVisible();
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeHidden();
  await expect(dropdown).toHaveCSS('width', '400px');
  await expect(dropdown).toHaveCSS('max-height', '500px');
  await dropdown.getByRole('button', { name: 'Close' }).click();
  await expect(dropdown).toBeHidden();

  const rejected = await submit('plain', '1.0');
  await admin.call('reviews.reject', { versionId: rejected, reason: 'The icon is unreadable.' });
  const approved = await submit('next', '1.1');
  const apps = page.getByRole('list', { name: 'My apps' });
  await expect(apps).toContainText('version 1.1 waits for review');
  await admin.call('reviews.approve', { versionId: approved });
  await expect(apps).toContainText('Published');

  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell).toHaveText('2');
  await bell.click();
  const items = dropdown.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText('App Approved');
  await expect(items.nth(1)).toContainText('App Rejected');
  await expect(items.nth(1)).toContainText('The icon is unreadable.');
  await expect(items.nth(1)).toContainText('Just now');
  await expect(items.nth(1)).toContainText('New');
  await expect(items.nth(1).getByText('App Rejected')).toHaveCSS('font-weight', '700');
  await expect(items.nth(1)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(dropdown.getByRole('list')).toHaveCSS('max-height', '400px');
  await axe();

  await items.nth(1).getByRole('button', { name: 'App Rejected' }).first().click();
  await expect(dropdown).toBeHidden();
  await expect(page).toHaveURL(`dashboard/apps/${appId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await expect(items.nth(1).getByText('App Rejected')).toHaveCSS('font-weight', '400');
  await expect(items.nth(1)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(items.nth(1)).not.toContainText('New');
  await dropdown.getByRole('button', { name: 'Mark all read' }).click();
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeHidden();
  await expect(items.nth(0)).not.toContainText('New');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();

  // What is about a version leads a publisher to the version, and a reviewer to its review.
  await admin.call('reviews.comment', { versionId: approved, text: 'Well done.' });
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await items.filter({ hasText: 'Well done.' }).getByRole('button').first().click();
  await expect(page).toHaveURL(`dashboard/apps/${appId}?version=${approved}`);
  await developer.call('reviews.comment', { versionId: approved, text: 'Thank you.' });
  await signInAs(admin);
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await items.filter({ hasText: 'Thank you.' }).getByRole('button').first().click();
  await expect(page).toHaveURL(`admin?version=${approved}`);
});

/** Tells one person something, as admins do. */
async function announce(admin: Person, reader: Person, title: string): Promise<void> {
  await admin.call('notifications.announce', { title, message: `About ${title}.`, userIds: [reader.uid] });
}

async function openDropdown(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
}

test('what arrives shows at once, in the badge, the open list and on other pages', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  // The poll would bring it too, but only after thirty seconds.
  const reader = await onboard(store.url, 'look');
  await signInAs(reader);
  const live = page.waitForResponse((response) => response.url().endsWith('/events'));
  await page.goto('dashboard/profile');
  expect((await live).status()).toBe(200);
  await announce(people.admin, reader, 'First news');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  const dropdown = await openDropdown(page);
  await expect(dropdown.getByRole('listitem')).toHaveCount(1);
  await announce(people.admin, reader, 'Second news');
  await expect(dropdown.getByRole('listitem')).toHaveCount(2);
  await expect(dropdown.getByRole('listitem').first()).toContainText('Second news');
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeVisible();
});

/** Somebody who has so many unread notifications, `News 1` the oldest. */
async function readerWithNews(url: string, admin: Person, count: number): Promise<Person> {
  const reader = await onboard(url, 'look');
  for (let number = 1; number <= count; number += 1) await announce(admin, reader, `News ${number}`);
  const unread = async () => (await reader.call('notifications.countUnread', {})).count;
  await expect.poll(unread, { timeout: 30_000 }).toBe(count);
  return reader;
}

test('older notifications come on scrolling, and one can be deleted', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  test.setTimeout(120_000);
  const reader = await readerWithNews(store.url, people.admin, 45);
  await signInAs(reader);
  await page.goto('dashboard');
  const dropdown = await openDropdown(page);
  const items = dropdown.getByRole('listitem');
  await expect(items).toHaveCount(20);
  for (const shown of [40, 45]) {
    await dropdown.getByRole('list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(items).toHaveCount(shown);
  }
  await expect(items.last()).toContainText('News 1');
  await axe();

  await dropdown.getByRole('button', { name: 'Delete News 44' }).click();
  await expect(items).toHaveCount(44);
  await expect(dropdown.getByText('News 44', { exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications, 44 unread' })).toBeVisible();
  await expect.poll(async () => (await reader.call('notifications.countUnread', {})).count).toBe(44);
  await openDropdown(page);
  await expect(items).toHaveCount(20);
});

test('the page of all notifications filters, reads, deletes and fetches more', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  test.setTimeout(120_000);
  const reader = await readerWithNews(store.url, people.admin, 52);
  await signInAs(reader);
  await page.goto('dashboard');
  await (await openDropdown(page)).getByRole('link', { name: 'See all notifications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  const main = page.getByRole('main');
  const today = main.getByRole('list', { name: 'Today' });
  await expect(today.getByRole('listitem')).toHaveCount(50);
  await main.getByRole('button', { name: 'Load more' }).click();
  await expect(today.getByRole('listitem')).toHaveCount(52);
  await expect(main.getByRole('button', { name: 'Load more' })).toBeHidden();

  await main.getByRole('button', { name: 'Mark News 52 read' }).click();
  await expect(main.getByText('51 unread.')).toBeVisible();
  await main.getByRole('button', { name: 'Delete News 51' }).click();
  await expect(today.getByRole('listitem')).toHaveCount(51);
  await main.getByRole('tab', { name: 'Unread' }).click();
  await expect(page).toHaveURL(/view=notifications&show=unread$/);
  await expect(today.getByRole('listitem').first()).toContainText('News 50');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await main.getByRole('button', { name: 'Mark all read' }).click();
  await expect(main.getByText('You have read everything.')).toBeVisible();
  await expect(main.getByText('Nothing is unread.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  await main.getByRole('link', { name: 'Show all notifications' }).click();
  await expect(today.getByRole('listitem').first()).toContainText('News 52');
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect.poll(async () => (await reader.call('notifications.countUnread', {})).count).toBe(0);
});

test('the dashboard shows what the store announced until it is read', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const reader = await readerWithNews(store.url, people.admin, 1);
  await signInAs(reader);
  await page.goto('dashboard');
  const messages = page.getByRole('region', { name: 'Messages from the store' });
  await expect(messages).toContainText('About News 1.');
  await messages.getByRole('button', { name: 'Mark News 1 read' }).click();
  await expect(messages).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

test('everything about notifications works by keyboard alone', async ({ page, people, signInAs, store }) => {
  const reader = await readerWithNews(store.url, people.admin, 4);
  await signInAs(reader);
  await page.goto('dashboard/profile');
  await tabTo(page, page.getByRole('button', { name: 'Notifications, 4 unread' }));
  await page.keyboard.press('Enter');
  const dropdown = page.getByRole('dialog', { name: 'Notifications' });
  await tabTo(page, dropdown.getByRole('button', { name: 'Delete News 4' }));
  await page.keyboard.press('Enter');
  await expect(dropdown.getByRole('listitem')).toHaveCount(3);
  await tabTo(page, dropdown.getByRole('listitem').filter({ hasText: 'News 3' }).getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(dropdown).toBeHidden();
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, dropdown.getByRole('link', { name: 'See all notifications' }));
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Mark News 2 read' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Mark News 1 read' })).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Delete News 1' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('listitem').filter({ hasText: 'News 1' })).toBeHidden();
  await expect(main.getByRole('button', { name: 'Delete News 2' })).toBeFocused();
  await expect(main.getByText('You have read everything.')).toBeVisible();
});

test('failures of notifications are only logged', async ({ page, people, problems, signInAs }) => {
  problems.allow(/status of 500|Notifications/);
  await page.route('**/us-central1/notifications.*', (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(people.user);
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(page.getByText('No notifications yet', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a spinner shows while the list is loading', async ({ page, people, signInAs }) => {
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/us-central1/notifications.list', async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  await signInAs(people.user);
  await page.goto('dashboard/profile');
  const dropdown = await openDropdown(page);
  await expect(dropdown.getByRole('progressbar')).toBeVisible();
  mayAnswer.resolve();
  await expect(dropdown.getByText('No notifications yet', { exact: true })).toBeVisible();
  await expect(dropdown.getByRole('progressbar')).toBeHidden();
});

test('a change that fails is only logged, and what the server has shows again', async ({
  page,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 500|Notifications/);
  const reader = await readerWithNews(store.url, people.admin, 1);
  await page.route('**/us-central1/notifications.markAllRead', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await signInAs(reader);
  await page.goto('dashboard/profile');
  const dropdown = await openDropdown(page);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Notifications'));
  await dropdown.getByRole('button', { name: 'Mark all read' }).click();
  expect((await logged).type()).toBe('error');
  await expect(dropdown.getByRole('listitem')).toContainText('New');
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the unread count is asked for again every 30 seconds, also while the page is hidden', async ({
  page,
  people,
  signInAs,
}) => {
  await page.clock.install();
  let asked = 0;
  const counted = () => page.waitForResponse('**/us-central1/notifications.countUnread');
  page.on('request', (request) => {
    if (request.url().endsWith('/notifications.countUnread')) asked += 1;
  });
  await signInAs(people.user);
  const first = counted();
  await page.goto('dashboard');
  await first;
  for (const polls of [2, 3]) {
    await page.clock.runFor(29_000);
    expect(asked).toBe(polls - 1);
    const next = counted();
    await page.clock.runFor(1_500);
    await next;
    expect(asked).toBe(polls);
  }
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const hidden = counted();
  await page.clock.runFor(30_000);
  await hidden;
});

test('after a restart of the server, news arrive as before', async ({ page, context, problems }) => {
  test.setTimeout(120_000);
  // This server is another than the fixtures'. While it is down the browser itself says that it cannot be reached, and
  // where a poll falls into that time its failure is logged, as specified.
  problems.allow(/^foreign request|net::|Notifications CallError/);
  await using data = await makeDataDirectory();
  const environment = {
    DATA_DIR: data.path,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const connected = () =>
    page.waitForResponse((response) => response.url().endsWith('/events') && response.ok());
  const first = spawnServer(environment);
  const url = await first.ready;
  const admin = await signInAdmin(url);
  await context.addCookies([...admin.cookies]);
  const before = connected();
  await page.goto(`${url}dashboard`);
  await before;

  const again = connected();
  first.kill('SIGTERM');
  await first.ended;
  await spawnServer(environment).ready;
  await again;
  await announce(admin, admin, 'Back again');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
