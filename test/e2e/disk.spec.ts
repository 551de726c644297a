import { randomBytes } from 'node:crypto';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { startStoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

const MB = 1024 ** 2;
const DISK_MB = 64;
const RESERVE_MB = 16;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('an admin sees low disk space and the result of the file check', async ({
  page,
  axe,
  people,
  signInAs,
}) => {
  let isLow = true;
  await page.route('**/us-central1/admin.overview', async (route) => {
    const response = await route.fetch();
    const { result } = await response.json();
    if (isLow) {
      result.disk = {
        reserveBytes: 1024 * MB,
        disks: [
          { parts: ['storage'], freeBytes: 312 * MB, totalBytes: 80_000 * MB, isLow: true },
          { parts: ['database'], freeBytes: 9_000 * MB, totalBytes: 20_000 * MB, isLow: false },
        ],
      };
      result.files = {
        finishedAt: hoursAgo(3),
        removed: 1,
        removedKeys: ['incoming/0b0ccbd9-50a5-4e23-a3b0-27eb3a1bc1d4'],
        missing: 22,
        missingKeys: [],
        unknown: 2,
        unknownKeys: ['backup/monday.tar', 'notes.txt'],
      };
      result.fileProblems = {
        damaged: 1,
        missing: 22,
        files: Array.from({ length: 20 }, (_, index) => ({
          key: `graphics/${String(index).repeat(64).slice(0, 64)}.png`,
          problem: index === 0 ? 'damaged' : 'missing',
          since: hoursAgo(30 - index),
        })),
      };
    } else result.files = null;
    await route.fulfill({ response, json: { result } });
  });
  await signInAs(people.admin);
  await page.goto('admin');
  const section = page.getByRole('region', { name: 'Storage' });
  await expect(section.getByText('Disk space is low, so uploads are rejected')).toBeVisible();
  await expect(section).toContainText('327 MB free; Quayside keeps 1.1 GB in reserve');
  await expect(section.getByText('1 file damaged, 22 missing')).toBeVisible();
  await expect(section.getByText('2 files not from Quayside')).toBeVisible();
  await expect(section.getByText('1 file deleted as unused')).toBeVisible();
  await section.getByText('Show files').first().click();
  await expect(section).toContainText(/, damaged, found .* ago/);
  await expect(section).toContainText('And 3 more.');
  await checkAllViews(page, axe);

  isLow = false;
  await page.reload();
  await expect(section).toContainText(/Files and database.* of .* free/);
  await expect(section).toContainText('Not checked yet');
  await expect(section.getByRole('alert')).toHaveCount(0);
  await checkAllViews(page, axe);
});

test('a publisher whose upload meets a full disk reads what to do, and continues later', async ({
  page,
  axe,
  problems,
}) => {
  problems.allow(/foreign request|Failed to load resource|net::/);
  await using disk = await openSmallDisk(DISK_MB);
  await using own = await startStoreServer({
    env: {
      STORAGE_URL: `file://${disk.path}/storage`,
      DISK_RESERVE_MB: String(RESERVE_MB),
      ...disk.env,
    },
  });
  const publisher = await own.onboard();
  const gangway = { platform: 'android', applicationId: 'org.example.gangway', name: 'Gangway' } as const;
  const { app } = await publisher.call('apps.create', gangway);
  const buffer = buildPackage({
    from: 'plain',
    name: 'Gangway',
    versionName: '1.0',
    signer: makeIdentity('EC', { name: 'Disk' }),
    ballast: randomBytes(2 * MB),
  });
  await page.context().addCookies([...(await own.signInAgain(publisher)).cookies]);
  await page.goto(`${own.url}dashboard/apps/${app.id}/versions/new`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'gangway.apk', mimeType: 'application/octet-stream', buffer });
  const upload = page.getByRole('button', { name: 'Upload version' });
  await expect(upload).toBeEnabled();

  await disk.fill(RESERVE_MB * MB);
  await upload.click();
  const alert = page.getByRole('alert').filter({ hasText: 'out of disk space' });
  await expect(alert).toContainText('Try again once its admins have freed up space.');
  await expect(alert).toContainText('Contact store staff');
  await checkAllViews(page, axe);

  // There is space when the upload is announced, and none any more when it begins.
  await disk.empty();
  await page.route('**/us-central1/versions.create', async (route) => {
    const response = await route.fetch();
    await disk.fill(RESERVE_MB * MB);
    await route.fulfill({ response });
  });
  await upload.click();
  await expect(alert).toContainText('What has arrived is kept: continue the upload once');
  await checkAllViews(page, axe);
  await disk.empty();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible({
    timeout: 60_000,
  });
  // Before its server ends, whose absence the page would log.
  await page.close();
});
