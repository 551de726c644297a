import { createOwnApp } from '#test/support/own-app.ts';
import { waitForPublication } from '#test/support/uploads.ts';
import { expect, test } from './test.ts';

test('a publisher opens the app in the store, where anyone finds and downloads it', async ({
  page,
  context,
  people,
  store,
  signInAs,
  axe,
}) => {
  const { owner, appId, applicationId, name, submit } = await createOwnApp(store);
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Install' })).toHaveCount(0);

  const versionId = await submit();
  await people.admin.call('reviews.approve', { versionId });
  await waitForPublication(owner, versionId);
  const install = page.getByRole('region', { name: 'Install' });
  await expect(install.getByRole('img', { name: 'QR code of the repository address' })).toBeVisible();
  await expect(install.getByText(`${store.url}fdroid/repo`)).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await install.getByRole('button', { name: 'Copy repository address' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/fdroid\/repo\?fingerprint=[0-9A-F]{64}$/);

  await context.clearCookies();
  // The feed contains the app a few seconds after its publication.
  await expect
    .poll(async () => (await fetch(`${store.url}fdroid/repo/?app=${applicationId}`)).status)
    .toBe(200);
  await install.getByRole('link', { name: 'View in store' }).click();
  await expect(page).toHaveURL(`${store.url}fdroid/repo/?app=${applicationId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Permissions' })).toBeVisible();
  const history = page.getByRole('region', { name: 'Version history' });
  await history.locator('summary').click();
  await expect(history.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await axe();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download APK' }).click();
  expect((await downloading).suggestedFilename()).toBe(`${applicationId}_1.apk`);

  await page.getByRole('link', { name: 'All apps' }).click();
  await page.getByRole('searchbox', { name: 'Search apps' }).fill(name);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: `1 app for “${name}”` })).toBeVisible();
  const card = page.getByRole('region', { name: 'Add this store' });
  await expect(card.getByRole('link', { name: 'Add to F-Droid' }).first()).toHaveAttribute(
    'href',
    link.replace(/^http:/, 'fdroidrepo:'),
  );
  await card.getByRole('button', { name: 'Copy fingerprint' }).click();
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(link).toContain(await page.evaluate(() => navigator.clipboard.readText()));
  await axe();
});

test.describe('for a visitor whose browser prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('the store’s page is in German', async ({ page, store, axe }) => {
    await expect.poll(async () => (await fetch(`${store.url}fdroid/repo/`)).status).toBe(200);
    await page.goto('fdroid/repo/');
    await expect(page.getByRole('link', { name: 'Neue Versionen als Atom-Feed' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Diesen Store hinzufügen' })).toBeVisible();
    await axe();
  });
});

test('browsers parse the Atom feed and the sitemap', async ({ page, store }) => {
  await page.goto('login');
  for (const path of ['catalog/v1/releases.atom', 'sitemap.xml', 'sitemap-1.xml']) {
    const text = await (await fetch(`${store.url}${path}`)).text();
    const root = await page.evaluate((xml) => {
      const { documentElement: parsed } = new DOMParser().parseFromString(xml, 'application/xml');
      return { name: parsed.localName, hasError: parsed.querySelector('parsererror') !== null };
    }, text);
    expect(root).toEqual({ name: expect.stringMatching(/^(feed|sitemapindex|urlset)$/), hasError: false });
  }
});

/** What the browser says about what scripts would use. */
const UNUSED_PRELOAD = /preloaded using link preload but not used/;

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the store’s page has everything but the copy buttons', async ({ page, store }) => {
    // The first generation of the feed takes a moment.
    await expect.poll(async () => (await fetch(`${store.url}fdroid/repo/`)).status).toBe(200);
    await page.goto('fdroid/repo/');
    await expect(page.getByRole('link', { name: 'Add to F-Droid' }).first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code of the repository address' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  });

  for (const path of [
    '',
    'login',
    'login?mode=sign-up',
    'dashboard',
    'dashboard/apps/new',
    'admin/settings?tab=legal',
  ]) {
    test(`the address “${path}” of the console leads to the store`, async ({ page, store, problems }) => {
      problems.allow(UNUSED_PRELOAD);
      await expect.poll(async () => (await fetch(`${store.url}fdroid/repo/`)).status).toBe(200);
      await page.setViewportSize({ width: 320, height: 600 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'This page needs JavaScript' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.getByRole('link', { name: 'Browse the store’s apps' }).click();
      await expect(page).toHaveURL(`${store.url}fdroid/repo/`);
    });
  }

  test.describe('and in German', () => {
    test.use({ locale: 'de-DE' });

    test('the console’s addresses are in German', async ({ page, problems }) => {
      problems.allow(UNUSED_PRELOAD);
      await page.goto('dashboard');
      await expect(
        page.getByRole('heading', { level: 1, name: 'Diese Seite braucht JavaScript' }),
      ).toBeVisible();
    });
  });
});

test('what the console shows without scripts is accessible', async ({ page, store, axe }) => {
  // The checker needs scripts, so it gets the page as browsers without them read it.
  await page.route(`${store.url}dashboard`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/<script.*?<\/script>|<link rel="(?:module)?preload".*?>|<template.*?<\/template>/gs, '')
      .replaceAll(/<\/?noscript>/g, '');
    await route.fulfill({ response, body });
  });
  await page.goto('dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs JavaScript' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('an app’s page begins with the download, and the search finds it by its description', async ({
    page,
    people,
    store,
    axe,
  }) => {
    const { owner, applicationId, name, submit } = await createOwnApp(store);
    const versionId = await submit();
    await people.admin.call('reviews.approve', { versionId });
    await waitForPublication(owner, versionId);
    const address = `fdroid/repo/?app=${applicationId}`;
    await expect.poll(async () => (await fetch(`${store.url}${address}`)).status).toBe(200);
    await page.goto(address);
    const download = page.getByRole('link', { name: 'Download APK' });
    await expect(download).toBeInViewport({ ratio: 1 });
    const topOf = async (label: string) =>
      page.getByRole('region', { name: label }).evaluate((part) => part.getBoundingClientRect().top);
    const end = await download.evaluate((link) => link.getBoundingClientRect().bottom);
    const parts = ['About this app', 'Permissions', 'Version history', 'Add this store'];
    for (const part of parts) expect(await topOf(part)).toBeGreaterThan(end);
    await axe();

    const about = await page.getByRole('region', { name: 'About this app' }).locator('.text').innerText();
    const [word = ''] = about.match(/\p{L}{6,}/gu) ?? [];
    await page.goto(`fdroid/repo/?q=${word.toUpperCase()}`);
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  });
});
