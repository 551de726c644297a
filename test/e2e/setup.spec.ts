import { PASSWORD } from '#test/support/people.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { withoutAdmin: true, basePath: '/harbour/west/' } });

test('the one-time link creates the first admin of a store under another base path', async ({
  page,
  store,
  axe,
}) => {
  await page.goto('login');
  await expect(page.getByText('This store has no admin yet.')).toBeVisible();

  await page.goto(store.setupLink ?? '');
  await axe();
  await page.getByLabel('Your name').fill('Olga Operator');
  await page.getByLabel('Email').fill('olga@store.example');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Use at least 10 characters.',
  );
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin' }).click();

  await expect(page).toHaveURL(`${store.url}admin?setup=open`);
  await expect(page.getByRole('heading', { name: 'Set up your store' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
