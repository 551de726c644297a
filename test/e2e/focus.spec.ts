import type { Page } from '@playwright/test';
import { PAGE_PART_ID } from '#client/components/feedback/focus-handover.ts';
import { partLink } from './open-screen.ts';
import { test } from './seeded-test.ts';
import { expect } from './test.ts';

test.use({ storeOptions: { sendsEmail: true } });

/* Where the focus is, and what the window is called, when a screen changes below it. */

const call = (name: string) => new RegExp(`/us-central1/${RegExp.escape(name)}$`);

/** Holds the requests of a call until they are let go. */
async function hold(page: Page, name: string): Promise<{ readonly release: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(call(name), async (route) => {
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}

/** Makes the pages of a list short, so that the store's rows fill several. */
async function limitPages(page: Page, name: string, limit: number): Promise<void> {
  await page.route(call(name), async (route) => {
    const { data } = route.request().postDataJSON() as { data: object };
    await route.continue({ postData: { data: { ...data, limit } } });
  });
}

test('a button keeps the focus while its action is under way and afterwards', async ({
  page,
  signInAs,
  seeded,
}) => {
  await signInAs(seeded.publisher);
  await page.goto('dashboard/profile');
  const name = page.getByLabel('Developer name');
  const before = await name.inputValue();
  const save = page.getByRole('button', { name: 'Save changes' });
  const saving = await hold(page, 'users.updateProfile');
  await name.fill(`${before} and more`);
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  saving.release();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(save).toBeFocused();
  await name.fill(before);
  await save.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('"Load more" moves the focus to the first new row and announces the rows', async ({
  page,
  signInAs,
  seeded,
}) => {
  await signInAs(seeded.admin);
  await limitPages(page, 'audit.list', 5);
  await page.goto('admin?view=audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody > tr');
  const loadMore = page.getByRole('button', { name: 'Load more' });
  await expect(loadMore).toBeVisible();
  const count = await rows.count();
  await loadMore.press('Enter');
  await expect(rows.nth(count)).toBeFocused();
  await expect(page.getByText(/^\d+ new rows?$/)).toBeAttached();
});

test('another part of a page gets the focus and names the window', async ({ page, signInAs, seeded }) => {
  await signInAs(seeded.publisher);
  await page.goto(`dashboard/apps/${seeded.publishedApp}`);
  await partLink(page, 'Statistics').press('Enter');
  await expect(partLink(page, 'Statistics')).toHaveAttribute('aria-current', 'page');
  await expect(page.locator(`#${PAGE_PART_ID}`)).toBeFocused();
  await expect(page).toHaveTitle(/^Statistics – /);
  await page.keyboard.press('Shift+Tab');
  await expect(partLink(page, 'Settings')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle(/^Overview – /);
  await expect(page.locator(`#${PAGE_PART_ID}`)).toBeFocused();
});

test('another view of a route gets the focus like another route, and a filter does not', async ({
  page,
  signInAs,
  seeded,
}) => {
  await signInAs(seeded.admin);
  await page.goto('admin?view=queue');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Harbour/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/[?&]version=/);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('admin/users');
  const search = page.getByRole('searchbox');
  await search.fill('ad');
  await expect(page).toHaveURL(/q=ad/);
  await expect(search).toBeFocused();
});

test('another page of the same path gets the focus, not a part of it', async ({ page, signInAs, seeded }) => {
  await signInAs(seeded.admin);
  await page.goto('dashboard?view=notifications');
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto(`admin?version=${seeded.waitingVersion}`);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Review queue' })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('another language of a listing gets the focus and names the window', async ({
  page,
  signInAs,
  seeded,
}) => {
  await signInAs(seeded.publisher);
  await page.goto(`dashboard/apps/${seeded.publishedApp}?tab=listing`);
  await page
    .getByRole('navigation', { name: 'Listing languages' })
    .getByRole('link', { name: 'German' })
    .press('Enter');
  await expect(page).toHaveTitle(/^German – Listing – /);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Delete German' })).toBeFocused();
});

test('a version names the window, and so does a page that is still loading', async ({
  page,
  signInAs,
  seeded,
}) => {
  await signInAs(seeded.admin);
  const review = await hold(page, 'reviews.get');
  await page.goto(`admin?version=${seeded.waitingVersion}`);
  await expect(page).toHaveTitle(/^Review – /);
  review.release();
  await expect(page).toHaveTitle(/^Harbour .* \(\d+\) – /);
  await signInAs(seeded.publisher);
  await page.goto(`dashboard/apps/${seeded.publishedApp}?version=${seeded.waitingVersion}`);
  await expect(page).toHaveTitle(/ \(\d+\) – Versions – Harbour/);
});

test('sending a confirmation again and a reset link leave the focus in the page', async ({
  page,
  signInAs,
  seeded,
}) => {
  await page.goto('login?mode=forgot');
  await page.getByLabel('Email').fill('nobody@people.example');
  await page.getByRole('button', { name: 'Send reset link' }).press('Enter');
  await expect(page.getByText(/a reset link is on its way/)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await signInAs(seeded.unconfirmed);
  await page.route('**/auth/send-verification-email', (route) => route.fulfill({ json: { status: true } }));
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(page.getByText(/We sent another email/)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a new notification is announced', async ({ page, signInAs, seeded, store }) => {
  await signInAs(seeded.visitor);
  await page.goto('dashboard');
  // The first count, which is not announced.
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications, \d+ unread$/ });
  await expect(bell).toBeVisible();
  const admin = await store.signInAgain(seeded.admin);
  await admin.call('notifications.announce', {
    title: 'Maintenance tonight',
    message: 'The store is closed from ten to eleven.',
    userIds: [seeded.visitor.uid],
  });
  await expect(page.locator('[aria-live]', { hasText: /^Notifications, \d+ unread$/ })).toBeAttached();
});
