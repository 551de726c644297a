import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

test('a publisher sees usage and a full quota, and continues once an admin raises it', async ({
  page,
  people,
  problems,
  signInAs,
  store,
  axe,
}) => {
  const publisher = await store.onboard();
  const id = publisher.uid.toLowerCase().replaceAll(/\W/g, '');
  await publisher.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.q${id}.one`,
    name: 'One',
  });

  await signInAs(people.admin);
  await page.goto(`admin/users?q=${encodeURIComponent(publisher.email)}`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Quotas' }).click();
  const dialog = page.getByRole('dialog', { name: /^Quotas for/ });
  const drafts = dialog.getByLabel('Apps without an approved version', { exact: true }).last();
  await drafts.fill('0');
  await dialog.getByRole('button', { name: 'Save quotas' }).click();
  await expect(drafts).toHaveAccessibleDescription('Use 1 or more.');
  await axe();
  await drafts.fill('1');
  await dialog.getByRole('button', { name: 'Save quotas' }).click();
  await expect(dialog).toBeHidden();

  await signInAs(publisher);
  await page.goto('dashboard/settings');
  await partLink(page, 'Usage').click();
  const full = page
    .getByRole('list', { name: 'Usage' })
    .getByRole('listitem')
    .filter({ hasText: 'Apps without an approved version' });
  await expect(full).toContainText('1 of 1');
  await expect(full).toContainText('Full. Delete a draft app you no longer need');
  await expect(full.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await axe();

  problems.allow(/429/);
  await page.goto('dashboard/apps/new');
  await page.getByLabel('Name', { exact: true }).fill('Two');
  await page.getByLabel('Application ID').fill(`org.example.q${id}.two`);
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(
    page.getByText('You have reached your quota “Apps without an approved version”'),
  ).toBeVisible();
  await expect(page.getByText('See your usage in Settings under Usage.')).toBeVisible();

  await people.admin.call('users.setQuotas', { uid: publisher.uid, overrides: {} });
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two' })).toBeVisible();
});

test('an admin changes the quotas of the store, with the limits explained and checked', async ({
  page,
  people,
  signInAs,
  axe,
}) => {
  await signInAs(people.admin);
  await page.goto('admin/settings?tab=limits');
  const storage = page.getByLabel('Storage', { exact: true });
  await expect(storage).toHaveAccessibleDescription(/^Packages and images of all of a publisher’s apps/);
  await expect(storage).toHaveValue('50');
  await storage.fill('0');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(storage).toHaveAttribute('aria-invalid', 'true');
  await storage.fill('2');
  await axe();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  const { usage } = await people.developer.call('account.usage', {});
  expect(usage.find(({ quota }) => quota === 'storedMegabytes')).toMatchObject({ limit: 2 * 1024 ** 3 });
  const { settings } = await people.admin.call('settings.get', {});
  await people.admin.call('settings.update', {
    settings: { quotas: { ...settings.quotas, storedMegabytes: 50 * 1024 } },
  });
});

test('an expired upload says so and leads to a new one', async ({ page, signInAs, store }) => {
  const publisher = await store.onboard();
  const id = publisher.uid.toLowerCase().replaceAll(/\W/g, '');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.q${id}.late`,
    name: 'Late',
  });
  const { version } = await publisher.call('versions.create', {
    appId: app.id,
    fileName: 'a.apk',
    size: 5000,
  });
  await store.database.query("UPDATE versions SET last_byte_at = now() - interval '25 hours' WHERE id = $1", [
    version.id,
  ]);
  await store.database.query("SELECT graphile_worker.add_job('expire-files', '{}'::json)");
  await expect
    .poll(async () => (await publisher.call('versions.get', { versionId: version.id })).version.status)
    .toBe('expired');
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${app.id}?version=${version.id}`);
  const shown = page.getByRole('article', { name: 'Version a.apk' });
  await expect(shown).toContainText('Nothing arrived for too long, so the upload was deleted');
  await expect(page.getByRole('heading', { name: 'The upload expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Upload again' }).click();
  await expect(page).toHaveURL(/versions\/new$/);
});
