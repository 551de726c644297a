import { createOwnApp } from '#test/support/own-app.ts';
import { waitForPublication } from '#test/support/uploads.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test('a version shows its size by content and a timeline, and lists show downloads and rollouts', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, name, submit, upload } = await createOwnApp(store);
  const firstId = await submit('plain', '1.0');
  await people.admin.call('reviews.approve', { versionId: firstId });
  await waitForPublication(owner, firstId);
  const { id: versionId } = await upload('next', '1.1');
  await owner.call('versions.submit', { versionId, percentage: 25 });

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const sizes = page.getByRole('table', { name: 'Size by content' });
  await expect(sizes.getByRole('columnheader').last()).toHaveText('Since 1.0 (1)');
  await expect(sizes.getByRole('row', { name: /^Whole file/ })).toContainText('kB');

  await people.admin.call('reviews.approve', { versionId });
  await waitForPublication(owner, versionId);
  await page.goto('dashboard/apps');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('None in 30 days')).toBeVisible();
  await expect(row.getByRole('progressbar', { name: 'Rollout of 1.1' })).toHaveJSProperty('value', 25);
  await axe();

  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText('Published');
  await expect(history).toContainText('Submitted for review');
  await expect(history.getByRole('listitem').last()).toContainText('Upload started');
  await checkSchemes(page, axe);
});

test('admins see submissions and decisions by day, with a table', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { submit } = await createOwnApp(store);
  const versionId = await submit('plain', '1.0');
  await people.admin.call('reviews.reject', { versionId, reason: 'The icon is missing.' });
  await signInAs(people.admin);
  await page.goto('admin');
  await page.getByRole('region', { name: 'Reviews in the last 30 days' }).scrollIntoViewIfNeeded();
  const chart = page.getByRole('figure', { name: 'Submissions and decisions for 30 days' });
  await expect(chart).toBeVisible();
  await chart.getByRole('slider', { name: 'Day' }).focus();
  await expect(chart).toContainText(/Rejected [1-9]/);
  await expect(
    page
      .getByRole('table', { name: 'Submissions and decisions' })
      .getByRole('row', { name: /^Rejected [1-9]/ }),
  ).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Day (UTC)' })).toBeVisible();
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
