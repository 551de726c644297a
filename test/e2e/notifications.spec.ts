import { createOwnApp } from '#test/support/own-app.ts';
import { announce, openDropdown, readerWithNews } from './announcing.ts';
import { reach } from './keyboard.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test.use({ storeOptions: { basePath: '/notified/' } });
test.describe.configure({ mode: 'default' });

test('the bell counts unread notifications; the dropdown lists them, marks them read and closes', async ({
  page,
  people: { admin },
  signInAs,
  store,
}) => {
  const { owner: developer, appId, name, submit } = await createOwnApp(store);
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
  await expect(apps).toContainText('version 1.1 is waiting for review');
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

  // One about a token leads to the tokens.
  const { secret } = await developer.call('tokens.create', { name: 'CI', scopes: ['read'] });
  await developer.call('tokens.reportLeak', { token: secret });
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await items.filter({ hasText: 'A leaked API token' }).getByRole('button').first().click();
  await expect(page).toHaveURL('dashboard/api');

  await developer.call('reviews.comment', { versionId: approved, text: 'Thank you.' });
  await signInAs(admin);
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await items.filter({ hasText: 'Thank you.' }).getByRole('button').first().click();
  await expect(page).toHaveURL(`admin?version=${approved}`);
});

test('a new notification shows immediately in the badge, the open list and other pages', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  // The poll would bring it too, but only after thirty seconds.
  const reader = await store.onboard({}, 'browse');
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

test('scrolling loads older notifications, and one can be deleted', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  const reader = await readerWithNews(store, people.admin, 45);
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

test('the notifications page filters, marks read, deletes and loads more', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  const reader = await readerWithNews(store, people.admin, 52);
  await signInAs(reader);
  await page.goto('dashboard');
  const dropdown = await openDropdown(page);
  // The list moves the link when it arrives.
  await expect(dropdown.getByRole('listitem')).toHaveCount(20);
  await dropdown.getByRole('link', { name: 'See all notifications' }).click();
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
  await partLink(page, 'Unread').click();
  await expect(page).toHaveURL(/view=notifications&show=unread$/);
  await expect(today.getByRole('listitem').first()).toContainText('News 50');
  await checkSchemes(page, axe);
  await main.getByRole('button', { name: 'Mark all read' }).click();
  await expect(main.getByText('You’ve read everything.')).toBeVisible();
  await expect(main.getByText('No unread notifications.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  await main.getByRole('link', { name: 'Show all notifications' }).click();
  await expect(today.getByRole('listitem').first()).toContainText('News 52');
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect.poll(async () => (await reader.call('notifications.countUnread', {})).count).toBe(0);
});

test('the dashboard shows an announcement until it is read', async ({ page, people, signInAs, store }) => {
  const reader = await readerWithNews(store, people.admin, 1);
  await signInAs(reader);
  await page.goto('dashboard');
  const messages = page.getByRole('region', { name: 'Messages from the store' });
  await expect(messages).toContainText('About News 1.');
  await messages.getByRole('button', { name: 'Mark News 1 read' }).click();
  await expect(messages).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('notifications work using only the keyboard', async ({ page, people, signInAs, store }) => {
  const reader = await readerWithNews(store, people.admin, 4);
  await signInAs(reader);
  await page.goto('dashboard/profile');
  await reach(page, page.getByRole('button', { name: 'Notifications, 4 unread' }));
  await page.keyboard.press('Enter');
  const dropdown = page.getByRole('dialog', { name: 'Notifications' });
  await reach(page, dropdown.getByRole('button', { name: 'Delete News 4' }));
  await page.keyboard.press('Enter');
  await expect(dropdown.getByRole('listitem')).toHaveCount(3);
  await reach(page, dropdown.getByRole('listitem').filter({ hasText: 'News 3' }).getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(dropdown).toBeHidden();
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell).toBeFocused();

  await page.keyboard.press('Enter');
  await reach(page, dropdown.getByRole('link', { name: 'See all notifications' }));
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toBeFocused();
  await reach(page, main.getByRole('button', { name: 'Mark News 2 read' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Mark News 1 read' })).toBeFocused();
  await reach(page, main.getByRole('button', { name: 'Delete News 1' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('listitem').filter({ hasText: 'News 1' })).toBeHidden();
  await expect(main.getByRole('button', { name: 'Delete News 2' })).toBeFocused();
  await expect(main.getByText('You’ve read everything.')).toBeVisible();
});
