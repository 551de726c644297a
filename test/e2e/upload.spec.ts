import { randomBytes } from 'node:crypto';
import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { onboard } from './people.ts';
import { expect, test } from './test.ts';

/** Twelve seconds of upload: time to press buttons meanwhile on a busy machine, too. */
const BALLAST_BYTES = 24_000_000;
const BYTES_PER_SECOND = 2_000_000;

test('an upload is paused, goes on, survives a reload, and asks before the page is left', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  test.setTimeout(120_000);
  const publisher = await onboard(store.url, 'publish');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.foghorn',
    name: 'Foghorn',
  });
  const buffer = buildPackage({
    from: 'plain',
    name: 'Foghorn',
    versionName: '1.0',
    signer: makeIdentity('EC', { name: 'Upload' }),
    ballast: randomBytes(BALLAST_BYTES),
  });
  const file = { name: 'foghorn.apk', mimeType: 'application/octet-stream', buffer };
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${app.id}/versions/new`);
  const network = await page.context().newCDPSession(page);
  const limitUpload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limitUpload(BYTES_PER_SECOND);

  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload this version' }).click();
  const progress = page.getByRole('progressbar', { name: 'Uploading foghorn.apk' });
  await expect(progress).toBeVisible();
  await expect(page.getByText(/MB\/s · .* left$/)).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. What has arrived stays with the store.')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(progress).toBeVisible();

  await page.getByRole('link', { name: 'Foghorn' }).click();
  const question = page.getByRole('dialog', { name: 'Leave while the file is uploading?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeVisible();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByText(/of foghorn\.apk have arrived/)).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'other.apk', buffer: buffer.subarray(1) });
  await expect(page.getByRole('alert')).toContainText('other.apk is another file');
  await axe();

  await limitUpload(-1);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Keep as a draft' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1);
});
