import { readFixture } from '#test/support/fixtures.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { expect, test } from './test.ts';

test('an iOS app is offered for AltStore, and its Apple ID moves it to AltStore PAL', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const owner = await store.onboard({ name: 'Ines iOS' });
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.harbour',
    name: 'Harbour for iOS',
  });
  await store.completeListing(app.id);
  const { id: versionId } = await uploadVersion(owner, app.id, readFixture('harbour.ipa'));
  await owner.call('versions.submit', { versionId });
  await people.admin.call('reviews.approve', { versionId });

  await signInAs(owner);
  await page.goto(`dashboard/apps/${app.id}`);
  await expect(page.getByRole('link', { name: 'Add to AltStore', exact: true })).toHaveAttribute(
    'href',
    /^altstore-classic:\/\/source\?url=http.*altstore%2Fsource\.json$/,
  );
  await expect(page.getByRole('link', { name: 'Add to SideStore' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code that adds the source' })).toBeVisible();
  await axe();
  await expect(page.getByRole('link', { name: 'View in store' })).toHaveAttribute(
    'href',
    `${store.url}fdroid/repo/?app=org.example.harbour&platform=ios`,
  );

  await page.goto(`dashboard/apps/${app.id}?tab=settings`);
  const field = page.getByRole('textbox', { name: 'Apple ID of the app (optional)' });
  await field.fill('12a');
  await page.getByRole('button', { name: 'Save Apple ID' }).click();
  await expect(page.getByText('Enter the app’s Apple ID: 6 to 20 digits, such as 6478916434.')).toBeVisible();
  await axe();
  await field.fill('6478916434');
  await page.getByRole('button', { name: 'Save Apple ID' }).click();
  await expect(page.getByText('There are no changes to save.')).toBeAttached();
  await expect(page.getByText('AltStore PAL shows the app but can’t install it')).toBeVisible();
  await page.goto(`dashboard/apps/${app.id}`);
  await expect(page.getByRole('link', { name: 'Add to AltStore PAL' })).toBeVisible();
  await expect(page.getByText('AltStore PAL shows the app but can’t install it')).toBeVisible();
  await axe();
});
