import { mailedInvitation } from './letters.ts';
import { onboard, type Person } from './people.ts';
import { expect, test } from './test.ts';

/** A publisher with one app without versions, named after its last word. */
async function createApp(url: string, name: string): Promise<{ publisher: Person; appId: string }> {
  const publisher = await onboard(url, 'publish');
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  return { publisher, appId: app.id };
}

test('somebody is invited by mail, joins, gets another role and is removed', async ({
  page,
  axe,
  problems,
  signInAs,
  store,
}) => {
  test.setTimeout(120_000);
  problems.allow(/status of 404/);
  const { publisher, appId } = await createApp(store.url, 'Pontoon');
  const guest = await onboard(store.url, 'publish');
  const other = await onboard(store.url, 'publish');

  await test.step('the owner invites', async () => {
    await signInAs(publisher);
    await page.goto(`dashboard/apps/${appId}?tab=people`);
    await expect(page.getByRole('button', { name: 'Leave' })).toHaveAccessibleDescription(
      'The publisher is an owner always. Hand the app over first.',
    );
    await axe();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody to Pontoon' });
    await dialog.getByLabel('Email').fill('nobody');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/);
    await axe();
    await dialog.getByLabel('Email').fill(guest.email);
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog).toBeHidden();
    const invitations = page.getByRole('list', { name: 'Invitations' });
    await expect(invitations.getByRole('listitem', { name: guest.email })).toContainText('Viewer');
    await axe();
  });

  const link = await mailedInvitation(store, guest.email, /Work on Pontoon/);

  await test.step('somebody else cannot accept', async () => {
    await signInAs(other);
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText(`This invitation is for ${guest.email}.`);
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription(
      /^This invitation is for/,
    );
    await axe();
  });

  await test.step('the guest accepts, once, and reads along', async () => {
    await signInAs(guest);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Work on Pontoon' })).toBeVisible();
    await expect(page.getByText(`${publisher.name} invites you`)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await axe();
    }
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pontoon' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload a version' })).toHaveAccessibleDescription(
      'Only owners and maintainers of this app may do this.',
    );
    await page.goto(link);
    await expect(page.getByText(/^This invitation does not work any more/)).toBeVisible();
    await axe();
  });

  await test.step('the owner changes the role and takes the guest off', async () => {
    await signInAs(publisher);
    await page.goto(`dashboard/apps/${appId}?tab=people`);
    const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').nth(1);
    await row.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('radio', { name: 'Maintainer' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(row.getByText('Maintainer')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await axe();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('an invitation is taken back, and another one declined', async ({ page, problems, signInAs, store }) => {
  problems.allow(/status of 404/);
  const { publisher, appId } = await createApp(store.url, 'Rowboat');
  const guest = await onboard(store.url, 'publish');
  await publisher.call('members.invite', { appId, email: guest.email, role: 'maintainer' });
  const first = await mailedInvitation(store, guest.email, /Work on Rowboat/);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=people`);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Invitations' })).toHaveCount(0);

  await signInAs(guest);
  await page.goto(first);
  await expect(page.getByText(/^This invitation does not work any more/)).toBeVisible();
  await publisher.call('members.invite', { appId, email: guest.email, role: 'owner' });
  await expect.poll(() => mailedInvitation(store, guest.email, /Work on Rowboat/)).not.toBe(first);
  await page.goto(await mailedInvitation(store, guest.email, /Work on Rowboat/));
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { invitations } = await publisher.call('members.list', { appId });
  expect(invitations).toEqual([]);
});

test('an app is handed over when the other side takes it, and its publisher stays an owner', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const { publisher, appId } = await createApp(store.url, 'Schooner');
  const heir = await onboard(store.url, 'publish');
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=people`);
  await page.getByRole('button', { name: 'Hand the app over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand Schooner over?' });
  await dialog.getByLabel('Email of the new publisher').fill(heir.email);
  await expect(dialog.getByRole('button', { name: 'Offer the app' })).toBeDisabled();
  await dialog.getByLabel('Enter Schooner to go on').fill('Schooner');
  await axe();
  await dialog.getByRole('button', { name: 'Offer the app' }).click();
  await expect(page.getByText('Takes the app over')).toBeVisible();
  expect((await publisher.call('apps.get', { appId })).app.ownerUid).toBe(publisher.uid);

  await signInAs(heir);
  await page.goto(await mailedInvitation(store, heir.email, /Take over Schooner/));
  await expect(page.getByText(`${publisher.name} wants to hand the app Schooner over`)).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Take the app over' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schooner' })).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).click();
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people).toHaveCount(2);
  await expect(people.first()).toContainText(heir.email);
  await expect(people.first()).toContainText('Publisher and owner');
  await expect(people.last().getByText('Owner', { exact: true })).toBeVisible();
});
