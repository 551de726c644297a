import { GUIDE_PAGES, WHOLE_GUIDE } from '../../scripts/guide/pages.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test('every page has no accessibility violation in either theme, and fits a phone', async ({ page, axe }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  for (const { path } of [...GUIDE_PAGES, WHOLE_GUIDE]) {
    await page.goto(path);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, excess]).toEqual([path, 0]);
    // It repeats what the others have.
    if (path === WHOLE_GUIDE.path) continue;
    await checkSchemes(page, axe);
  }
});

test('the search is used with the keyboard, and leads to a section', async ({ page, axe }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('developer-guide.html');
  const field = page.getByRole('searchbox', { name: 'Search the guide' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('debugged by anyone');
  const results = page.getByRole('search').getByRole('link');
  await expect(results.first()).toContainText('The app can be debugged by anyone');
  await checkSchemes(page, axe);
  await page.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await expect(field).toHaveValue('');

  await page.keyboard.type('zzzz');
  await expect(page.getByRole('search').getByText('No results')).toBeAttached();
  await field.fill('debuggable');
  await expect(results.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guide\/rules\.html#[\w.-]+$/);
});

test('a page is read without scripts, and prints without menus', async ({ browser, store }) => {
  await using context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${store.url}guide/lifecycle.html`);
  await expect(
    page.getByRole('img', { name: 'The statuses of a version and the ways between them' }),
  ).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'All transitions' })
    .click();
  await expect(page).toHaveURL(/\/guide\/lifecycle\.html#transitions$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'Lifecycle' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
