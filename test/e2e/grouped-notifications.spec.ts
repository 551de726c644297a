import { createOwnApp } from '#test/support/own-app.ts';
import { openDropdown } from './announcing.ts';
import { reach } from './keyboard.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test.use({ storeOptions: { basePath: '/grouped/', sendsEmail: true } });
test.describe.configure({ mode: 'default' });

test('a rejection stays above many updates, which are one row that opens', async ({
  page,
  people: { admin },
  signInAs,
  store,
  axe,
}) => {
  const own = await createOwnApp(store);
  const { owner } = own;
  await admin.call('reviews.reject', { versionId: await own.submit(), reason: 'It crashes.' });
  const others = [await createOwnApp(store), await createOwnApp(store), await createOwnApp(store)];
  for (const version of ['2', '3']) {
    for (const { appId } of others) await admin.call('notifications.sendUpdate', { appId, version });
  }
  await expect.poll(async () => (await owner.call('notifications.countUnread', {})).count).toBe(7);

  await signInAs(owner);
  await page.goto('dashboard/profile');
  const dropdown = await openDropdown(page);
  const items = dropdown.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('App Rejected');
  const group = dropdown.getByRole('button', { name: /^3 apps were updated/ });
  await expect(group).toContainText('6 new');
  await reach(page, group);
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  const updates = dropdown.getByRole('list', { name: '3 apps were updated' }).getByRole('listitem');
  await expect(updates).toHaveCount(6);
  await expect(updates.first()).toContainText('Updated to v3');
  await axe();
  await reach(page, dropdown.getByRole('button', { name: 'Mark 3 apps were updated read' }));
  await page.keyboard.press('Enter');
  await expect(group).toBeFocused();
  await expect(updates.filter({ hasText: 'New' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await openDropdown(page);
  await expect(items.first()).toContainText('App Rejected');

  await dropdown.getByRole('link', { name: 'See all notifications' }).click();
  const main = page.getByRole('main');
  const decisions = main.getByRole('list', { name: 'Decisions about you and your apps' });
  await expect(decisions).toContainText('App Rejected');
  const today = main.getByRole('list', { name: 'Today' });
  await today.getByRole('button', { name: /^3 apps were updated/ }).click();
  await checkAllViews(page, axe);
  await today.getByRole('button', { name: new RegExp(`^Delete ${others[2]?.name} Updated to v3`) }).click();
  await expect(today.getByRole('list').getByRole('listitem')).toHaveCount(5);

  // Once it is read, it is where it happened: below the updates.
  await decisions.getByRole('button', { name: 'Mark App Rejected read' }).click();
  await expect(decisions).toBeHidden();
  await expect(today.getByText('App Rejected', { exact: true })).toBeVisible();
  await expect(main.getByText('You’ve read everything.')).toBeVisible();
});

test('people choose when emails come, and read why none comes', async ({ page, signInAs, store, axe }) => {
  const person = await store.onboard({}, 'browse');
  await signInAs(person);
  await page.goto('dashboard/settings');
  await partLink(page, 'Notifications').click();
  const frequency = page.getByRole('radiogroup', { name: 'Email frequency' });
  await expect(frequency.getByRole('radio', { name: /^Immediately about you/ })).toBeChecked();
  await frequency.getByRole('radio', { name: 'Everything in a daily summary' }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(frequency.getByRole('radio', { name: 'Everything in a daily summary' })).toBeChecked();
  await expect(page.getByText('To your account’s email.')).toBeVisible();
  await checkAllViews(page, axe);

  const stranger = await store.signUp({});
  await stranger.call('users.completeOnboarding', {
    displayName: 'Sam Stranger',
    developerName: 'Sam Works',
    developerType: 'individual',
    intent: 'browse',
    acceptTerms: true,
  });
  await signInAs(stranger);
  await page.goto('dashboard/settings?tab=notifications');
  await expect(
    page.getByText('Confirm your email first. Until then, you get no notifications by email.'),
  ).toBeVisible();
});
