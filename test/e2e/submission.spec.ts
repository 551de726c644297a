import type { Page } from '@playwright/test';
import { createOwnApp, createPublishedApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

const APK = 'application/octet-stream';

/** Returns a click that counts. */
function countClicks(page: Page) {
  const counted = { clicks: 0 };
  const click = async (
    role: 'link' | 'button' | 'checkbox',
    label: string | RegExp,
    within = page.locator('body'),
  ) => {
    counted.clicks += 1;
    await within.getByRole(role, { name: label }).first().click();
  };
  return { counted, click };
}

test('an update gets notes in two languages on the upload page, and the reviewer an account that is gone after the decision', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const app = await createPublishedApp(store, { name: 'Mooring' });
  const { owner, appId } = app;
  await owner.call('apps.importListing', {
    appId,
    files: {
      'de/title.txt': 'Ankerplatz',
      'de/changelogs/1.txt': 'Die erste Version',
      'de/changelogs/2.txt': 'Mondgezeiten',
    },
  });
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}/versions/new`);
  const file = { name: 'mooring.apk', mimeType: APK, buffer: app.build('next') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload version' }).click();
  const english = page.getByLabel('What’s new (English (United States)) (optional)');
  const german = page.getByLabel('What’s new (German) (optional)');
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  // Those of this version were imported; the first version's are never suggested.
  await expect(german).toHaveValue('Mondgezeiten');
  await expect(english).toHaveValue('');
  await english.fill('Tides of the moon');
  await expect(page.getByRole('status', { name: 'Save status of the notes' })).toHaveText('Saved');
  await page.reload();
  await expect(english).toHaveValue('Tides of the moon');
  await page.getByLabel('Notes for the reviewer').fill('The moon is on the second tab.');
  await page.getByRole('button', { name: 'Add test credentials' }).click();
  await page.getByLabel('User name').fill('reviewer@mooring.example');
  await checkAllViews(page, axe);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Enter the password.',
  );
  await page.getByLabel('Password', { exact: true }).fill('harbour at night');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(
    page.getByText('Test credentials: given. Reviewers see them until the decision.'),
  ).toBeVisible();
  await expect(page.getByText('harbour at night')).toBeHidden();
  const versionId = new URL(page.url()).searchParams.get('version') ?? '';

  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  const notes = page.getByRole('region', { name: 'Notes for the reviewer' });
  await expect(notes.getByText('The moon is on the second tab.')).toBeVisible();
  await expect(notes.getByText('harbour at night')).toBeHidden();
  await notes.getByRole('button', { name: 'Show test credentials' }).click();
  await expect(notes.getByText('harbour at night')).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Copy password' })).toBeVisible();
  await checkAllViews(page, axe);
  await expect(page.getByRole('region', { name: 'Release notes' })).toContainText('Tides of the moon');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(notes.getByText('The test credentials are erased after the decision.')).toBeVisible();
  await expect(notes.getByText('harbour at night')).toBeHidden();

  await expect
    .poll(async () => (await owner.call('versions.get', { versionId })).version.status, { timeout: 30_000 })
    .toBe('published');
  const { version } = await owner.call('versions.get', { versionId });
  expect(version.releaseNotes).toEqual({ 'en-US': 'Tides of the moon', de: 'Mondgezeiten' });
  const { draft } = await owner.call('versions.getSubmissionDraft', { versionId });
  expect(draft.testCredentials).toBe('erased');
});

test('what is typed for a submission outlives the dialog, and a resubmission begins with it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const app = await createOwnApp(store, { name: 'Bollard' });
  const { id: versionId } = await app.upload();
  await signInAs(app.owner);
  await page.goto(`dashboard/apps/${app.appId}?version=${versionId}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await dialog.getByLabel('What’s new').fill('Everything');
  await dialog.getByLabel('Notes for the reviewer').fill('Sign in first.');
  await dialog.getByRole('button', { name: 'Add test credentials' }).click();
  await dialog.getByLabel('User name').fill('ada');
  await axe();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog.getByLabel('What’s new')).toHaveValue('Everything');
  await expect(dialog.getByLabel('User name')).toHaveValue('ada');
  await dialog.getByLabel('Password', { exact: true }).fill('night');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog).toBeHidden();

  await people.admin.call('reviews.reject', { versionId, reason: 'Say more.', reasons: ['listing'] });
  await app.owner.call('versions.get', { versionId });
  await expect
    .poll(
      async () => (await app.owner.call('versions.getSubmissionDraft', { versionId })).draft.testCredentials,
      { timeout: 30_000 },
    )
    .toBe('erased');
  await page.reload();
  await page.getByRole('button', { name: 'Resubmit' }).click();
  await expect(dialog.getByLabel('What’s new')).toHaveValue('Everything');
  await expect(dialog.getByLabel('Notes for the reviewer')).toHaveValue('Sign in first.');
  await expect(dialog.getByText('The test credentials of the earlier submission were erased.')).toBeVisible();
});

test('a rejected listing is fixed and resubmitted in four clicks', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const app = await createOwnApp(store, { name: 'Painter' });
  const versionId = await app.submit();
  await people.admin.call('reviews.reject', { versionId, reason: 'Say what it does.', reasons: ['listing'] });
  await signInAs(app.owner);
  const { counted, click } = countClicks(page);
  await page.goto('dashboard');
  await click('link', /Painter/, page.getByRole('list', { name: 'Needs attention' }));
  await click('link', 'Edit listing');
  await page.getByLabel('Summary', { exact: true }).fill('Shows the tides of the day.');
  await expect(page.getByRole('status', { name: 'Save status' })).toHaveText('Saved');
  await click('button', 'Resubmit');
  await click('button', 'Resubmit', page.getByRole('dialog'));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Change it here, then resubmit the version.')).toBeHidden();
  expect((await app.owner.call('versions.get', { versionId })).version.status).toBe('submitted');
  expect(counted.clicks).toBe(4);
});
