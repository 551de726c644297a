import type { Page } from '@playwright/test';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { waitForPublication } from '#test/support/uploads.ts';
import { partLink } from './open-screen.ts';
import type { StoreServer } from './store-server.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

interface Update {
  readonly publisher: Person;
  readonly appId: string;
  readonly firstId: string;
  readonly nextId: string;
}

/** An app whose version 1.0 is public, and 1.1 approved with the choices of its submission. */
async function approveUpdate(
  { store, admin, name }: { store: StoreServer; admin: Person; name: string },
  choices: { percentage?: number; publication?: { kind: 'manual' } },
): Promise<Update> {
  const { owner: publisher, appId, submit, upload } = await createOwnApp(store, { name });
  const firstId = await submit('plain', '1.0');
  await admin.call('reviews.approve', { versionId: firstId });
  await waitForPublication(publisher, firstId);
  const { id: nextId } = await upload('next', '1.1');
  await publisher.call('versions.submit', { versionId: nextId, ...choices });
  await admin.call('reviews.approve', { versionId: nextId });
  return { publisher, appId, firstId, nextId };
}

/** Answers the question of a dialog by the button that does it. */
async function confirm(page: Page, title: RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

test('a staged rollout is raised, paused, resumed, completed and rolled back', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Rigging' };
  const { publisher, appId } = await approveUpdate(about, { percentage: 10 });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });
  const first = page.getByRole('listitem', { name: '1.0 (1)' });
  await expect(update.getByText('Available to 10% of devices.')).toBeVisible();
  await expect(first.getByText(/^Available to all devices/)).toBeVisible();
  await expect(update.getByText('Rolling out 10%')).toBeVisible();
  await expect(update.getByRole('button', { name: 'Publish now' })).toBeHidden();
  await axe();

  await test.step('the percentage only grows', async () => {
    await update.getByRole('button', { name: 'Change rollout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change rollout of 1.1 (2)' });
    const share = dialog.getByLabel('Rollout (%)');
    await share.fill('5');
    await dialog.getByRole('button', { name: 'Change rollout' }).click();
    await expect(share).toHaveAccessibleDescription(/that can’t decrease/);
    await axe();
    await share.fill('40');
    await dialog.getByRole('button', { name: 'Change rollout' }).click();
    await expect(dialog).toBeHidden();
    await expect(update.getByText('Available to 40% of devices.')).toBeVisible();
  });

  await test.step('it is paused, and resumed where it was', async () => {
    await update.getByRole('button', { name: 'Halt rollout' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'F-Droid clientsDevices that have 1.1 (2) keep it. All others and new installs get 1.0 (1).',
    );
    await axe();
    await confirm(page, /^Halt the rollout/, 'Halt rollout');
    await expect(update.getByText(/^Stopped at/)).toBeVisible();
    await expect(page.getByText('Rolling out')).toHaveCount(0);
    await axe();
    await page.getByLabel('Device', { exact: true }).fill('a device');
    await page.getByRole('button', { name: 'Check device' }).click();
    await expect(page.getByText('This device gets 1.0 (1).')).toBeVisible();
    await partLink(page, 'Overview').click();
    await expect(page.getByText(/The rollout is halted/)).toBeVisible();
    await expect(page.getByText('Halted', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Rolling out')).toHaveCount(0);
    await page.goBack();
    await update.getByRole('button', { name: 'Resume' }).click();
    await confirm(page, /^Resume/, 'Resume');
    await expect(update.getByText('Available to 40% of devices.')).toBeVisible();
  });

  await test.step('it is released to all devices, and a device gets it', async () => {
    await update.getByRole('button', { name: 'Release to all devices' }).click();
    await confirm(page, /^Release 1\.1/, 'Release to all devices');
    await expect(update.getByText(/^Available to all devices/)).toBeVisible();
    await page.getByLabel('Device', { exact: true }).fill('a device');
    await page.getByRole('button', { name: 'Check device' }).click();
    await expect(page.getByText('This device gets 1.1 (2).')).toBeVisible();
  });

  await test.step('new installs are rolled back to the first version', async () => {
    await first.getByRole('button', { name: 'Roll back to this version' }).click();
    await expect(page.getByRole('dialog')).toContainText('1.1 (2), downloaded 0 times');
    await axe();
    await confirm(page, /^Roll back to 1\.0/, 'Roll back to this version');
    await expect(update.getByText(/^New installs get an earlier version/)).toBeVisible();
    await page.getByRole('button', { name: 'Check device' }).click();
    await expect(page.getByText('This device gets 1.0 (1).')).toBeVisible();
    await expect(first.getByRole('button', { name: 'Roll back to this version' })).toBeHidden();
  });

  await test.step('the page fits a phone, light and dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await axe();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('a first version that rolls out is never called available to everyone, also below a draft', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, name, upload } = await createOwnApp(store, { name: 'Halyard' });
  const { id: versionId } = await upload('plain', '1.0');
  await owner.call('versions.submit', { versionId, percentage: 20 });
  await people.admin.call('reviews.approve', { versionId });
  await waitForPublication(owner, versionId);
  await upload('next', '1.1');
  await signInAs(owner);

  const expectStatus = async (status: string) => {
    for (const path of ['dashboard/apps', 'dashboard']) {
      await page.goto(path);
      const row = page.getByRole(path === 'dashboard' ? 'listitem' : 'row').filter({ hasText: name });
      await expect(row.filter({ hasText: status }).filter({ hasText: '1.0 (1)' }).first()).toBeVisible();
    }
    await page.goto(`dashboard/apps/${appId}`);
    await expect(page.getByText(status)).toBeVisible();
  };
  await expectStatus('Available to 20% of devices; version 1.1 is a draft.');

  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  await page.getByRole('button', { name: 'Halt rollout' }).click();
  await expect(page.getByRole('dialog')).toContainText('All others and new installs get no version.');
  await confirm(page, /^Halt the rollout/, 'Halt rollout');
  await expect(page.getByText('New installs get no version.')).toBeVisible();
  await expectStatus('Not available to new installs; version 1.1 is a draft.');
});

test('a rollout halts by the store’s or its own rule, says why, and is resumed', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Halyard' };
  const { publisher, appId, nextId } = await approveUpdate(about, { percentage: 10 });
  const report = (deviceIds: string[]) =>
    publisher.call('releases.addReports', { versionId: nextId, kind: 'crash', deviceIds });

  await signInAs(people.admin);
  await page.goto('admin/settings?tab=publishing');
  await page.getByRole('radio', { name: 'Halt automatically after many reports' }).check();
  await page.getByLabel('More than this many reports').fill('0');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('More than this many reports')).toHaveAccessibleDescription('Use 1 or more.');
  await checkAllViews(page, axe);
  await page.getByLabel('More than this many reports').fill('50');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();

  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });
  await expect(update.getByText(/^Halts automatically after more than 50 crash reports/)).toBeVisible();
  await update.getByRole('button', { name: 'Halt when…' }).click();
  const dialog = page.getByRole('dialog', { name: 'When the rollout of 1.1 (2) halts automatically' });
  await expect(dialog.getByRole('radio', { name: 'The store’s rule' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'My own rule' }).check();
  await dialog.getByLabel('More than this many reports').fill('1');
  await dialog.getByRole('checkbox', { name: 'Crashes' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one kind of report.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Crashes' }).check();
  await checkAllViews(page, axe);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(update.getByText(/^Halts automatically after more than 1 crash report,/)).toBeVisible();

  await report(['a device', 'another device']);
  await expect(update.getByText('Halted automatically')).toBeVisible();
  await expect(update.getByText(/Crashes: 2 · Problems: 0 · Downloads: 0/)).toBeVisible();
  await checkAllViews(page, axe);
  await update.getByRole('button', { name: 'Resume' }).click();
  await confirm(page, /^Resume/, 'Resume');
  await expect(update.getByText('Available to 10% of devices.')).toBeVisible();
  await expect(update.getByText(/Crashes: 0 · Problems: 0/)).toBeVisible();
  await people.admin.call('settings.update', { settings: { rolloutHalting: null } });
});

test('a publisher sees why a rollout halted and disputes it, and staff are notified and resolve it', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Gangway' };
  const { publisher, appId, nextId } = await approveUpdate(about, { percentage: 10 });
  await publisher.call('releases.setHaltRule', {
    versionId: nextId,
    rule: { kinds: ['crash'], reports: 1, percentage: 1 },
  });
  const deviceIds = ['a device', 'another device'];
  await publisher.call('releases.addReports', { versionId: nextId, kind: 'crash', deviceIds });

  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });
  await expect(update.getByText(/Crashes: 2 · Problems: 0 · Downloads: 0/)).toBeVisible();
  await expect(update.getByText(/Reports that didn’t count: 0/)).toBeVisible();
  await update.getByRole('button', { name: 'Dispute halt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute the halt of 1.1 (2)' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  const why = dialog.getByLabel('Why aren’t the reports genuine?');
  await expect(why).toHaveAccessibleDescription(/^Enter/);
  await checkAllViews(page, axe);
  await why.fill('Our own crash service has no report of this version.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await expect(update.getByText('Disputed: Our own crash service')).toBeVisible();
  await expect(update.getByText('Store staff are looking into it.')).toBeVisible();
  await expect(update.getByRole('button', { name: 'Dispute halt…' })).toBeHidden();
  await expect(update.getByRole('button', { name: 'Resume' })).toBeVisible();
  await checkAllViews(page, axe);

  await signInAs(people.admin);
  await page.goto('dashboard?view=notifications');
  await page.getByText(/^The publisher of Gangway says/).click();
  await expect(page).toHaveURL(new RegExp(`${appId}\\?tab=releases`));
  await update.getByRole('button', { name: 'Accept' }).click();
  const resolving = page.getByRole('dialog', { name: 'Accept the dispute?' });
  await resolving.getByLabel('Note to the publisher').fill('All of them came from one hosting company.');
  await checkAllViews(page, axe);
  await resolving.getByRole('button', { name: 'Accept' }).click();
  await expect(resolving).toBeHidden();

  await signInAs(publisher);
  await page.goto('dashboard?view=notifications');
  await page.getByText(/^Staff agree that the reports that halted version 1.1 of Gangway/).click();
  await expect(update.getByText('Accepted by staff: All of them came from')).toBeVisible();
  await checkAllViews(page, axe);
  await update.getByRole('button', { name: 'Resume' }).click();
  await confirm(page, /^Resume/, 'Resume');
  await expect(update.getByText('Available to 10% of devices.')).toBeVisible();
});

test('a version waits for manual publication, is scheduled, and is published', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Sextant' };
  const { publisher, appId, nextId } = await approveUpdate(about, { publication: { kind: 'manual' } });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${nextId}`);
  await expect(page.getByText(/the publisher releases it manually/).first()).toBeVisible();
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });

  await update.getByRole('button', { name: 'Change date' }).click();
  const dialog = page.getByRole('dialog', { name: 'When should 1.1 (2) be published?' });
  await dialog.getByRole('radio', { name: 'On a date' }).check();
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Change date' }).click();
  await expect(dialog.getByLabel('Date and time')).toHaveAccessibleDescription(/has passed/);
  await axe();
  await dialog.getByLabel('Date and time').fill(`${new Date().getFullYear() + 1}-12-31T09:00`);
  await dialog.getByRole('button', { name: 'Change date' }).click();
  await expect(dialog).toBeHidden();
  await expect(update.getByText(/^Approved; it’s published in/)).toBeVisible();

  await update.getByRole('button', { name: 'Publish now' }).click();
  await confirm(page, /^Publish 1\.1/, 'Publish now');
  await expect(update.getByText(/^Available to all devices/)).toBeVisible();
});

test('a version and the whole app are unpublished and republished; a deleted version code stays reserved', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Tugboat' };
  const { publisher, appId, nextId } = await approveUpdate(about, {});
  await waitForPublication(publisher, nextId);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${nextId}`);
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Unpublish version' }).click();
  await confirm(page, /^Unpublish 1\.1/, 'Unpublish version');
  await expect(article.getByText(/^The publisher unpublished it/)).toBeVisible();
  await article.getByRole('button', { name: 'Delete version' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its version code stays reserved');
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click();
  await expect(page.getByText(/Its version code 2 stays reserved/)).toBeVisible();
  await expect(page.getByText(/needs a version code above 2/)).toBeVisible();

  await partLink(page, 'Settings').click();
  await page.getByRole('button', { name: 'Unpublish app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unpublish Tugboat?' });
  await expect(dialog).toContainText('its 1 version');
  await dialog.getByLabel('Enter Tugboat to continue').fill('Tugboat');
  await axe();
  await dialog.getByRole('button', { name: 'Unpublish app' }).click();
  await expect(page.getByText(/^Not available to download/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish app again' }).click();
  await confirm(page, /^Publish Tugboat again/, 'Publish app again');
  await expect(page.getByText(/^Available to download/)).toBeVisible();
});

test('a removal is explained to the publisher, and can be undone', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { store, admin: people.admin, name: 'Dockers' };
  const { publisher, appId } = await approveUpdate(about, {});
  await people.admin.call('apps.remove', { appId, reason: 'A court asked for it.' });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('alert')).toContainText('A court asked for it.');
  await expect(page.getByText('This app isn’t live yet.')).toBeVisible();
  await axe();
  await partLink(page, 'Settings').click();
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish app again' })).toBeHidden();
  await people.admin.call('apps.restore', { appId, reason: 'The court was mistaken.' });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/^Available to download/)).toBeVisible();
});
