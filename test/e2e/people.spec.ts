import { awaitEmail, invitationLinkOf } from '#test/support/emails.ts';
import type { Person } from '#test/support/people.ts';
import { partLink } from './open-screen.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test.use({ storeOptions: { sendsEmail: true } });

/** A publisher with one app without versions, named after its last word. */
async function createApp(store: StoreServer, name: string): Promise<{ publisher: Person; appId: string }> {
  const publisher = await store.onboard();
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  return { publisher, appId: app.id };
}

test('a member is invited by email, joins, gets another role and is removed', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 404/);
  const { publisher, appId } = await createApp(store, 'Pontoon');
  const guest = await store.onboard();
  const other = await store.onboard();

  await test.step('the owner invites', async () => {
    await signInAs(publisher);
    await page.goto(`dashboard/apps/${appId}?tab=people`);
    await expect(page.getByRole('button', { name: 'Leave' })).toHaveAccessibleDescription(
      'Transfer the app before changing this role.',
    );
    await axe();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone to Pontoon' });
    await dialog.getByLabel('Email').fill('nobody');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/);
    await axe();
    await dialog.getByLabel('Email').fill(guest.email);
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    const invitations = page.getByRole('list', { name: 'Invitations' });
    await expect(invitations.getByRole('listitem', { name: guest.email })).toContainText('Viewer');
    await axe();
  });

  const link = invitationLinkOf(await awaitEmail(store, guest.email, /Work on an app/));

  await test.step('another user cannot accept', async () => {
    await signInAs(other);
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText(`This invitation is for ${guest.email}.`);
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription(
      /^This invitation is for/,
    );
    await axe();
  });

  await test.step('the guest accepts once, and can view the app', async () => {
    await signInAs(guest);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Work on Pontoon' })).toBeVisible();
    await expect(page.getByText(`${publisher.name} invited you`)).toBeVisible();
    await checkSchemes(page, axe);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pontoon' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload a version' })).toHaveAccessibleDescription(
      'Only owners and maintainers of this app can do this.',
    );
    await page.goto(link);
    await expect(page.getByText(/^This invitation is no longer valid/)).toBeVisible();
    await axe();
  });

  await test.step('the owner changes the role and removes the guest', async () => {
    await signInAs(publisher);
    await page.goto(`dashboard/apps/${appId}?tab=people`);
    const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').nth(1);
    await row.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('radio', { name: 'Maintainer' }).check();
    await axe();
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(row.getByText('Maintainer')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await axe();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('dialog', { name: /^Remove / })).toBeVisible();
    await axe();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('an invitation is revoked, and another one declined', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 404/);
  const { publisher, appId } = await createApp(store, 'Rowboat');
  const guest = await store.onboard();
  await publisher.call('members.invite', { appId, email: guest.email, role: 'maintainer' });
  const first = invitationLinkOf(await awaitEmail(store, guest.email, /Work on an app/));
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=people`);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Invitations' })).toHaveCount(0);

  await signInAs(guest);
  await page.goto(first);
  await expect(page.getByText(/^This invitation is no longer valid/)).toBeVisible();
  await publisher.call('members.invite', { appId, email: guest.email, role: 'owner' });
  await expect
    .poll(async () => invitationLinkOf(await awaitEmail(store, guest.email, /Work on an app/)))
    .not.toBe(first);
  await page.goto(invitationLinkOf(await awaitEmail(store, guest.email, /Work on an app/)));
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { invitations } = await publisher.call('members.list', { appId });
  expect(invitations).toEqual([]);
});

test('an app is transferred when the recipient accepts, and its publisher stays an owner', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const { publisher, appId } = await createApp(store, 'Schooner');
  const heir = await store.onboard();
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=people`);
  await page.getByRole('button', { name: 'Transfer app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer Schooner?' });
  await dialog.getByLabel('Email of the new publisher').fill(heir.email);
  await expect(dialog.getByRole('button', { name: 'Send transfer request' })).toBeDisabled();
  await dialog.getByLabel('Enter Schooner to continue').fill('Schooner');
  await axe();
  await dialog.getByRole('button', { name: 'Send transfer request' }).click();
  await expect(page.getByText('New publisher', { exact: true })).toBeVisible();
  expect((await publisher.call('apps.get', { appId })).app.ownerUid).toBe(publisher.uid);

  await signInAs(heir);
  await page.goto(invitationLinkOf(await awaitEmail(store, heir.email, /Become the publisher of an app/)));
  await expect(page.getByText(`${publisher.name} wants to transfer the app Schooner to you`)).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Accept transfer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schooner' })).toBeVisible();
  await partLink(page, 'People').click();
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people).toHaveCount(2);
  await expect(people.first()).toContainText(heir.email);
  await expect(people.first()).toContainText('Publisher and owner');
  await expect(people.last().getByText('Owner', { exact: true })).toBeVisible();
});
