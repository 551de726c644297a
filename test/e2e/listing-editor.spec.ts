import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Person } from '#test/support/people.ts';
import { expect, test } from './test.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 800 };

const LONG = 'Shows **tides** and moorings for every harbour, with depth and price. '.repeat(8);

async function createApp(publisher: Person, locales: readonly string[] = []): Promise<string> {
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.editor.p${publisher.uid.toLowerCase().replaceAll(/\W/g, '')}`,
    name: 'Tides',
  });
  for (const locale of locales) {
    await publisher.call('apps.updateListing', {
      appId: app.id,
      locale,
      revision: 0,
      listing: { name: `Tides ${locale}` },
    });
  }
  return app.id;
}

const listingOf = (appId: string, more = '') => `dashboard/apps/${appId}?tab=listing${more}`;
const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const stored = async (publisher: Person, appId: string, locale: string) =>
  (await publisher.call('apps.getListing', { appId })).listings.find((one) => one.locale === locale)?.texts;

test('the meter counts what is complete, and links to what is missing', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  const meter = page.getByRole('progressbar', { name: '1 of 5 complete' });
  await expect(meter).toHaveAttribute('aria-valuenow', '20');
  const missing = page.getByRole('list', { name: 'Missing:' });
  await expect(missing.getByRole('listitem')).toHaveText(['Summary', 'Description', 'Icon', 'Category']);
  await axe();

  await missing.getByRole('link', { name: 'Summary' }).click();
  await expect(field(page, 'Summary')).toBeFocused();
  await page.keyboard.type('High and low water');
  await expect(page.getByRole('heading', { name: '2 of 5 complete' })).toBeVisible();
  await missing.getByRole('link', { name: 'Category' }).click();
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Education' });
  await expect(missing.getByRole('listitem')).toHaveText(['Description', 'Icon']);
  const sections = page.getByRole('navigation', { name: 'Listing sections' });
  await expect(sections.getByRole('link')).toHaveText([
    'Texts, incomplete',
    'Graphics, incomplete',
    'Screenshots',
    'App details, complete',
    'Import and export',
  ]);
});

test('the sections are reached by link, keyboard and menu, and follow the scrolling', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.setViewportSize(WIDE);
  await page.goto(listingOf(appId));
  const sections = page.getByRole('navigation', { name: 'Listing sections' });
  const current = sections.locator('[aria-current]');
  await expect(current).toHaveText(/^Texts/);
  await sections.getByRole('link', { name: 'Screenshots' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=listing#screenshots$/);
  const screenshots = page.getByRole('region', { name: 'Screenshots', exact: true });
  await expect(screenshots).toBeFocused();
  await expect(screenshots.getByRole('heading', { name: 'Screenshots' })).toBeInViewport();
  await expect(current).toHaveText(/^Screenshots/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add phone screenshots' })).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(current).toHaveText(/^Import and export/);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(current).toHaveText(/^Texts/);

  await page.setViewportSize(NARROW);
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Section: Texts' }).click();
  await page.getByRole('menuitem', { name: /^App details/ }).click();
  await expect(page.getByRole('region', { name: 'App details' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Section: App details' })).toBeVisible();
  await axe();
});

test('the preview shows the store page as it is typed', async ({ page, axe, signInAs, store }) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.setViewportSize(WIDE);
  await page.route('**/us-central1/apps.updateListing', () => undefined);
  await page.goto(listingOf(appId));
  const preview = page.getByRole('region', { name: 'Store page preview' });
  await expect(preview).toContainText('Tides');
  await expect(preview).toContainText('No summary yet');
  await field(page, 'Summary').fill('High and low water');
  await field(page, 'Description').fill('Shows **tides**.\n\n- at sea\n- in port');
  await expect(preview).toContainText('High and low water');
  await expect(preview.getByRole('listitem')).toHaveText(['at sea', 'in port']);
  await axe();

  await page.setViewportSize(NARROW);
  await expect(preview).toBeHidden();
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Store page in English (United States)' });
  await expect(dialog).toContainText('High and low water');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('pictures dropped onto a device are added; those that do not fit are rejected there', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  const tablet = page.getByRole('region', { name: '7-inch tablet screenshots' });
  await tablet.scrollIntoViewIfNeeded();
  const shades = [
    '#102030',
    '#203040',
    '#304050',
    '#405060',
    '#506070',
    '#607080',
    '#708090',
    '#8090a0',
    '#90a0b0',
  ];
  const pictures = await Promise.all(
    shades.map(async (background) => {
      const picture = sharp({ create: { width: 400, height: 640, channels: 3, background } });
      return (await picture.png().toBuffer()).toString('base64');
    }),
  );
  // Chromium drops real files only with paths that it can read; a transfer made by the page holds any content.
  const transfer = await page.evaluateHandle((contents) => {
    const made = new DataTransfer();
    made.items.add(new File(['notes'], 'notes.txt', { type: 'text/plain' }));
    for (const [at, content] of contents.entries()) {
      const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
      made.items.add(new File([bytes], `tablet ${at + 1}.png`, { type: 'image/png' }));
    }
    return made;
  }, pictures);
  await tablet.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(tablet.getByText('Drop to add 7-inch tablet screenshots')).toBeVisible();
  await tablet.dispatchEvent('drop', { dataTransfer: transfer });

  await expect(tablet.getByRole('img')).toHaveCount(8);
  await expect(tablet.getByText('notes.txt is text/plain.')).toBeVisible();
  await expect(tablet.getByText('There are too many images')).toBeVisible();
  await expect(tablet.getByText('Not added: tablet 9.png.')).toBeVisible();
  await axe();
  const { graphics } = await publisher.call('apps.getListing', { appId });
  expect(graphics.map(({ kind }) => kind)).toEqual(shades.slice(1).map(() => 'sevenInchScreenshots'));
  await expect(page.getByRole('region', { name: 'Phone screenshots' }).getByRole('img')).toHaveCount(0);
});

test('several languages are edited side by side, each saved on its own', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/Failed to load resource/);
  const publisher = await store.onboard();
  const appId = await createApp(publisher, ['en-US', 'de-DE', 'fr-FR', 'nl-NL']);
  await signInAs(publisher);
  await page.setViewportSize(WIDE);
  await page.goto(listingOf(appId));
  for (const language of ['German (Germany)', 'French (France)']) {
    await page.getByRole('button', { name: 'Edit side by side' }).click();
    await page.getByRole('menuitemcheckbox', { name: language }).click();
  }
  await expect(page).toHaveURL(/beside=de-DE%2Cfr-FR/);
  await page.getByRole('button', { name: 'Edit side by side' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dutch (Netherlands)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.reload();
  const english = page.getByRole('region', { name: 'Texts in English (United States)' });
  const german = page.getByRole('region', { name: 'Texts in German (Germany)' });
  const french = page.getByRole('region', { name: 'Texts in French (France)' });
  await expect(field(french, 'Name')).toHaveValue('Tides fr-FR');
  const tops = await Promise.all(
    [english, german, french].map(async (column) => (await field(column, 'Summary').boundingBox())?.y),
  );
  expect(new Set(tops).size).toBe(1);

  // Only German can't be saved.
  await page.route('**/us-central1/apps.updateListing', (route) =>
    route.request().postData()?.includes('de-DE') ? route.abort() : route.fallback(),
  );
  await field(english, 'Summary').fill('High and low water');
  await field(german, 'Summary').fill('Hoch- und Niedrigwasser');
  await expect(english.getByRole('status', { name: /^Save status/ })).toHaveText('Saved');
  await expect(german.getByRole('status', { name: /^Save status/ })).toHaveText('Not saved');
  await expect(french.getByRole('status', { name: /^Save status/ })).toHaveText('');
  expect((await stored(publisher, appId, 'de-DE'))?.summary).toBe('');
  await page.unroute('**/us-central1/apps.updateListing');
  await german.getByRole('button', { name: 'Retry' }).click();
  await expect(german.getByRole('status', { name: /^Save status/ })).toHaveText('Saved');
  expect((await stored(publisher, appId, 'de-DE'))?.summary).toBe('Hoch- und Niedrigwasser');

  await french.getByRole('button', { name: 'Fill empty fields from English (United States)' }).click();
  await expect(field(french, 'Summary')).toHaveValue('High and low water');
  await expect(field(french, 'Name')).toHaveValue('Tides fr-FR');
  await expect
    .poll(async () => (await stored(publisher, appId, 'fr-FR'))?.summary)
    .toBe('High and low water');
  await axe();
  await page.setViewportSize(NARROW);
  await axe();
});

test('the save status appears with the first edit, stays in place and covers no field', async ({
  page,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/Failed to load resource/);
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  const status = page.getByRole('status', { name: 'Save status' });
  for (const [at, size] of [WIDE, NARROW].entries()) {
    await page.setViewportSize(size);
    await page.goto(listingOf(appId));
    await expect(field(page, 'Summary')).toBeVisible();
    await expect(status).toHaveText('');
    await page.route('**/us-central1/apps.updateListing', (route) => route.abort());
    await field(page, 'Video').fill(`https://example.org/${at}`);
    await expect(status).toHaveText('Not saved');
    await page.unroute('**/us-central1/apps.updateListing');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(status).toHaveText('Saved');
    for (const name of ['Video', 'Description', 'Name']) {
      await field(page, name).focus();
      await field(page, name).scrollIntoViewIfNeeded();
      const shown = await status.boundingBox();
      const box = await field(page, name).boundingBox();
      expect(box?.y).toBeGreaterThan((shown?.y ?? Infinity) + (shown?.height ?? 0));
    }
  }
});

test('the description keeps the height of its text when the window is resized', async ({
  page,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.setViewportSize(WIDE);
  await page.goto(listingOf(appId));
  const description = field(page, 'Description');
  await description.fill(LONG);
  for (const size of [NARROW, WIDE, { width: 700, height: 800 }, NARROW]) {
    await page.setViewportSize(size);
    await expect
      .poll(() => description.evaluate((area) => Math.abs(area.scrollHeight - area.clientHeight) <= 1))
      .toBe(true);
  }
  const narrow = (await description.boundingBox())?.height ?? 0;
  await page.setViewportSize(WIDE);
  await expect.poll(async () => (await description.boundingBox())?.height ?? Infinity).toBeLessThan(narrow);
});

test('pasted HTML becomes Markdown, which is saved and can be undone', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  const description = field(page, 'Description');
  await description.fill('Tides. ');
  await description.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p>Shows <b>ports</b></p><ul><li>and depths</li></ul>');
    clipboardData.setData('text/plain', 'Shows ports and depths');
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(description).toHaveValue('Tides. Shows **ports**\n\n* and depths');
  await expect(page.getByText('Pasted HTML became Markdown.')).toBeVisible();
  await axe();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(description).toHaveValue('Tides. ');

  await description.fill('<b>Tides</b>\nand ports');
  await expect(page.getByText('This text has HTML. It’s shown and saved as Markdown.')).toBeVisible();
  await expect
    .poll(async () => (await stored(publisher, appId, 'en-US'))?.description)
    .toBe('**Tides**\nand ports');
  await expect(description).toHaveValue('<b>Tides</b>\nand ports');
  await page.getByRole('button', { name: 'Convert to Markdown' }).click();
  await expect(description).toHaveValue('**Tides**\nand ports');
});

test('texts from right to left have their direction in fields, previews and lists', async ({
  page,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher, ['ar']);
  const listing = { name: 'مرفأ', summary: 'كل المواعيد (2026)', description: 'تعرض **المد**.' };
  for (const locale of ['ar', 'en-US']) {
    const { listings } = await publisher.call('apps.getListing', { appId });
    const revision = listings.find((one) => one.locale === locale)?.revision ?? 0;
    await publisher.call('apps.updateListing', { appId, locale, revision, listing });
  }
  await signInAs(publisher);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(listingOf(appId, '&locale=ar'));
  for (const name of ['Name', 'Summary', 'Description']) {
    await expect(field(page, name)).toHaveAttribute('dir', 'rtl');
    await expect(field(page, name)).toHaveCSS('direction', 'rtl');
  }
  await expect(field(page, 'Video')).toHaveCSS('direction', 'ltr');
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click();
  await expect(page.getByText('المد', { exact: true }).first()).toHaveCSS('direction', 'rtl');
  const preview = page.getByRole('region', { name: 'Store page preview' });
  await expect(preview.getByText('المد', { exact: true })).toHaveCSS('direction', 'rtl');
  await page.goto('dashboard');
  const inList = page.getByRole('main').getByText('مرفأ', { exact: true });
  await expect(inList.first()).toHaveCSS('direction', 'rtl');
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('heading', { level: 1 }).getByText('مرفأ')).toHaveCSS('direction', 'rtl');
});
