import sharp from 'sharp';
import { createOwnApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { waitForPublication } from '#test/support/uploads.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

/** A publisher with one published version, and an update that asks for the camera and waits for review. */
async function submitUpdate(store: StoreServer, name: string, admin: Person) {
  const { owner: publisher, appId, submit } = await createOwnApp(store, { name });
  const first = await submit('plain', '1.0');
  await admin.call('reviews.approve', { versionId: first });
  await waitForPublication(publisher, first);
  return { publisher, appId, versionId: await submit('added-permission', '1.1') };
}

/** Publishes a feature graphic and a description with a bold word in the listing, and drafts another summary. */
async function decorateListing(publisher: Person, appId: string, name: string) {
  const listing = { name, summary: 'High and low water', description: 'Shows **tides**.' };
  await publisher.call('apps.updateListing', { appId, locale: 'en-US', revision: 0, listing });
  const picture = sharp({ create: { width: 1024, height: 500, channels: 3, background: '#2a6f97' } });
  const body = new Uint8Array(await picture.png().toBuffer());
  const path = `graphics/${appId}/en-US/featureGraphic`;
  expect((await publisher.fetch(path, { method: 'POST', body })).ok).toBe(true);
  await publishDrafts({ owner: publisher, appId });
  const drafted = { ...listing, summary: 'Half a sent' };
  await publisher.call('apps.updateListing', { appId, locale: 'en-US', revision: 1, listing: drafted });
}

/** A publication waits ten seconds for its reviewer. */
const PUBLISHED_MS = 30_000;

test('an update is claimed, compared, discussed and rejected with reasons from the list', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitUpdate(store, 'Lookout', people.admin);
  await decorateListing(publisher, appId, 'Lookout');
  await publisher.call('reviews.comment', { versionId, text: 'The camera reads berth codes.' });
  await signInAs(people.admin);
  await page.goto('admin?view=queue&q=Lookout');
  await page
    .getByRole('table', { name: 'Review queue' })
    .getByRole('link', { name: /Lookout/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`version=${versionId}`));

  const changes = page.getByRole('region', { name: 'Changes since 1.0 (1)' });
  await expect(changes.getByText('1 sensitive change.')).toBeVisible();
  const access = changes.getByRole('list', { name: 'Access' });
  await expect(access.getByText('New: permission android.permission.CAMERA')).toBeVisible();
  await expect(access.getByText('Sensitive')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Size by content' }).getByText('Whole file')).toBeVisible();
  const camera = page.getByRole('table', { name: 'Permissions' }).getByRole('row', { name: /CAMERA/ });
  await expect(camera).toContainText('Take photos and record video.');
  await expect(camera).toContainText('Yes, new');
  const listing = page.getByRole('region', { name: 'Listing after approval' });
  await expect(listing.getByRole('heading', { name: 'Lookout', exact: true })).toBeVisible();
  await expect(listing.getByText('High and low water')).toBeVisible();
  await expect(listing.getByText('Half a sent')).toBeHidden();
  await expect(listing.getByRole('img', { name: 'Feature graphic' })).toBeVisible();
  await expect(listing.getByRole('strong')).toHaveText('tides');
  await listing.getByRole('button', { name: 'Show as written' }).click();
  await expect(listing.getByText('Shows **tides**.', { exact: true })).toBeVisible();
  await listing.getByRole('button', { name: 'Show formatted' }).click();
  await expect(listing.getByRole('strong')).toHaveText('tides');
  const standing = page.getByRole('region', { name: 'Review', exact: true });
  await expect(standing.getByText('Goes live immediately for everyone.')).toBeVisible();
  await expect(standing.getByText('This store reviews every version manually.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Publisher' }).getByText(/@.*, confirmed$/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Publisher' }).getByText('1 published, 0 rejections'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Claim review' }).click();
  await expect(standing.getByText(/^Admin, since/)).toBeVisible();
  await page.getByRole('button', { name: 'Unclaim' }).click();
  await page.getByRole('button', { name: 'Claim review' }).click();
  await expect(page.getByRole('button', { name: 'Unclaim' })).toBeVisible();

  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages.getByText('The camera reads berth codes.')).toBeVisible();
  await page.getByLabel('Your message').fill('Say so in the description.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(messages.getByText('Say so in the description.')).toBeVisible();
  await page.getByLabel('Your message').fill('Compare with their other app.');
  await page.getByRole('checkbox', { name: /^Internal note/ }).check();
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(messages.getByText('Compare with their other app.')).toBeVisible();
  await checkAllViews(page, axe);

  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject Lookout 1.1 (2)?' });
  await dialog.getByRole('checkbox', { name: /asks for access it doesn’t need/ }).check();
  await dialog.getByLabel('Reason').fill('Nothing in the app opens the camera.');
  await checkAllViews(page, axe);
  await dialog.getByLabel('Then open the next version in the queue').uncheck();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing in the app opens the camera.')).toBeVisible();

  const { version } = await publisher.call('versions.get', { versionId });
  expect(version).toMatchObject({ status: 'rejected', rejectionReasons: ['permissions'] });
  const { messages: seen } = await publisher.call('reviews.thread', { versionId });
  expect(seen.map(({ text }) => text)).toEqual([
    'The camera reads berth codes.',
    'Say so in the description.',
  ]);
  expect(await publisher.call('apps.get', { appId })).toMatchObject({ app: { status: 'published' } });
});

test('a reviewer sees who claimed a version, and claims it once it is unclaimed', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const { versionId } = await submitUpdate(store, 'Trawler', people.admin);
  const colleague = await store.onboard({}, 'browse');
  await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  await colleague.call('reviews.claim', { versionId });
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    'Uma User has claimed this version.',
  );
  await page.getByRole('button', { name: 'Unclaim' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve Trawler 1.1 (2)?' });
  await expect(dialog.getByText(/Goes live immediately for everyone\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Available to download/)).toBeVisible({ timeout: PUBLISHED_MS });
});

test('a version is approved with two keys, which is announced and can be undone', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { versionId } = await submitUpdate(store, 'Sextant', people.admin);
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve Sextant 1.1 (2)?' });
  await expect(dialog.getByRole('alert')).toContainText('Take photos and record video.');
  await expect(dialog.getByRole('button', { name: 'Approve and publish' })).toBeFocused();
  await page.keyboard.press('Enter');
  const announcement = page.getByRole('status').filter({ hasText: 'Approved Sextant 1.1 (2).' });
  await expect(announcement).toContainText('It’s published in 10 seconds.');
  await axe();
  await announcement.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Claimed by a reviewer/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unclaim' })).toBeVisible();
  // A rejection is undone on its page too.
  await expect(
    page.getByRole('status').getByText('Undone. Sextant 1.1 (2) is in review again.'),
  ).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It asks for the camera.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').getByText('Rejected Sextant 1.1 (2).')).toBeVisible();
  await page.getByRole('button', { name: 'Undo decision' }).click();
  await expect(page.getByRole('button', { name: 'Unclaim' })).toBeVisible();
});

test('an admin’s own app waits for another admin, who approves it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, versionId } = await submitUpdate(store, 'Drydock', people.admin);
  await people.admin.call('users.setRole', { uid: publisher.uid, role: 'admin' });
  await signInAs(publisher);
  await page.goto(`admin?version=${versionId}`);
  const approve = page.getByRole('button', { name: 'Approve' });
  const reason = 'You publish this app, so another admin must approve it.';
  await expect(approve).toHaveAccessibleDescription(reason);
  await approve.focus();
  await expect(page.getByRole('tooltip')).toHaveText(reason);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await approve.blur();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await axe();

  await signInAs(people.admin);
  await page.reload();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve Drydock 1.1 (2)?' });
  await dialog.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Available to download/)).toBeVisible({ timeout: PUBLISHED_MS });
  await people.admin.call('users.setRole', { uid: publisher.uid, role: 'developer' });
});
