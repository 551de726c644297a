import { expect, test } from './test.ts';

test('the audit log is filtered by person, event, app and time, in the URL', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.ledger',
    name: 'Ledger',
  });
  await people.admin.call('apps.remove', { appId: app.id, reason: 'Keeps no books.' });
  await signInAs(people.admin);
  await page.goto('admin');
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Admin removed Ledger from the store.' })).toContainText(
    'Keeps no books.',
  );

  await page.getByLabel('App', { exact: true }).fill('ledger');
  await page.getByRole('option', { name: 'Ledger' }).click();
  await expect(page).toHaveURL(new RegExp(`app=${app.id}`));
  await expect(lines).toHaveCount(2);
  await page.getByLabel('Actor', { exact: true }).fill(publisher.email);
  await page.getByRole('option', { name: new RegExp(publisher.email) }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('Dora Developer created the app Ledger.');
  await page.getByLabel('Action', { exact: true }).selectOption('app.removed');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.getByRole('link', { name: 'Show everything' }).click();

  await page.getByLabel('Action', { exact: true }).selectOption('app.');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await expect(page).toHaveURL(/event=app\.&to=2020-01-31$/);
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('From').fill('2020-01-31');
  await expect(lines.first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('2020-01-31');
  await lines.getByRole('link', { name: 'Ledger' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/apps\\?app=${app.id}$`));
});
