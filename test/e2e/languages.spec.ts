import { expect, test } from './test.ts';

test.describe('in a browser set to German', () => {
  test.use({ locale: 'de-AT' });

  test('a person signs in and works in German, and switches to English', async ({ page, store, axe }) => {
    const { email, password } = await store.onboard();
    await page.goto('login');
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await axe();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');

    await page.goto('dashboard/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await axe();
    await page.getByLabel('Sprache der Oberfläche').selectOption('English');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  test('an error of the server is shown in German', async ({ page, problems }) => {
    problems.allow(/status of 401/);
    await page.goto('login');
    await page.getByLabel('E-Mail').fill('nobody@example.org');
    await page.getByLabel('Passwort', { exact: true }).fill('wrong password 1');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('E-Mail oder Passwort');
  });

  test('the page is in English when the German messages can’t be loaded', async ({ page, problems }) => {
    problems.allow(/de-sign-in|messages-de/);
    await page.route('**/de-sign-in-*.js', (route) => route.abort());
    await page.goto('login');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
