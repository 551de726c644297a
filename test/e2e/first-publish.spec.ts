import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADMIN, PASSWORD } from '#test/support/people.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

const PACKAGE = join(import.meta.dirname, '../fixtures/packages/plain.apk');
const APPLICATION_ID = 'org.example.harbour';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await loadedAnew;
  await expect(page).toHaveURL(/\/login/);
}

test('a first app gets from sign-up to a public download', async ({ page, axe, playwright, store }) => {
  const email = `pia.publisher.${Date.now()}@people.example`;

  await test.step('sign up and finish onboarding as a publisher', async () => {
    await page.goto('login?mode=sign-up');
    await page.getByLabel('Your name').fill('Pia Publisher');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/onboarding$/);
    await page.getByLabel('Developer name').fill('Pia’s Apps');
    await page.getByRole('radio', { name: /^Publish apps/ }).check();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('create the app', async () => {
    await page.getByRole('link', { name: 'Create your first app' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByLabel('Application ID').fill(APPLICATION_ID);
    await page.getByLabel('Summary').fill('Tides and moorings');
    await axe();
    await page.getByRole('button', { name: 'Create app' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
    await expect(page.getByText('Not published yet; no versions uploaded.')).toBeVisible();
    await axe();
  });

  await test.step('upload the package and watch it arrive', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/uploads/*', async (route) => {
      if (route.request().method() === 'PATCH') await released;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Upload a version' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an APK' }).press('Enter');
    await (await chooser).setFiles(PACKAGE);
    await page.getByRole('button', { name: 'Upload version' }).click();
    await expect(page.getByRole('progressbar', { name: 'Uploading plain.apk' })).toBeVisible();
    await axe();
    release();
    await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
    await page.unroute('**/uploads/*');
  });

  await test.step('see what the listing lacks, and complete it', async () => {
    const checklist = page.getByRole('list', { name: 'Listing checklist' });
    const missing = checklist.getByRole('listitem').filter({ hasText: 'Missing' });
    await expect(missing).toHaveText([/^Description/, /^Category/]);
    await expect(checklist.getByRole('listitem').filter({ hasText: 'Done' })).toHaveText([
      /^Name/,
      /^Summary/,
      /^Icon/,
    ]);
    await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveAccessibleDescription(
      'Complete the listing first. Missing: Description, Category.',
    );
    await axe();
    await checklist.getByRole('link', { name: 'Description' }).click();
    await expect(page.getByLabel('Description', { exact: true })).toBeFocused();
    await expect(page.getByRole('img', { name: 'The icon of your package' })).toBeVisible();
    await axe();
    await page.getByLabel('Description', { exact: true }).fill('Shows tides and free moorings.');
    await expect(page.getByLabel('Save status')).toHaveText('Saved');

    await partLink(page, 'Overview').click();
    await expect(missing).toHaveText([/^Category/]);
    await axe();
    await checklist.getByRole('link', { name: 'Category' }).click();
    await expect(page.getByLabel('Category')).toBeFocused();
    await page.getByLabel('Category').selectOption('Navigation');
    await expect(page.getByLabel('Save status')).toHaveText('Saved');

    await partLink(page, 'Versions').click();
    await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveAccessibleDescription('');
    await expect(checklist).toBeHidden();
  });

  await test.step('check the details and submit', async () => {
    await expect(page.getByRole('heading', { name: 'Version 1.0 (1)' })).toBeVisible();
    await expect(page.getByText('Android 14 (API 34)')).toBeVisible();
    await expect(page.getByText('INTERNET', { exact: true })).toBeVisible();
    await expect(page.getByText('Verified (scheme v2, v3)')).toBeVisible();
    await axe();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByRole('article').getByText(/^Submitted .* ago/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit for review' })).toBeHidden();
    await axe();
    await signOut(page);
  });

  await test.step('an admin approves', async () => {
    await signIn(page, ADMIN.email, ADMIN.password);
    const queue = page.getByRole('list', { name: 'Review queue' });
    await queue.getByRole('link', { name: /Harbour/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour 1.0 (1)' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pia’s Apps' })).toBeVisible();
    await axe();
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve Harbour 1.0 (1)?' });
    await dialog.getByLabel('Note to the publisher').fill('Welcome aboard.');
    await axe();
    await dialog.getByRole('button', { name: 'Approve and publish' }).click();
    await expect(page.getByText(/^Available to download/)).toBeVisible();
    await signOut(page);
  });

  await test.step('the publisher sees it published, and is notified', async () => {
    await signIn(page, email, PASSWORD);
    await page.getByRole('button', { name: /notifications/i }).click();
    await expect(page.getByText('App Approved').first()).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('list', { name: 'My apps' })
      .getByRole('link', { name: /Harbour/ })
      .click();
    await expect(page.getByText('Available to download.', { exact: true })).toBeVisible();
    await expect(page.getByText('Welcome aboard.')).toBeVisible();
    await axe();
  });

  await test.step('anyone can download the file, and store clients list it', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const { pathname } = new URL((await download).url());
    const anybody = await playwright.request.newContext();
    const bytes = await readFile(PACKAGE);
    const whole = await anybody.get(new URL(pathname, store.url).href);
    expect(whole.status()).toBe(200);
    expect((await whole.body()).equals(bytes)).toBe(true);
    const part = await anybody.get(whole.url(), { headers: { Range: 'bytes=100-199' } });
    expect(part.status()).toBe(206);
    expect((await part.body()).equals(bytes.subarray(100, 200))).toBe(true);
    await expect(async () => {
      const index = await anybody.get(`${store.url}fdroid/repo/index-v2.json`);
      expect(Object.keys((await index.json()).packages)).toContain(APPLICATION_ID);
    }).toPass();
    await anybody.dispose();
  });
});
