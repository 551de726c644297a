import { createApp, submitVersion } from './publisher.ts';
import { expect, test } from './test.ts';

// A server of its own: these tests bring the fixtures' one app to it.
test.use({ storeOptions: { basePath: '/notified/' } });

test('the bell counts, the dropdown shows, reads and closes', async ({ page, people, signInAs, axe }) => {
  const { developer, admin } = people;
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

  const appId = await createApp(developer);
  const rejected = await submitVersion(developer, appId, 'plain.apk');
  await admin.call('reviews.reject', { versionId: rejected, reason: 'The icon is unreadable.' });
  const approved = await submitVersion(developer, appId, 'next.apk');
  await admin.call('reviews.approve', { versionId: approved });
  await page.reload();

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
  await expect(dropdown.getByRole('list')).toHaveCSS('max-height', '400px');
  await axe();

  await items.nth(1).getByRole('button').click();
  await expect(dropdown).toBeHidden();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await expect(items.nth(1).getByText('App Rejected')).toHaveCSS('font-weight', '400');
  await expect(items.nth(1)).not.toContainText('New');
  await dropdown.getByRole('button', { name: 'Mark all read' }).click();
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeHidden();
  await expect(items.nth(0)).not.toContainText('New');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
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

test('the unread count is asked for again every 30 seconds', async ({ page, people, signInAs }) => {
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
});
