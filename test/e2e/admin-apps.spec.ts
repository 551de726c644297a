import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('an app is found, removed with a reason, and restored, which is logged', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner: publisher, appId, submit } = await createOwnApp(store, { name: 'Wharves', id: 'wharves' });
  const versionId = await submit();
  await people.admin.call('reviews.approve', { versionId });
  await signInAs(people.admin);
  await page.goto('admin/apps');
  await page.getByRole('searchbox').fill('example.wharves');
  await expect(page).toHaveURL(/\?q=example\.wharves$/);
  await page.getByLabel('Status').selectOption('published');
  await page.getByLabel('Platform').selectOption('android');
  await page.getByRole('button', { name: 'App', exact: true }).click();
  await expect(page).toHaveURL(/\?q=example\.wharves&status=published&platform=android&sort=name$/);
  await page
    .getByRole('table', { name: 'All apps' })
    .getByRole('link', { name: /Wharves/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/apps\\?app=${appId}$`));
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByText(/approved version 1\.0 \(1\) of Wharves\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish app' })).toHaveAccessibleDescription(
    'Only the publisher can do this.',
  );
  await checkAllViews(page, axe);

  await page.getByRole('button', { name: 'Remove app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Wharves?' });
  await expect(dialog.getByText(/1 published version, downloaded 0 times so far,/)).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Enter Wharves to continue').fill('Wharves');
  await confirm.click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/);
  await dialog.getByLabel('Reason').fill('It tracks people without telling them.');
  await checkAllViews(page, axe);
  await confirm.click();
  await expect(page.getByText('Reason for removal')).toBeVisible();
  await expect(history.getByText(/removed Wharves from the store\.$/)).toBeVisible();
  expect((await publisher.call('apps.get', { appId })).app).toMatchObject({
    status: 'removed',
    removalReason: 'It tracks people without telling them.',
  });

  await page.getByRole('button', { name: 'Restore app' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore Wharves?' });
  await restoring.getByLabel('Reason').fill('It tells them now.');
  await restoring.getByRole('button', { name: 'Restore' }).click();
  await expect(history.getByText(/restored Wharves\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove version 1.0 (1)' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove version 1.0 (1)?' });
  await removing.getByLabel('Reason').fill('This build crashes.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Restore version 1.0 (1)' })).toBeVisible();
  const { version } = await publisher.call('versions.get', { versionId });
  expect(version).toMatchObject({ status: 'removed', removalReason: 'This build crashes.' });
});
