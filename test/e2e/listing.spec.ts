import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createPublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

/** A picture as a publisher would upload it. */
function picture(background: string, width = 720, height = 1280): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

async function createApp(publisher: Person): Promise<string> {
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.tides.p${publisher.uid.toLowerCase().replaceAll(/\W/g, '')}`,
    name: 'Tides',
  });
  return app.id;
}

const listingOf = (appId: string, locale?: string) =>
  `dashboard/apps/${appId}?tab=listing${locale ? `&locale=${locale}` : ''}`;
const saved = (page: Page) => page.getByRole('status', { name: 'Save status' });
/** Reads the stored listing without the page. */
const stored = async (publisher: Person, appId: string, locale = 'en-US') =>
  (await publisher.call('apps.getListing', { appId })).listings.find((one) => one.locale === locale)?.texts;

test('a first listing is written in two languages, and autosaved', async ({ page, signInAs, store }) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tides of the world');
  await page.getByRole('textbox', { name: 'Summary' }).fill('High and low water');
  await page.getByRole('textbox', { name: 'Description' }).fill('Shows **tides**.\n\n- at sea\n- in port');
  await expect(saved(page)).toHaveText('Saved');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview of the description' });
  await expect(preview.getByRole('listitem')).toHaveText(['at sea', 'in port']);
  await expect.poll(async () => (await stored(publisher, appId))?.name).toBe('Tides of the world');

  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Education' });
  const tags = page.getByRole('textbox', { name: 'Tags' });
  await tags.fill('water,moon,sun');
  await tags.press('Enter');
  await expect(page.getByRole('button', { name: 'sun' })).toBeVisible();
  await tags.press('Backspace');
  await expect(page.getByRole('button', { name: 'sun' })).toBeHidden();
  await page.getByRole('textbox', { name: /^Source code/ }).fill('example.org');
  await expect(page.getByRole('textbox', { name: /^Source code/ })).toHaveAccessibleDescription(
    /Enter a full URL/,
  );
  await page.getByRole('textbox', { name: /^Source code/ }).fill('https://example.org/source');
  await expect
    .poll(async () => (await publisher.call('apps.get', { appId })).details)
    .toMatchObject({
      category: 'education',
      tags: ['water', 'moon'],
      sourceCode: 'https://example.org/source',
    });

  await page.getByRole('button', { name: 'Add a language' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (Germany) · de-DE' }).click();
  await dialog.getByRole('button', { name: 'Add language' }).click();
  await expect(page.getByRole('heading', { name: 'Texts in German (Germany)' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gezeiten');
  await page.getByRole('link', { name: /^English/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Tides of the world');
  await expect.poll(async () => (await stored(publisher, appId, 'de-DE'))?.name).toBe('Gezeiten');

  await page.getByRole('link', { name: /^German/ }).click();
  await page.getByRole('button', { name: 'Delete German (Germany)' }).click();
  await dialog.getByRole('button', { name: 'Delete language' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /^German/ })).toHaveCount(0);
  expect(await stored(publisher, appId, 'de-DE')).toBeUndefined();
});

test('pictures are checked, uploaded, and reordered by keyboard', async ({ page, axe, signInAs, store }) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  const phone = page.getByRole('region', { name: 'Phone screenshots' });
  await phone
    .getByLabel('Add phone screenshots', { exact: true })
    .last()
    .setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: await picture('teal') },
      { name: 'two.png', mimeType: 'image/png', buffer: await picture('navy') },
      { name: 'far too long.png', mimeType: 'image/png', buffer: await picture('navy', 400, 3000) },
    ]);
  await expect(phone.getByRole('img')).toHaveCount(2);
  await expect(phone.getByText('The image has the wrong shape')).toBeVisible();
  await expect(phone.getByText('It is 400 × 3000 pixels.')).toBeVisible();
  await checkAllViews(page, axe);
  await phone.getByRole('button', { name: 'Dismiss far too long.png' }).click();

  const addresses = () =>
    phone.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  const before = await addresses();
  await phone.getByRole('button', { name: 'Drag phone screenshot 1' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up screenshot 1 of 2.')).toBeAttached();
  // The library measures the positions after it picks up, and ignores arrow keys until then.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Screenshot 1 is over position 2 of 2.')).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(addresses).toEqual(before.toReversed());
  await page.reload();
  await phone.scrollIntoViewIfNeeded();
  await expect.poll(addresses).toEqual(before.toReversed());
  await phone.getByRole('button', { name: 'Move phone screenshot 2 earlier' }).click();
  await expect.poll(addresses).toEqual(before);
  await phone.getByRole('button', { name: 'Delete phone screenshot 2' }).click();
  await expect(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible();
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete screenshot' }).click();
  await expect(phone.getByRole('img')).toHaveCount(1);
});

test('an edit in a second tab is not overwritten: both versions are offered', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 409/);
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await publisher.call('apps.updateListing', {
    appId,
    locale: 'en-US',
    revision: 0,
    listing: { name: 'Tides' },
  });
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('');
  // This tab is slow to hear of what the other one saves; otherwise it shows that before anything is typed here.
  await page.route('**/us-central1/apps.getListing', () => undefined);
  const other = await page.context().newPage();
  await other.goto(listingOf(appId));
  await other.getByRole('textbox', { name: 'Summary' }).fill('Written in the other tab');
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Tides 2');
  await expect.poll(async () => (await stored(publisher, appId))?.name).toBe('Tides 2');
  await other.close();

  await page.getByRole('textbox', { name: 'Summary' }).fill('Written in this tab');
  const summary = page.getByRole('radiogroup', { name: 'Summary' });
  await expect(summary.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await expect(summary).toContainText('Written in the other tab');
  const name = page.getByRole('radiogroup', { name: 'Name' });
  await expect(name.getByRole('radio', { name: 'Saved by others' })).toBeChecked();
  await axe();
  await page.unroute('**/us-central1/apps.getListing');
  await page.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Tides 2');
  await expect
    .poll(() => stored(publisher, appId))
    .toMatchObject({ name: 'Tides 2', summary: 'Written in this tab' });
});

test('unsaved text survives a crash, and leaving without saving asks', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/Failed to load resource/);
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  await page.route('**/us-central1/apps.updateListing', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Summary' }).fill('Written on a train');
  await expect(saved(page)).toHaveText('Not saved');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Apps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('Written on a train');

  // The page goes without a word, as in a crash.
  const crashed = page;
  const next = await page.context().newPage();
  await crashed.close({ runBeforeUnload: false });
  await next.goto(listingOf(appId));
  await expect(next.getByRole('textbox', { name: 'Summary' })).toHaveValue('Written on a train');
  expect((await stored(publisher, appId))?.summary).toBe('');
  await next.getByRole('button', { name: 'Save' }).click();
  await expect(saved(next)).toHaveText('Saved');
  expect((await stored(publisher, appId))?.summary).toBe('Written on a train');
});

test('a folder in the fastlane layout is previewed, imported and exported', async ({
  page,
  axe,
  signInAs,
  store,
}, testInfo) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  const root = testInfo.outputPath('metadata');
  const write = async (path: string, content: string | Buffer) => {
    const file = join(root, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
  };
  await write('android/en-US/title.txt', 'Tides');
  await write('android/en-US/short_description.txt', 'High and low water');
  await write('android/fr-FR/title.txt', 'Marées');
  await write('android/fr-FR/changelogs/default.txt', 'Plus rapide.');
  await write('android/fr-FR/images/icon.png', await picture('teal', 512, 512));
  await write('android/fr-FR/images/phoneScreenshots/1.png', await picture('navy'));
  await write('android/fr-FR/images/phoneScreenshots/2.png', await picture('olive', 100, 200));
  await write('android/fr-FR/notes.txt', 'not for the store');

  await signInAs(publisher);
  await page.goto(listingOf(appId));
  await page.getByLabel('Folder to import').setInputFiles(root);
  const dialog = page.getByRole('dialog', { name: 'Import this folder?' });
  await expect(dialog.getByRole('region', { name: 'Text changes' })).toContainText('Marées');
  await expect(dialog.getByRole('region', { name: 'Added images' })).toContainText(
    'French (France): phone screenshot',
  );
  await expect(dialog.getByRole('region', { name: '2 ignored files' })).toContainText(
    'The image is too small or too large. It is 100 × 200 pixels.',
  );
  await expect(dialog.getByText('This file isn’t part of a listing.')).toBeVisible();
  await axe();
  expect(await stored(publisher, appId, 'fr-FR')).toBeUndefined();
  await dialog.getByRole('button', { name: 'Import folder' }).click();
  const done = page.getByRole('dialog', { name: 'Imported' });
  await expect(done.getByText('2 of 2 images')).toBeVisible();
  await done.getByRole('button', { name: 'Close' }).click();
  expect(await stored(publisher, appId, 'fr-FR')).toMatchObject({ name: 'Marées', whatsNew: 'Plus rapide.' });
  await page.getByRole('link', { name: /^French/ }).click();
  await expect(page.getByRole('img', { name: 'The icon' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as ZIP' }).click();
  expect((await download).suggestedFilename()).toMatch(/-listing\.zip$/);
});

test('a dropped folder is read with its subfolders', async ({ page, signInAs, store }, testInfo) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  const root = testInfo.outputPath('fastlane');
  for (const locale of ['de-DE', 'nl-NL']) {
    const folder = join(root, 'metadata/android', locale);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'title.txt'), `Tides ${locale}`);
  }
  await signInAs(publisher);
  await page.goto(listingOf(appId));
  const zone = page.getByText('Drop or choose a folder in fastlane layout');
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 10,
      data: { items: [], files: [root], dragOperationsMask: 1 },
    });
  }
  const dialog = page.getByRole('dialog', { name: 'Import this folder?' });
  await expect(dialog.getByRole('region', { name: 'Text changes' })).toContainText('Tides nl-NL');
  await dialog.getByRole('button', { name: 'Import folder' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: /^Dutch/ })).toBeVisible();
  expect((await stored(publisher, appId, 'de-DE'))?.name).toBe('Tides de-DE');
});

test('viewers see the listing, and why they cannot change it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  const appId = await createApp(publisher);
  await signInAs(people.admin);
  await page.goto(listingOf(appId));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('readonly');
  for (const action of ['Add a language', 'Add the icon', 'Add phone screenshots', 'Choose folder']) {
    await expect(page.getByRole('button', { name: action })).toHaveAccessibleDescription(
      'Only owners and maintainers of this app can change its listing.',
    );
  }
  await axe();
});

test('a published app keeps its description until there is another one', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400/);
  const { owner, appId } = await createPublishedApp(store);
  await signInAs(owner);
  await page.goto(listingOf(appId));
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill('');
  await expect(saved(page)).toHaveText('Saved');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'requires: Description' });
  await expect(alert).toContainText('Enter a new value to replace the current one.');
  await axe();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await description.fill('Shows when the tide turns.');
  await expect(saved(page)).toHaveText('Saved');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await expect(page.getByText('1 change is live.')).toBeFocused();
  const { listings } = await owner.call('apps.getListing', { appId });
  expect(listings[0]?.publicTexts?.description).toBe('Shows when the tide turns.');
});
