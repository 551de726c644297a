import { readFileSync } from 'node:fs';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('the audit log is filtered by person, event, app and time, in the URL', async ({
  page,
  axe,
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
  await partLink(page, 'Audit log').click();
  await expect(page.getByText(/\d+ chained rows · (no checkpoint yet|checkpoint of)/)).toBeVisible();
  const log = page.getByRole('table', { name: 'Audit log' });
  const lines = log.locator('tbody tr:not([data-details])');
  await lines
    .filter({ hasText: 'removed Ledger from the store' })
    .getByRole('button', { name: /^Details of entry/ })
    .click();
  await expect(log.getByText('Keeps no books.')).toBeVisible();
  await checkAllViews(page, axe);
  // Any place of the row beside its links does the same.
  await lines.filter({ hasText: 'removed Ledger' }).getByRole('time').click();
  await expect(log.getByText('Keeps no books.')).toHaveCount(0);

  await page.getByLabel('App', { exact: true }).fill('ledger');
  await page.getByRole('option', { name: 'Ledger' }).click();
  await expect(page).toHaveURL(new RegExp(`app=${app.id}`));
  await expect(lines).toHaveCount(2);
  await page.getByLabel('Actor', { exact: true }).fill(publisher.email);
  await page.getByRole('option', { name: new RegExp(publisher.email) }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(['Dora Developer']);
  await expect(lines).toContainText(['created the app Ledger']);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
  const exported = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(exported).toHaveLength(2);
  expect(exported[1]).toContain('"Dora Developer created the app Ledger."');
  await page.getByLabel('Action', { exact: true }).selectOption('app.removed');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.getByRole('link', { name: 'Show everything' }).click();

  await page.getByLabel('Action', { exact: true }).selectOption('app.');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await expect(page).toHaveURL(/event=app\.&to=2020-01-31$/);
  // The address changes first: a field that shows the value before ignores that it is emptied.
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2020-01-31');
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('From').fill('2020-01-31');
  await expect(lines.first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('2020-01-31');
  await lines.getByRole('link', { name: 'Ledger' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/apps\\?app=${app.id}$`));
});
