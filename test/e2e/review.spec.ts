import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage } from '#test/world/send-package.ts';
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
