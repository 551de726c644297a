import type { Locator, Page } from '@playwright/test';
import { createOwnApp, createPublishedApp, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { press, reach } from './keyboard.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

interface Submitted {
  readonly id: string;
  readonly appName: string;
}

/** Versions of a publisher of their own, whom a search of the queue finds by this name, oldest first. */
async function submitApps(store: StoreServer, developer: string, count: number): Promise<Submitted[]> {
  const owner = await store.onboard({ developer: { name: developer, type: 'individual' } });
  const submitted: Submitted[] = [];
  for (let index = 0; index < count; index += 1) {
    const app = await createOwnApp(store, { owner });
    submitted.push({ id: await app.submit(), appName: app.name });
  }
  return submitted;
}

async function statusesOf(admin: Person, submitted: readonly Submitted[]): Promise<string[]> {
  const reviews = await Promise.all(submitted.map(({ id }) => admin.call('reviews.get', { versionId: id })));
  return reviews.map(({ version }) => version.status);
}

const queueOf = (query: string) => `admin?view=queue&q=${encodeURIComponent(query)}`;
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Review queue' }).locator('tbody tr');

/** Waits until the review of a version is open. */
async function waitForReview(page: Page, { id, appName }: Submitted): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`version=${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${appName} `) })).toBeVisible();
}

/** A publication waits ten seconds for its reviewer. */
const PUBLISHED = { timeout: 30_000 };

test('ten reviews are decided from the queue by keyboard alone', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  test.slow();
  const submitted = await submitApps(store, 'Tenfold Apps', 10);
  await signInAs(people.admin);
  await page.goto('admin?view=queue');
  await expect(rowsOf(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('tenfold');
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(page).toHaveURL(/q=tenfold/);
  // Out of the search, and onto the first version.
  await press(page, page.getByRole('combobox', { name: 'Reviewer' }), 'Tab');
  await reach(page, rowsOf(page).first().getByRole('checkbox'));
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rowsOf(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [index, version] of submitted.entries()) {
    await waitForReview(page, version);
    if (index % 2 === 0) {
      await page.keyboard.press('a');
      await expect(page.getByRole('dialog', { name: /^Approve/ })).toBeVisible();
    } else {
      await page.keyboard.press('r');
      await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
      await page.keyboard.type('It asks for more than it needs.');
    }
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/view=queue/);
  await expect(page.getByText('No version in the queue matches.')).toBeVisible();
  await expect
    .poll(async () => new Set(await statusesOf(people.admin, submitted)), PUBLISHED)
    .toEqual(new Set(['published', 'rejected']));
});

test('from the queue a version is approved with two clicks, and rejected with three and a text', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const [first, second] = (await submitApps(store, 'Counted Clicks', 2)) as [Submitted, Submitted];
  await signInAs(people.admin);
  await page.goto(queueOf('Counted Clicks'));
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(rowsOf(page).first());
  await waitForReview(page, first);
  await checkAllViews(page, axe);
  await click(page.getByRole('button', { name: 'Approve and open next' }));
  await waitForReview(page, second);
  expect(clicks).toBe(2);

  await page.goto(queueOf('Counted Clicks'));
  clicks = 0;
  await click(rowsOf(page).first());
  await click(page.getByRole('button', { name: 'Reject' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It doesn’t start.');
  await click(dialog.getByRole('button', { name: 'Reject' }));
  await expect(page.getByText('No version in the queue matches.')).toBeVisible();
  expect(clicks).toBe(3);
  await expect
    .poll(() => statusesOf(people.admin, [first, second]), PUBLISHED)
    .toEqual(['published', 'rejected']);
});

test('several versions are claimed at once, but for one that a colleague was faster to claim', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const [first, second] = (await submitApps(store, 'Claimed Works', 4)) as [Submitted, Submitted];
  const colleague = await store.onboard({}, 'browse');
  await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  await colleague.call('reviews.claim', { versionId: first.id });
  await signInAs(people.admin);
  await page.goto(queueOf('Claimed Works'));
  const rows = rowsOf(page);
  await expect(rows.first()).toContainText('Uma User');
  await page.getByRole('checkbox', { name: 'Select all versions shown' }).check();
  await page.getByRole('button', { name: 'Claim 3 versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Claim 3 versions?' });
  await expect(dialog.getByRole('list', { name: 'To claim' }).getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('list', { name: 'Already claimed' })).toContainText('by Uma User');
  await axe();
  await colleague.call('reviews.claim', { versionId: second.id });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('Another reviewer has claimed this version.');
  await expect(rows.filter({ hasText: 'You' })).toHaveCount(2);

  await page.getByRole('link', { name: /^Mine/ }).click();
  await expect(page).toHaveURL(/reviewer=me/);
  await page.reload();
  await expect(rows.first()).toContainText('You');
  await expect(rows.filter({ hasNotText: 'You' })).toHaveCount(0);
});

test('updates without findings are approved together by keyboard, and a first version stays', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const owner = await store.onboard({ developer: { name: 'Bulk Works', type: 'individual' } });
  const updates = [await createPublishedApp(store, { owner }), await createPublishedApp(store, { owner })];
  const ids = await Promise.all(updates.map((app) => app.submit('next')));
  const first = await createOwnApp(store, { owner });
  const firstId = await first.submit();
  await people.admin.call('settings.update', {
    settings: { bulkDecisions: 'updates', rules: WITHOUT_LOOKALIKES },
  });
  await signInAs(people.admin);
  await page.goto(queueOf('Bulk Works'));
  await page.getByRole('checkbox', { name: 'Select all versions shown' }).check();
  await expect(page.getByRole('button', { name: 'Reject 3 versions' })).toBeVisible();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve 2 versions?' });
  const listed = dialog.getByRole('list', { name: 'To approve' });
  for (const { name } of updates) await expect(listed).toContainText(`${name} 1.1`);
  await expect(dialog.getByRole('list', { name: 'Not included' })).toHaveText(
    `${first.name} 1.0 (1): It’s the first version to be published.`,
  );
  await axe();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toHaveText('Approved 2 versions.');
  await expect(rowsOf(page)).toHaveCount(1);
  for (const versionId of ids) {
    const { version } = await people.admin.call('versions.get', { versionId });
    expect(version.status).toBe('published');
  }
  const { version } = await people.admin.call('versions.get', { versionId: firstId });
  expect(version.status).toBe('submitted');
  await people.admin.call('settings.update', { settings: { bulkDecisions: 'off', rules: {} } });
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test('filters and order are in the address, headings sort, and phones show cards', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const [oldest, , newest] = (await submitApps(store, 'Sorted Works', 3)) as [
    Submitted,
    Submitted,
    Submitted,
  ];
  await signInAs(people.admin);
  await page.goto(queueOf('Sorted Works'));
  const first = rowsOf(page).first().getByRole('link');
  await expect(first).toHaveAttribute('href', new RegExp(`version=${oldest.id}`));
  await page.getByRole('button', { name: 'Age' }).click();
  await expect(page).toHaveURL(/sort=newest/);
  await expect(first).toHaveAttribute('href', new RegExp(`version=${newest.id}`));
  const heading = page
    .getByRole('table', { name: 'Review queue' })
    .getByRole('columnheader', { name: 'Age' });
  await expect(heading.last()).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'Updates' });
  await expect(page.getByText('No version in the queue matches.')).toBeVisible();
  await page.goto(`${queueOf('Sorted Works')}&sort=nonsense&has=everything`);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('Claim the version, or all selected ones')).toBeVisible();
  await page.keyboard.press('Escape');
  await checkAllViews(page, axe);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('list', { name: 'Review queue' }).getByRole('listitem').first().click();
  await waitForReview(page, oldest);
  for (const name of ['Approve and open next', 'Reject']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});
