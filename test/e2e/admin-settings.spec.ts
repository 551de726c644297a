import sharp from 'sharp';
import { createOwnApp } from '#test/support/own-app.ts';
import { PASSWORD } from '#test/support/people.ts';
import { partLink } from './open-screen.ts';
import { expireAuthentication } from './reauthentication.ts';
import { expect, test } from './test.ts';

const drawLogo = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();

const PARTS = [
  'Store',
  'Email',
  'Publishing',
  'Review',
  'Package rules',
  'Limits',
  'Categories',
  'Legal texts',
  'Storage',
  'Privacy',
  'History',
];

test('every section of the settings has its own URL', async ({ page, people, signInAs }) => {
  await signInAs(people.admin);
  await page.goto('admin/settings');
  for (const name of PARTS) {
    await partLink(page, name).click();
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    await page.reload();
    await expect(partLink(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
});

test('a change is checked, guarded when left, effective immediately, and logged', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  await signInAs(people.admin);
  await page.goto('admin/settings');
  await page.getByLabel('Store name').fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Store name')).toHaveAccessibleDescription('Enter the store’s name.');
  await page.getByLabel('Store name').fill('Fisherman’s Wharf');
  await page.getByRole('radio', { name: 'Closed' }).check();
  await partLink(page, 'Limits').click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  await expect(store.signUp({ name: 'Late Larry' })).rejects.toThrow(/isn’t accepting new accounts/);
  await page.getByRole('link', { name: 'View past changes' }).click();
  const past = page.getByRole('list', { name: 'Changes of the settings' }).getByRole('listitem').first();
  await expect(past.getByRole('heading', { name: 'Store name and Registration' })).toBeVisible();

  await page.goto('admin/settings?tab=categories');
  await page.getByRole('button', { name: 'Add category' }).click();
  const last = page.getByRole('list', { name: 'Categories' }).getByRole('listitem').last();
  await last.getByLabel('Name', { exact: true }).fill('Maps & Weather');
  await last.getByLabel('ID', { exact: true }).focus();
  await expect(last.getByLabel('ID', { exact: true })).toHaveValue('maps-weather');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  const { settings } = await people.admin.call('settings.get', {});
  expect(settings).toMatchObject({ storeName: 'Fisherman’s Wharf', registration: 'closed' });
  expect(settings.categories.at(-1)).toEqual({ id: 'maps-weather', name: 'Maps & Weather' });
  await people.admin.call('settings.update', { settings: { storeName: 'Quayside', registration: 'open' } });
});

test('an admin chooses what first versions need in their listing, and publishers see it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, upload } = await createOwnApp(store);
  const { id: versionId } = await upload();
  await signInAs(people.admin);
  await page.goto('admin/settings?tab=review');
  const asked = page.getByRole('group', { name: 'First versions also need' });
  await asked.getByRole('checkbox', { name: 'Screenshots' }).check();
  await asked.getByRole('checkbox', { name: 'Privacy policy' }).check();
  await axe();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const missing = page
    .getByRole('list', { name: 'Listing checklist' })
    .getByRole('listitem')
    .filter({ hasText: 'Missing' });
  await expect(missing).toHaveText([/^Screenshots/, /^Privacy policy/]);
  await missing.getByRole('link', { name: 'Screenshots' }).click();
  await expect(page.getByRole('button', { name: 'Add phone screenshots' })).toBeFocused();
  await people.admin.call('settings.update', { settings: { listingRequirements: [] } });
  await partLink(page, 'Versions').click();
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveAccessibleDescription('');
  await expect(missing).toHaveCount(0);
});

test('an old session reauthenticates before it changes a setting', async ({
  page,
  axe,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400/);
  const admin = await store.onboard({}, 'browse');
  await people.admin.call('users.setRole', { uid: admin.uid, role: 'admin' });
  await signInAs(admin);
  await page.goto('admin/settings?tab=review');
  await page.getByRole('radio', { name: 'Admins may approve their own' }).check();
  await axe();
  await expireAuthentication(store.database, admin.uid);
  await page.getByRole('button', { name: 'Save settings' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(proof).toBeVisible();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  expect((await admin.call('settings.get', {})).settings.ownApprovals).toBe('forbid');

  await page.getByRole('button', { name: 'Save settings' }).click();
  await proof.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  expect((await admin.call('settings.get', {})).settings.ownApprovals).toBe('allow');
  await people.admin.call('settings.update', { settings: { ownApprovals: 'forbid' } });
  await people.admin.call('users.setRole', { uid: admin.uid, role: 'user' });
});

test('a change by another admin is never overwritten unseen, and the history undoes changes', async ({
  page,
  people,
  signInAs,
  axe,
  problems,
}) => {
  problems.allow(/409 \(Conflict\)/);
  const { admin } = people;
  await admin.call('settings.update', { settings: { tagline: 'Apps for the harbour', minTargetSdk: 23 } });
  await signInAs(admin);
  await page.goto('admin/settings');
  const tagline = page.getByLabel('Tagline');
  await expect(tagline).toHaveValue('Apps for the harbour');
  await tagline.fill('Apps for the sea');
  await admin.call('settings.update', { settings: { tagline: 'Apps for the river' } });
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed these settings' });
  await expect(conflict).toContainText('Tagline');
  await axe();
  const rejected = page.waitForResponse((response) => response.url().endsWith('/settings.update'));
  await page.getByRole('button', { name: 'Save settings' }).click();
  expect((await rejected).status()).toBe(409);
  await expect(conflict).toBeVisible();
  expect((await admin.call('settings.get', {})).settings.tagline).toBe('Apps for the river');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toBeHidden();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  expect((await admin.call('settings.get', {})).settings.tagline).toBe('Apps for the sea');

  await page.getByRole('link', { name: 'View past changes' }).click();
  const changes = page.getByRole('list', { name: 'Changes of the settings' }).getByRole('listitem');
  await expect(changes.first()).toContainText('sea');
  await expect(changes.nth(1).getByRole('button', { name: /^Undo/ })).toHaveAccessibleDescription(
    'Changed again since then. Undo the later change first.',
  );
  await changes.first().getByRole('button', { name: 'Undo the change of Tagline' }).click();
  const undoing = page.getByRole('dialog', { name: 'Undo the change of Tagline?' });
  await undoing.getByRole('button', { name: 'Undo' }).click();
  await expect(undoing).toBeHidden();
  expect((await admin.call('settings.get', {})).settings.tagline).toBe('Apps for the river');
  await expect(changes.first().getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await admin.call('settings.update', { settings: { tagline: '' } });

  await test.step('the logo follows the same rules', async () => {
    const readLogo = async () => (await admin.call('settings.get', {})).logo;
    await partLink(page, 'Store').click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a logo' }).click();
    const chooser = await choosing;
    await admin.call('settings.setLogo', { image: (await drawLogo('teal')).toString('base64') });
    const theirs = await readLogo();
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo('navy') });
    const unsaved = page.getByRole('alert').filter({ hasText: 'Someone else changed the logo meanwhile' });
    await expect(unsaved.getByRole('img', { name: 'Your picture' })).toBeVisible();
    await axe();
    expect(await readLogo()).toBe(theirs);
    await unsaved.getByRole('button', { name: 'Replace the current logo' }).click();
    await expect.poll(readLogo).not.toBe(theirs);
    const mine = await readLogo();
    await expect(unsaved).toBeHidden();

    await partLink(page, 'History').click();
    const past = changes.first();
    await expect(past.getByRole('heading', { name: 'Logo' })).toBeVisible();
    const picture = (side: string) => past.getByRole('img', { name: `Logo ${side} the change` });
    await expect(picture('before')).toHaveAttribute('src', new RegExp(`${theirs}$`));
    await expect(picture('after')).toHaveAttribute('src', new RegExp(`${mine}$`));
    await expect(changes.nth(1).getByRole('button', { name: /^Undo/ })).toHaveAccessibleDescription(
      'Changed again since then. Undo the later change first.',
    );
    await axe();
    await past.getByRole('button', { name: 'Undo the change of Logo' }).click();
    const restoring = page.getByRole('dialog', { name: 'Undo the change of Logo?' });
    await restoring.getByRole('button', { name: 'Undo' }).click();
    await expect(restoring).toBeHidden();
    expect(await readLogo()).toBe(theirs);
    await admin.call('settings.setLogo', { image: null });
  });
});

test('an admin tests the storage', async ({ page, people, signInAs }) => {
  await signInAs(people.admin);
  await page.goto('admin/settings?tab=storage');
  await page.getByRole('button', { name: 'Test the storage' }).click();
  await expect(page.getByText('A file was written, read back unchanged, and deleted.')).toBeVisible();
});

test('an admin changes how long data is kept, within limits, and finds it in the history', async ({
  page,
  people,
  signInAs,
  axe,
}) => {
  await signInAs(people.admin);
  await page.goto('admin/settings?tab=privacy');
  const deliveries = page.getByLabel('Deliveries (days)');
  await expect(deliveries).toHaveValue('30');
  await expect(deliveries).toHaveAccessibleDescription(/From 7 to 365\.$/);
  await deliveries.fill('6');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(deliveries).toHaveAccessibleDescription('Use 7 or more.');
  await axe();
  await deliveries.fill('14');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  await page.getByRole('link', { name: 'View past changes' }).click();
  const past = page.getByRole('list', { name: 'Changes of the settings' }).getByRole('listitem').first();
  await expect(past.getByRole('heading', { name: 'Retention periods' })).toBeVisible();
  await expect(past).toContainText('delivery days');
  await past.getByRole('button', { name: /^Undo/ }).click();
  const undoing = page.getByRole('dialog', { name: 'Undo the change of Retention periods?' });
  await undoing.getByRole('button', { name: 'Undo' }).click();
  await expect(undoing).toBeHidden();
  const { settings } = await people.admin.call('settings.get', {});
  expect(settings.retention.deliveryDays).toBe(30);
});
