import { createOwnApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';

const TEXTS = { summary: 'High and low water', description: 'Shows **tides**.', whatsNew: '', video: '' };

/** A published app whose listing staff have approved. */
async function publishApp(store: StoreServer, admin: Person) {
  const { owner: publisher, appId, name, submit } = await createOwnApp(store);
  const listing = { ...TEXTS, name };
  await publisher.call('apps.updateListing', { appId, locale: 'en-US', revision: 0, listing });
  await admin.call('reviews.approve', { versionId: await submit('plain', '1.0') });
  return { publisher, appId, name };
}

test('a new name waits, is rejected with a reason, and another one is approved', async ({
  page,
  axe,
  people: { admin },
  problems,
  signInAs,
  store,
}) => {
  // A count of notifications that is under way when the other person comes.
  problems.allow(/Notifications CallError/);
  const { publisher, appId, name } = await publishApp(store, admin);
  const nameField = page.getByRole('textbox', { name: 'Name', exact: true });
  const saved = page.getByRole('status', { name: 'Save status' });
  const editor = `dashboard/apps/${appId}?tab=listing`;
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await expect(page.getByText('1 waits for approval.')).toBeVisible();
  };
  await signInAs(publisher);
  await page.goto(editor);
  await expect(page.getByText('Names and icons go live once approved.').first()).toBeVisible();
  await nameField.fill('Your Bank');
  await expect(saved).toHaveText('Saved');
  await publish();
  await expect(page.getByText(`Live now: “${name}”.`)).toBeVisible();
  await expect(page.getByRole('alert').getByText(/^1 change waiting for approval/)).toBeVisible();
  await axe();

  await signInAs(admin);
  await page.goto('admin');
  await page.getByRole('link', { name: /listings? needs? approval/ }).click();
  await page
    .getByRole('list', { name: 'Waiting for approval' })
    .getByRole('link', { name: new RegExp(name) })
    .click();
  const changes = page.getByRole('list', { name: 'Listing changes' });
  await expect(changes.getByText('Your Bank')).toBeVisible();
  await expect(changes.getByText(name)).toBeVisible();
  await changes.getByRole('checkbox', { name: 'Name, English (United States)' }).uncheck();
  await expect(page.getByRole('button', { name: 'Approve 0 changes' })).toHaveAccessibleDescription(
    'Select at least one change.',
  );
  await changes.getByRole('checkbox', { name: 'Name, English (United States)' }).check();
  await page.getByRole('button', { name: 'Reject 1 change' }).click();
  const rejection = page.getByRole('dialog', { name: 'Reject 1 change?' });
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(rejection.getByLabel('Reason')).toHaveAccessibleDescription(
    'Enter a reason. The publisher sees it.',
  );
  await rejection.getByLabel('Reason').fill('That is the name of a bank.');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('No listing changes need approval.')).toBeVisible();

  await signInAs(publisher);
  await page.goto('dashboard?view=notifications');
  await page.getByText('Listing changes rejected').first().click();
  await expect(page).toHaveURL(/tab=listing/);
  await expect(page.getByText(/Staff wrote: “That is the name of a bank\.”/)).toBeVisible();
  await nameField.fill(`${name} Tides`);
  await expect(saved).toHaveText('Saved');
  await publish();

  await signInAs(admin);
  await page.goto(`admin?listing=${appId}`);
  await expect(changes.getByText(`${name} Tides`)).toBeVisible();
  await page.getByRole('button', { name: 'Approve 1 change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: `Listing of ${name} Tides` })).toBeVisible();
  expect((await publisher.call('apps.get', { appId })).app.name).toBe(`${name} Tides`);
});

test('a published summary is live, and staff compare and revert it', async ({
  page,
  axe,
  people: { admin },
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400|Notifications CallError/);
  const { publisher, appId, name } = await publishApp(store, admin);
  const write = async (summary: string) => {
    const { listings } = await publisher.call('apps.getListing', { appId });
    const listing = { ...TEXTS, name, summary };
    const revision = listings[0]?.revision ?? 0;
    await publisher.call('apps.updateListing', { appId, locale: 'en-US', revision, listing });
    await publishDrafts({ owner: publisher, appId });
  };
  await write('High and low rates');
  await signInAs(admin);
  await page.goto('admin?view=listings');
  const all = page
    .getByRole('list', { name: 'Recent listing changes' })
    .getByRole('listitem', { name: `${name}: Summary, English (United States)` });
  const [change, older] = [all.first(), all.last()];
  await expect(change.locator('del')).toHaveText('water');
  await expect(change.locator('ins')).toHaveText('rates');

  await older.getByRole('button', { name: 'Revert' }).focus();
  await write('High and low credit');
  await expect(all).toHaveCount(2);
  await older.getByRole('button', { name: 'Revert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert Summary, English (United States)?' });
  await dialog.getByRole('button', { name: 'Revert' }).click();
  await expect(dialog.getByText(/This changed again/)).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Show the latest change' }).click();
  await expect(dialog).toBeHidden();
  await expect(change.locator('ins')).toHaveText('credit');
  await change.getByRole('button', { name: 'Revert' }).click();
  await dialog.getByLabel('Reason').fill('No loans here.');
  await dialog.getByRole('button', { name: 'Revert' }).click();
  await expect(change.getByText(/^Reverted by Admin.*No loans here\.$/)).toBeVisible();

  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=listing`);
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('High and low credit');
  await expect(page.getByText('Live now: “High and low rates”.')).toBeVisible();
  await expect(page.getByText(/Staff wrote: “No loans here\.”/)).toBeVisible();
});
