import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { uploadPackage, waitForPublication } from '#test/support/uploads.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkAllViews, checkSchemes } from './themes.ts';

const signer = makeIdentity('EC', { name: 'Review' });

/** A publisher with one app whose first version waits for review. */
async function submitApp(store: StoreServer, name: string) {
  const app = await createOwnApp(store, { name });
  return { ...app, publisher: app.owner, versionId: await app.submit() };
}

test('a rejection needs a reason, and the publisher reads it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitApp(store, 'Anchors');
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject .* 1\.0 \(1\)\?$/ });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/);
  await axe();
  await dialog.getByLabel('Reason').fill('The summary names an app of somebody else.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Decided .* see the reviewer’s reason/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();

  await signInAs(publisher);
  await page.goto('dashboard');
  const waiting = page.getByRole('list', { name: 'Needs attention' });
  await expect(waiting.getByText('The summary names an app of somebody else.')).toBeVisible();
  await axe();
  await waiting.getByRole('link', { name: /Anchors/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/apps/${appId}`));
  await expect(page.getByText('Why the reviewer rejected it')).toBeVisible();
  await expect(page.getByText('The summary names an app of somebody else.')).toBeVisible();
});

test('a version of which only the listing was rejected is resubmitted in two clicks', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitApp(store, 'Lantern');
  await publisher.call('versions.withdraw', { versionId });
  await publisher.call('versions.submit', { versionId, track: 'beta', percentage: 20 });
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject .* 1\.0 \(1\)\?$/ });
  await dialog.getByLabel('The listing is incomplete or unclear.').check();
  await expect(dialog.getByText(/submit this version again, and keeps its place/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('Say what the app does.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();

  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  await expect(page.getByRole('link', { name: 'Edit listing' })).toHaveAttribute('href', /tab=listing$/);
  await axe();
  await page.getByRole('link', { name: 'Edit listing' }).click();
  await page.getByLabel('Summary', { exact: true }).fill('Shows the tides.');
  await expect(page.getByRole('status', { name: 'Save status' })).toHaveText('Saved');
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  await page.getByRole('button', { name: 'Resubmit' }).click();
  const asked = page.getByRole('dialog', { name: 'Resubmit 1.0 (1)?' });
  await expect(asked.getByRole('radio', { name: /^Beta/ })).toBeChecked();
  await expect(asked.getByLabel('Initial rollout (%)')).toHaveValue('20');
  await axe();
  await asked.getByRole('button', { name: 'Resubmit' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByText(/^Submitted .* ago/).first()).toBeVisible();

  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  const before = page.getByRole('region', { name: 'Since your last decision' });
  await expect(before.getByText('Say what the app does.')).toBeVisible();
  await expect(before.getByText('The package is the same.')).toBeVisible();
  const edits = before.getByRole('list', { name: 'Changed in the listing' });
  await expect(edits.getByRole('listitem')).toHaveCount(1);
  await expect(edits.getByRole('heading', { name: 'Summary, English (United States)' })).toBeVisible();
  await expect(edits.getByText('When rejected')).toBeVisible();
  await expect(edits.getByText('Shows the tides.')).toBeVisible();
  await checkAllViews(page, axe);
  await page.screenshot({ path: 'test-results/rejected-before.png', fullPage: true });
});

test('the slower of two reviewers is told, and sees the decision', async ({
  page,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400/);
  const { versionId } = await submitApp(store, 'Buoyant');
  const colleague = await store.onboard({}, 'browse');
  await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await colleague.call('reviews.reject', { versionId, reason: 'Too fast for you.' });
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Another reviewer has already decided' }),
  ).toBeVisible();
  await expect(page.getByText('Too fast for you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
});

test('a submitted version can be withdrawn and submitted again', async ({ page, signInAs, store }) => {
  const { publisher, appId, versionId } = await submitApp(store, 'Capstan');
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('The publisher withdrew it before a decision.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText(/^Submitted .* ago/).first()).toBeVisible();
});

test('an invalid package shows what to fix, and a taken id is shown at its field', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 409/);
  const publisher = await store.onboard();
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.dolphin',
    name: 'Dolphin',
  });
  const bytes = buildPackage({ from: 'debuggable', name: 'Dolphin', versionName: '1.0', signer });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${app.id}/versions/new`);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('notes.txt isn’t an APK');
  await axe();
  await input.setInputFiles({ name: 'dolphin.apk', mimeType: 'application/octet-stream', buffer: bytes });
  await expect(page.getByRole('alert')).toContainText('nothing was uploaded');
  await expect(page.getByText('Must be fixed')).toBeVisible();

  const { id: rejected } = await uploadPackage(publisher, { appId: app.id, fileName: 'dolphin.apk', bytes });
  await page.goto(`dashboard/apps/${app.id}/versions/new?version=${rejected}`);
  await expect(page.getByText('Inspection found 1 problem to fix.')).toBeVisible();
  await expect(page.getByText('Must be fixed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload a corrected package' })).toBeVisible();

  await page.goto('dashboard/apps/new');
  await page.getByLabel('Name', { exact: true }).fill('Dolphin again');
  await page.getByLabel('Application ID').fill('org.example.dolphin');
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByLabel('Application ID')).toHaveAccessibleDescription(/is already in this store/);
  await expect(page.getByLabel('Application ID')).toBeFocused();
});

test('an update with more permissions needs manual review; the publisher sees why and replies', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId: firstId, upload } = await submitApp(store, 'Lighter');
  await people.admin.call('reviews.approve', { versionId: firstId });
  await waitForPublication(publisher, firstId);
  const { id: versionId } = await upload('added-permission', '1.1');
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const article = page.getByRole('article');
  const differences = article.getByRole('region', { name: /^Compared with 1\.0/ });
  await expect(differences.getByText(/New: permission/)).toContainText('CAMERA');
  await article.getByRole('button', { name: 'Submit for review' }).click();
  const dialog = page.getByRole('dialog', { name: /^Submit 1\.1/ });
  await dialog.getByLabel('Initial rollout (%)').fill('0');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog.getByLabel('Initial rollout (%)')).toHaveAccessibleDescription(
    'Use a whole number from 1 to 100.',
  );
  await axe();
  await dialog.getByLabel('Initial rollout (%)').fill('20');
  await dialog.getByRole('radio', { name: 'Manually' }).check();
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(article.getByText(/^This version needs manual review/)).toBeVisible();
  await expect(article.getByText('New: Take photos and record video.', { exact: true })).toBeVisible();

  await people.admin.call('reviews.comment', { versionId, text: 'Secret doubts.', internal: true });
  await people.admin.call('reviews.comment', { versionId, text: 'What is the camera for?' });
  await page.reload();
  const messages = article.getByRole('list', { name: 'Messages' });
  await expect(messages.getByText('What is the camera for?')).toBeVisible();
  await expect(messages.getByText('Store staff', { exact: true })).toBeVisible();
  await expect(page.getByText('Secret doubts.')).toHaveCount(0);
  await article.getByRole('button', { name: 'Send' }).click();
  await expect(article.getByLabel('Your message')).toHaveAccessibleDescription('Enter a message.');
  await article.getByLabel('Your message').fill('It scans the codes of containers.');
  await article.getByRole('button', { name: 'Send' }).click();
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await expect(article.getByLabel('Your message')).toHaveValue('');
  await checkSchemes(page, axe);
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const { messages: read } = await people.admin.call('reviews.get', { versionId });
  expect(read.map(({ text }) => text)).toContain('It scans the codes of containers.');
  await people.admin.call('reviews.approve', { versionId });
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText(/the publisher releases it manually/).first()).toBeVisible();
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const receipt = page.getByRole('region', { name: 'Approval receipt' });
  await expect(receipt.getByText('A reviewer', { exact: true })).toBeVisible();
  await expect(receipt.getByText('No checkpoint covers it yet.', { exact: false })).toBeVisible();
  await expect(receipt.getByText('Available once the version is published.')).toBeVisible();
  await publisher.call('releases.publish', { versionId });
  await expect(receipt.getByRole('link', { name: 'Receipt with proof (JSON)' })).toHaveAttribute(
    'href',
    new RegExp(`/transparency/receipts/${versionId}$`),
  );
  await axe();
});

test('a rejected app is corrected, submitted again, and keeps its queue position', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId, build } = await submitApp(store, 'Mooring');
  await people.admin.call('reviews.reject', {
    versionId,
    reason: 'It stops on the first screen.',
    reasons: ['broken'],
  });
  const before = (await publisher.call('versions.get', { versionId })).version.queuedAt;
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText(/It keeps its place in the queue for 30 days/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reasons' })).toContainText('doesn’t start, or it crashes');
  await axe();

  await page.getByRole('link', { name: 'Upload a version' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mooring.apk', mimeType: 'application/octet-stream', buffer: build('next') });
  await page.getByRole('button', { name: 'Upload version' }).click();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const article = page.getByRole('article', { name: 'Version 1.1 (2)' });
  await expect(article.getByText(/It kept its place in the queue/)).toBeVisible();
  await axe();
  const { versions } = await publisher.call('apps.get', { appId });
  expect(versions[0]?.queuedAt).toBe(before);
  await people.admin.call('reviews.approve', { versionId: versions[0]?.id ?? '' });
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText('Available to download.', { exact: true })).toBeVisible();
});
