import type { Page } from '@playwright/test';
import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage, settle } from '#test/world/send-package.ts';
import { onboard, type Person } from './people.ts';
import { expect, test } from './test.ts';

const signer = makeIdentity('EC', { name: 'Releases' });

interface Update {
  readonly publisher: Person;
  readonly appId: string;
  readonly firstId: string;
  readonly nextId: string;
}

/** An app whose version 1.0 is public, and 1.1 approved with the choices of its submission. */
async function approveUpdate(
  { url, admin, name }: { url: string; admin: Person; name: string },
  choices: { percentage?: number; publication?: { kind: 'manual' } },
): Promise<Update> {
  const publisher = await onboard(url, 'publish');
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  const send = (from: string, versionName: string) =>
    sendPackage(publisher, {
      appId: app.id,
      fileName: `${name}-${versionName}.apk`,
      bytes: buildPackage({ from, name, versionName, signer }),
    });
  const firstId = await send('plain', '1.0');
  await publisher.call('versions.submit', { versionId: firstId });
  await admin.call('reviews.approve', { versionId: firstId });
  await settle(publisher, firstId);
  const nextId = await send('next', '1.1');
  await publisher.call('versions.submit', { versionId: nextId, ...choices });
  await admin.call('reviews.approve', { versionId: nextId });
  return { publisher, appId: app.id, firstId, nextId };
}

/** Answers the question of a dialog by the button that does it. */
async function confirm(page: Page, title: RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

test('a staged rollout is raised, halted, resumed and completed; then new installs go back', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  test.setTimeout(120_000);
  const about = { url: store.url, admin: people.admin, name: 'Rigging' };
  const { publisher, appId } = await approveUpdate(about, { percentage: 10 });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });
  const first = page.getByRole('listitem', { name: '1.0 (1)' });
  await expect(update.getByText('Offered to 10% of devices.')).toBeVisible();
  await expect(first.getByText(/^Offered to every device/)).toBeVisible();
  await expect(update.getByRole('button', { name: 'Publish now' })).toHaveAccessibleDescription(
    'This release is being rolled out, so it cannot be published.',
  );
  await axe();

  await test.step('a share grows and never falls', async () => {
    await update.getByRole('button', { name: 'Change the share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the share of 1.1 (2)' });
    const share = dialog.getByLabel('Share of devices, in percent');
    await share.fill('5');
    await dialog.getByRole('button', { name: 'Change the share' }).click();
    await expect(share).toHaveAccessibleDescription(/a share cannot shrink/);
    await axe();
    await share.fill('40');
    await dialog.getByRole('button', { name: 'Change the share' }).click();
    await expect(dialog).toBeHidden();
    await expect(update.getByText('Offered to 40% of devices.')).toBeVisible();
  });

  await test.step('it is halted, and resumed where it was', async () => {
    await update.getByRole('button', { name: 'Halt the rollout' }).click();
    await confirm(page, /^Halt the rollout/, 'Halt the rollout');
    await expect(update.getByText(/^Offered to nobody new/)).toBeVisible();
    await axe();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText(/The rollout is halted/)).toBeVisible();
    await page.goBack();
    await update.getByRole('button', { name: 'Resume' }).click();
    await confirm(page, /^Resume/, 'Resume');
    await expect(update.getByText('Offered to 40% of devices.')).toBeVisible();
  });

  await test.step('it is offered to everybody, and a device gets it', async () => {
    await update.getByRole('button', { name: 'Offer to every device' }).click();
    await confirm(page, /^Offer 1\.1/, 'Offer to every device');
    await expect(update.getByText(/^Offered to every device/)).toBeVisible();
    await page.getByLabel('Device', { exact: true }).fill('a device');
    await page.getByRole('button', { name: 'Look up the offer' }).click();
    await expect(page.getByText('This device is offered 1.1 (2).')).toBeVisible();
  });

  await test.step('new installs go back to the first version', async () => {
    await first.getByRole('button', { name: 'Go back to this version' }).click();
    await expect(page.getByRole('dialog')).toContainText('1.1 (2), downloaded 0 times so far');
    await axe();
    await confirm(page, /^Go back to 1\.0/, 'Go back to this version');
    await expect(update.getByText(/^New installs get an earlier version/)).toBeVisible();
    await page.getByRole('button', { name: 'Look up the offer' }).click();
    await expect(page.getByText('This device is offered 1.0 (1).')).toBeVisible();
    await expect(first.getByRole('button', { name: 'Go back to this version' })).toHaveAccessibleDescription(
      'New installs get this version already.',
    );
  });

  await test.step('the page suits a phone and the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await axe();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('a version waits for its publisher’s hand, is given a date, and is published', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { url: store.url, admin: people.admin, name: 'Sextant' };
  const { publisher, appId, nextId } = await approveUpdate(about, { publication: { kind: 'manual' } });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${nextId}`);
  await expect(page.getByText(/nobody can get it until its publisher says so/).first()).toBeVisible();
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const update = page.getByRole('listitem', { name: '1.1 (2)' });

  await update.getByRole('button', { name: 'Change the date' }).click();
  const dialog = page.getByRole('dialog', { name: 'When is 1.1 (2) published?' });
  await dialog.getByRole('radio', { name: 'At a date' }).check();
  await dialog.getByLabel('Date and time').fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Change the date' }).click();
  await expect(dialog.getByLabel('Date and time')).toHaveAccessibleDescription(/has passed/);
  await axe();
  await dialog.getByLabel('Date and time').fill(`${new Date().getFullYear() + 1}-12-31T09:00`);
  await dialog.getByRole('button', { name: 'Change the date' }).click();
  await expect(dialog).toBeHidden();
  await expect(update.getByText(/^Approved; published in/)).toBeVisible();

  await update.getByRole('button', { name: 'Publish now' }).click();
  await confirm(page, /^Publish 1\.1/, 'Publish now');
  await expect(update.getByText(/^Offered to every device/)).toBeVisible();
});

test('one version and the whole app are unpublished and come back; a deleted number stays taken', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { url: store.url, admin: people.admin, name: 'Tugboat' };
  const { publisher, appId, nextId } = await approveUpdate(about, {});
  await settle(publisher, nextId);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?version=${nextId}`);
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Unpublish this version' }).click();
  await confirm(page, /^Unpublish 1\.1/, 'Unpublish this version');
  await expect(article.getByText(/^Its publisher took it out/)).toBeVisible();
  await article.getByRole('button', { name: 'Delete this version' }).click();
  await expect(page.getByRole('dialog')).toContainText('its number stays taken');
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this version' }).click();
  await expect(page.getByText(/Its number 2 stays taken/)).toBeVisible();
  await expect(page.getByText(/needs a versionCode above 2/)).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Unpublish the app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unpublish Tugboat?' });
  await expect(dialog).toContainText('its one version');
  await dialog.getByLabel('Enter Tugboat to go on').fill('Tugboat');
  await axe();
  await dialog.getByRole('button', { name: 'Unpublish the app' }).click();
  await expect(page.getByText(/^Nobody can download it/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish the app again' }).click();
  await confirm(page, /^Publish Tugboat again/, 'Publish the app again');
  await expect(page.getByText(/^People can download it/)).toBeVisible();
});

test('what the store removes says why to its publisher, and comes back when it is restored', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const about = { url: store.url, admin: people.admin, name: 'Dockers' };
  const { publisher, appId } = await approveUpdate(about, {});
  await people.admin.call('apps.remove', { appId, reason: 'A court asked for it.' });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('alert')).toContainText('A court asked for it.');
  await expect(page.getByText('Nobody can download anything of this app.')).toBeVisible();
  await axe();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Publish the app again' })).toHaveAccessibleDescription(
    'This app was removed by the store, so it cannot be published again.',
  );
  await people.admin.call('apps.restore', { appId, reason: 'The court was mistaken.' });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/^People can download it/)).toBeVisible();
});
