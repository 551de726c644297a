import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage, settle } from '#test/world/send-package.ts';
import { onboard } from './people.ts';
import { expect, test } from './test.ts';

const signer = makeIdentity('EC', { name: 'Review' });

/** A publisher with one app whose first version waits for review. */
async function submitApp(url: string, name: string) {
  const publisher = await onboard(url, 'publish');
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  const bytes = buildPackage({ from: 'plain', name, versionName: '1.0', signer });
  const versionId = await sendPackage(publisher, { appId: app.id, fileName: `${name}.apk`, bytes });
  await publisher.call('versions.submit', { versionId });
  return { publisher, appId: app.id, versionId };
}

test('a rejection needs a reason, and the publisher reads it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitApp(store.url, 'Anchors');
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 1.0 (1)?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Say why/);
  await axe();
  await dialog.getByLabel('Reason').fill('The summary names an app of somebody else.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Decided .* the reviewer says why/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(/was rejected/);

  await signInAs(publisher);
  await page.goto('dashboard');
  const waiting = page.getByRole('list', { name: 'Needs you now' });
  await expect(waiting.getByText('The summary names an app of somebody else.')).toBeVisible();
  await axe();
  await waiting.getByRole('link', { name: /Anchors/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/apps/${appId}`));
  await expect(page.getByText('Why the reviewer rejected it')).toBeVisible();
  await expect(page.getByText('The summary names an app of somebody else.')).toBeVisible();
});

test('of two reviewers the slower one is told, and sees how it stands', async ({
  page,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400/);
  const { versionId } = await submitApp(store.url, 'Buoyant');
  const colleague = await onboard(store.url, 'look');
  await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await colleague.call('reviews.reject', { versionId, reason: 'Too fast for you.' });
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Another reviewer has decided' })).toBeVisible();
  await expect(page.getByText('Too fast for you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(/was rejected/);
});

test('a submitted version can be withdrawn and submitted again', async ({ page, signInAs, store }) => {
  const { publisher, appId, versionId } = await submitApp(store.url, 'Capstan');
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Its publisher took it back before a decision.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText(/^Submitted .* a reviewer decides next/).first()).toBeVisible();
});

test('a package that does not pass shows what to fix, and an id taken shows at the field', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 409/);
  const publisher = await onboard(store.url, 'publish');
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
  await expect(page.getByRole('alert')).toContainText('notes.txt is not an APK');
  await axe();
  await input.setInputFiles({ name: 'dolphin.apk', mimeType: 'application/octet-stream', buffer: bytes });
  await expect(page.getByRole('alert')).toContainText('nothing was sent');
  await expect(page.getByText('Must be fixed')).toBeVisible();

  const refused = await sendPackage(publisher, { appId: app.id, fileName: 'dolphin.apk', bytes });
  await page.goto(`dashboard/apps/${app.id}/versions/new?version=${refused}`);
  await expect(page.getByText('Inspection found one problem to fix.')).toBeVisible();
  await expect(page.getByText('Must be fixed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload a corrected package' })).toBeVisible();
  await axe();

  await page.goto('dashboard/apps/new');
  await page.getByLabel('Name', { exact: true }).fill('Dolphin again');
  await page.getByLabel('Application id').fill('org.example.dolphin');
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByLabel('Application id')).toHaveAccessibleDescription(/is in this store already/);
  await expect(page.getByLabel('Application id')).toBeFocused();
});

test('an update that asks for more goes to a person, who is answered; the publisher sees why', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId: firstId } = await submitApp(store.url, 'Lighter');
  await people.admin.call('reviews.approve', { versionId: firstId });
  await settle(publisher, firstId);
  const bytes = buildPackage({ from: 'added-permission', name: 'Lighter', versionName: '1.1', signer });
  const versionId = await sendPackage(publisher, { appId, fileName: 'lighter-1.1.apk', bytes });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const article = page.getByRole('article');
  const differences = article.getByRole('region', { name: /^Compared with 1\.0/ });
  await expect(differences.getByText(/New: permission/)).toContainText('CAMERA');
  await article.getByRole('button', { name: 'Submit for review' }).click();
  const dialog = page.getByRole('dialog', { name: /^Submit 1\.1/ });
  await dialog.getByLabel('Share of devices at first, in percent').fill('0');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog.getByLabel('Share of devices at first, in percent')).toHaveAccessibleDescription(
    'Use a whole number from 1 to 100.',
  );
  await axe();
  await dialog.getByLabel('Share of devices at first, in percent').fill('20');
  await dialog.getByRole('radio', { name: 'When I say so' }).check();
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(article.getByText(/^A person has to look at it/)).toBeVisible();
  await expect(article.getByText(/New: permissions android\.permission\.CAMERA/)).toBeVisible();

  await people.admin.call('reviews.comment', { versionId, text: 'Secret doubts.', internal: true });
  await people.admin.call('reviews.comment', { versionId, text: 'What is the camera for?' });
  await page.reload();
  const messages = article.getByRole('list', { name: 'Messages' });
  await expect(messages.getByText('What is the camera for?')).toBeVisible();
  await expect(messages.getByText('The store', { exact: true })).toBeVisible();
  await expect(page.getByText('Secret doubts.')).toHaveCount(0);
  await article.getByRole('button', { name: 'Send' }).click();
  await expect(article.getByLabel('Your message')).toHaveAccessibleDescription('Write something first.');
  await article.getByLabel('Your message').fill('It scans the codes of containers.');
  await article.getByRole('button', { name: 'Send' }).click();
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await expect(article.getByLabel('Your message')).toHaveValue('');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const { messages: read } = await people.admin.call('reviews.get', { versionId });
  expect(read.map(({ text }) => text)).toContain('It scans the codes of containers.');
  await people.admin.call('reviews.approve', { versionId });
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText(/nobody can get it until its publisher says so/).first()).toBeVisible();
});

test('a rejected app is corrected, submitted again, and keeps its place', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitApp(store.url, 'Mooring');
  await people.admin.call('reviews.reject', {
    versionId,
    reason: 'It stops on the first screen.',
    reasons: ['broken'],
  });
  const before = (await publisher.call('versions.get', { versionId })).version.queuedAt;
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText(/it keeps its place for 30 days/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reasons' })).toContainText('does not start, or crashes');
  await axe();

  await page.getByRole('link', { name: 'Upload a version' }).click();
  const bytes = buildPackage({ from: 'next', name: 'Mooring', versionName: '1.1', signer });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mooring.apk', mimeType: 'application/octet-stream', buffer: bytes });
  await page.getByRole('button', { name: 'Upload this version' }).click();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const article = page.getByRole('article', { name: 'Version 1.1 (2)' });
  await expect(article.getByText(/It kept the place of your earlier submission/)).toBeVisible();
  await axe();
  const { versions } = await publisher.call('apps.get', { appId });
  expect(versions[0]?.queuedAt).toBe(before);
  await people.admin.call('reviews.approve', { versionId: versions[0]?.id ?? '' });
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText('People can download it.', { exact: true })).toBeVisible();
});
