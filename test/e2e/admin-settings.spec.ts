import { signUp } from './people.ts';
import { expect, test } from './test.ts';

const PARTS = ['Store', 'Publishing', 'Review', 'Package rules', 'Limits', 'Categories', 'Terms'];

test('every part of the settings has an address of its own', async ({ page, people, signInAs }) => {
  await signInAs(people.admin);
  await page.goto('admin/settings');
  for (const name of PARTS) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('region', { name })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
});

test('a change is checked, asked about when left, effective at once, and logged', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  await signInAs(people.admin);
  await page.goto('admin/settings');
  await page.getByLabel('Store name').fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Store name')).toHaveAccessibleDescription('Enter the name of the store.');
  await page.getByLabel('Store name').fill('Fisherman’s Wharf');
  await page.getByRole('radio', { name: 'Closed' }).check();
  await page.getByRole('tab', { name: 'Limits' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. The settings hold from now on.')).toBeVisible();
  await expect(signUp(store.url, 'Late Larry')).rejects.toThrow(/does not take new accounts/);
  await page.getByRole('link', { name: 'See earlier changes' }).click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByText('Admin changed settings of the store: store name, registration.')).toBeVisible();

  await page.goto('admin/settings?tab=categories');
  await page.getByRole('button', { name: 'Add a category' }).click();
  const last = page.getByRole('list', { name: 'Categories' }).getByRole('listitem').last();
  await last.getByLabel('Name', { exact: true }).fill('Maps & Weather');
  await last.getByLabel('Id', { exact: true }).focus();
  await expect(last.getByLabel('Id', { exact: true })).toHaveValue('maps-weather');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. The settings hold from now on.')).toBeVisible();
  const { settings } = await people.admin.call('settings.get', {});
  expect(settings).toMatchObject({ storeName: 'Fisherman’s Wharf', registration: 'closed' });
  expect(settings.categories.at(-1)).toEqual({ id: 'maps-weather', name: 'Maps & Weather' });
  await people.admin.call('settings.update', { settings: { storeName: 'Quayside', registration: 'open' } });
});
