import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage } from '#test/world/send-package.ts';
import { judgeInAllLooks } from './looks.ts';
import { onboard } from './people.ts';
import { expect, test } from './test.ts';

const signer = makeIdentity('EC', { name: 'Admin apps' });

test('an app is found, removed with a reason, and restored; the log says so', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const publisher = await onboard(store.url, 'publish');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.wharves',
    name: 'Wharves',
  });
  const appId = app.id;
  const bytes = buildPackage({ from: 'plain', name: 'Wharves', versionName: '1.0', signer });
  const versionId = await sendPackage(publisher, { appId, fileName: 'wharves.apk', bytes });
  await publisher.call('versions.submit', { versionId });
  await people.admin.call('reviews.approve', { versionId });
  await signInAs(people.admin);
  await page.goto('admin/apps');
  await page.getByRole('searchbox').fill('example.wharves');
  await expect(page).toHaveURL(/\?q=example\.wharves$/);
  await page.getByLabel('Status').selectOption('published');
  await page.getByLabel('Platform').selectOption('android');
  await page.getByLabel('Order').selectOption('name');
  await expect(page).toHaveURL(/\?q=example\.wharves&status=published&platform=android&sort=name$/);
  await page
    .getByRole('list', { name: 'All apps' })
    .getByRole('link', { name: /Wharves/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/apps\\?app=${appId}$`));
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByText(/approved version 1\.0 \(1\) of Wharves\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish the app' })).toHaveAccessibleDescription(
    'Only its publisher can have this app unpublished.',
  );
  await judgeInAllLooks(page, axe);

  await page.getByRole('button', { name: 'Remove the app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Wharves?' });
  await expect(dialog.getByText(/1 published version, downloaded 0 times so far,/)).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Enter Wharves to go on').fill('Wharves');
  await confirm.click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Say why/);
  await dialog.getByLabel('Reason').fill('It tracks people without telling them.');
  await judgeInAllLooks(page, axe);
  await confirm.click();
  await expect(page.getByText('Why the store removed it')).toBeVisible();
  await expect(history.getByText(/removed Wharves from the store\.$/)).toBeVisible();
  expect((await publisher.call('apps.get', { appId })).app).toMatchObject({
    status: 'removed',
    removalReason: 'It tracks people without telling them.',
  });

  await page.getByRole('button', { name: 'Restore the app' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore Wharves?' });
  await restoring.getByLabel('Reason').fill('It tells them now.');
  await restoring.getByRole('button', { name: 'Restore' }).click();
  await expect(history.getByText(/restored Wharves\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the app' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove version 1.0 (1)' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove version 1.0 (1)?' });
  await removing.getByLabel('Reason').fill('This build crashes.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Restore version 1.0 (1)' })).toBeVisible();
  const { version } = await publisher.call('versions.get', { versionId });
  expect(version).toMatchObject({ status: 'removed', removalReason: 'This build crashes.' });
});
