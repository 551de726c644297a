import type { Page } from '@playwright/test';
import { deriveAccent } from '#shared/settings/accent.ts';
import { DEFAULT_ACCENT } from '#shared/settings/settings.ts';
import { expect, test } from './test.ts';
import { checkAllViews, checkSchemes } from './themes.ts';

const TAGLINE = 'Apps for the harbour and everyone on it';

// The store's page asks to wait until the first generation of the feed is there.
test.beforeEach(async ({ store }) => {
  await expect.poll(async () => (await fetch(`${store.url}fdroid/repo/`)).status).toBe(200);
});

test.afterEach(async ({ people }) => {
  await people.admin.call('settings.update', { settings: { tagline: '', accent: DEFAULT_ACCENT } });
});

/** Returns the color of the theme's buttons as the page has it now. */
const primaryOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--mui-palette-primary-main'),
  );

test('an admin sets accent and tagline, and sees them in the console, on the sign-in page and in the store', async ({
  page,
  context,
  people,
  signInAs,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signInAs(people.admin);
  await page.goto('admin/settings');
  await expect.poll(() => primaryOf(page)).toBe(DEFAULT_ACCENT);

  await test.step('what can’t be used is refused', async () => {
    await page.getByLabel('Accent colour').fill('#00796');
    await page.getByLabel('Tagline').fill('a'.repeat(81));
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByLabel('Accent colour')).toHaveAccessibleDescription(
      'Use a colour in the form #1565c0.',
    );
    await expect(page.getByLabel('Tagline')).toHaveAccessibleDescription('Use at most 80 characters.');
  });

  await test.step('the preview shows both themes and their contrast', async () => {
    const preview = page.getByRole('group', { name: 'Preview' });
    await page.getByLabel('Tagline').fill(TAGLINE);
    await page.getByRole('button', { name: 'Amber' }).click();
    await expect(page.getByLabel('Accent colour')).toHaveValue('#ffb300');
    await expect(preview.getByText(TAGLINE)).toHaveCount(2);
    await expect(
      preview.getByText(/^Adjusted to #[0-9a-f]{6}: contrast 4\.\d:1 instead of 1\.\d:1\.$/),
    ).toBeVisible();
    await expect(preview.getByText(/^Used as it is: contrast \d\.\d:1\.$/)).toBeVisible();
  });

  await test.step('the console has it without a reload, and so has another window', async () => {
    const other = await context.newPage();
    await other.emulateMedia({ colorScheme: 'dark' });
    await other.goto('dashboard');
    await expect.poll(() => primaryOf(other)).toBe(deriveAccent(DEFAULT_ACCENT).dark.main);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
    await expect.poll(() => primaryOf(page)).toBe(deriveAccent('#ffb300').light.main);
    await expect.poll(() => primaryOf(other)).toBe(deriveAccent('#ffb300').dark.main);
    await other.close();
  });

  await test.step('the sign-in page has it without any script', async () => {
    await context.clearCookies();
    await page.route(/static\/js\/core-/, (route) =>
      // It never ends, so nothing that imports it runs.
      route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => {});' }),
    );
    await page.goto('login');
    expect(await primaryOf(page)).toBe(deriveAccent('#ffb300').light.main);
    await page.unroute(/static\/js\/core-/);
    await page.goto('login');
    await expect(page.getByRole('main').getByText(TAGLINE)).toBeVisible();
  });

  await test.step('the store’s page has it', async () => {
    await page.goto('fdroid/repo/');
    await expect(page.getByText(TAGLINE)).toBeVisible();
    const color = await page
      .getByRole('region', { name: 'Add this store' })
      .getByRole('link', { name: 'Add to F-Droid' })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor);
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(deriveAccent('#ffb300').light.main.slice(at, at + 2), 16),
    );
    expect(color).toBe(`rgb(${red}, ${green}, ${blue})`);
  });
});

for (const [name, accent] of [
  ['a light yellow', '#fff176'],
  ['a very dark blue', '#0b1a2b'],
] as const) {
  test(`${name} stays readable in both themes`, async ({ page, people, signInAs, axe }) => {
    await people.admin.call('settings.update', { settings: { accent, tagline: TAGLINE } });
    await page.goto('login');
    await expect(page.getByText(TAGLINE)).toBeVisible();
    await checkAllViews(page, axe);
    for (const path of ['fdroid/repo/', 'developer-guide.html']) {
      await page.goto(path);
      await checkSchemes(page, axe);
    }
    await signInAs(people.admin);
    await page.goto('admin/settings');
    await expect(page.getByRole('group', { name: 'Preview' })).toBeVisible();
    await checkAllViews(page, axe);
    await page.goto('dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkAllViews(page, axe);
  });
}
