import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readFixture } from '#test/support/fixtures.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { expect, test } from './test.ts';

// A server of its own: these tests bring the fixtures' one app to it.
test.use({ storeOptions: { basePath: '/preflight/' } });
test.describe.configure({ mode: 'default' });

const packageOf = (name: string) => join(import.meta.dirname, '../fixtures/packages', name);

/** The upload calls that a page makes. */
function watchUploads(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const announced = request.url().endsWith('/versions.create');
    if (announced || request.method() === 'PATCH') sent.push(request.url());
  });
  return sent;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(packageOf(name));
}

test('a package is checked before it is uploaded', async ({ page, people, signInAs, store, axe }) => {
  const { developer, admin } = people;
  const { app } = await developer.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  const appId = app.id;
  await store.completeListing(appId);
  const sent = watchUploads(page);
  await signInAs(developer);

  await test.step('errors are shown with their fix and prevent the upload', async () => {
    await page.goto(`dashboard/apps/${appId}/versions/new`);
    await choose(page, 'debuggable.apk');
    await expect(page.getByRole('alert')).toContainText('nothing was uploaded');
    await expect(page.getByRole('heading', { level: 2, name: 'Harbour 1.0 (1)' })).toBeFocused();
    await expect(page.getByText('The app can be debugged by anyone')).toBeVisible();
    await expect(page.getByText(/Build the release variant/)).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Learn more: The app can be debugged by anyone' }),
    ).toHaveAttribute('href', 'guide/rules.html#debuggable');
    await expect(page.getByRole('button', { name: /^Upload/ })).toBeHidden();
    await axe();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, 'truncated.apk');
    await expect(page.getByRole('alert')).toContainText('nothing was uploaded');
    await expect(page.getByText('Must be fixed').first()).toBeVisible();
    await axe();
    expect(sent).toEqual([]);
  });

  await test.step('the details of a valid package are shown, and it is uploaded', async () => {
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, 'plain.apk');
    await expect(page.getByRole('alert')).toContainText('No problems found');
    await expect(page.getByRole('heading', { level: 2, name: 'Harbour 1.0 (1)' })).toBeVisible();
    await expect(page.getByText('plain.apk, 8.9 kB')).toBeVisible();
    await expect(page.getByText('CN=Harbour, O=Quayside fixtures')).toBeVisible();
    const icon = page.getByRole('main').locator('img').first();
    await expect(icon).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(144);
    await axe();
    expect(sent).toEqual([]);
    const announced = page.waitForRequest('**/versions.create');
    await page.getByRole('button', { name: 'Upload version' }).click();
    const bytes = readFixture('plain.apk');
    expect((await announced).postDataJSON()).toMatchObject({
      data: { sha256: createHash('sha256').update(bytes).digest('hex') },
    });
    await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
    expect(sent[0]).toContain('versions.create');
  });

  await test.step('the app’s earlier versions and the store’s rules are considered', async () => {
    const { id: versionId } = await uploadVersion(developer, appId, readFixture('plain.apk'));
    await developer.call('versions.submit', { versionId });
    await admin.call('reviews.approve', { versionId });
    await page.goto(`dashboard/apps/${appId}/versions/new`);
    await choose(page, 'plain.apk');
    await expect(page.getByText('Its version code is 1, but 1 was already used.')).toBeVisible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, 'other-signer.apk');
    await expect(page.getByText('The package isn’t signed by the app’s signer')).toBeVisible();

    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, 'added-permission.apk');
    await expect(page.getByRole('alert')).toContainText('You can still upload');
    await expect(page.getByText('android.permission.CAMERA: none → yes.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload version' })).toBeEnabled();
    await axe();

    await admin.call('settings.update', { settings: { rules: { 'permissions-widened': 'off' } } });
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, 'added-permission.apk');
    await expect(page.getByRole('alert')).toContainText('No problems found');
  });
});

test('a browser that cannot check a package leaves it to the store', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/status of 500/);
  const { app } = await people.developer.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.tides',
    name: 'Tides',
  });
  await page.route('**/us-central1/apps.getRequirements', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await signInAs(people.developer);
  await page.goto(`dashboard/apps/${app.id}/versions/new`);
  await choose(page, 'harbour.ipa');
  await expect(page.getByRole('alert')).toContainText('Your browser couldn’t check this file');
  await page.getByRole('button', { name: 'Upload version' }).click();
  await expect(page.getByText('The package belongs to a different app')).toBeVisible();
});

test('an admin chooses how strictly a rule applies', async ({ page, people, signInAs, axe }) => {
  await signInAs(people.admin);
  await page.goto('admin/settings?tab=rules');
  await page.getByRole('button', { name: /^Android packages/ }).click();
  await page.getByRole('combobox', { name: 'The signing key is too short (weak-key)' }).selectOption('off');
  await expect(page.getByText('11 rules, 1 not enforced')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  const { settings } = await people.admin.call('settings.get', {});
  expect(settings.rules).toMatchObject({ 'weak-key': 'off' });
});
