import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('an app is put on hold and returns when the hold is lifted, and its publisher sees why', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, submit } = await createOwnApp(store, { name: 'Bollard', id: 'bollard' });
  const versionId = await submit();
  await people.admin.call('reviews.approve', { versionId });
  await signInAs(people.admin);
  await page.goto(`admin/apps?app=${appId}`);
  await page.getByRole('button', { name: 'Hold Bollard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put Bollard on hold?' });
  await dialog.getByLabel('Review date').fill('');
  await dialog.getByLabel('Reason').fill('It sends contacts to a stranger.');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByLabel('Review date')).toHaveAccessibleDescription(
    'Enter the date on which staff look at it again.',
  );
  await dialog.getByLabel('Review date').fill('2040-01-31');
  await dialog.getByLabel('Reason').fill('');
  await expect(dialog.getByText(/^1 published version disappears from the store/)).toBeVisible();
  await dialog.getByLabel('Note').fill('Reported by two people.');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/);
  await dialog.getByLabel('Reason').fill('It sends contacts to a stranger.');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByRole('button', { name: 'Lift hold on Bollard' })).toBeVisible();
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible();

  await page.goto('admin?view=holds');
  const held = page
    .getByRole('list', { name: 'On hold' })
    .getByRole('listitem')
    .filter({ hasText: 'Bollard' });
  await expect(held).toContainText('“It sends contacts to a stranger.”');
  await expect(held).toContainText('Note: Reported by two people.');

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('alert').filter({ hasText: 'It sends contacts to a stranger.' })).toBeVisible();
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible();
  await checkAllViews(page, axe);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const article = page.getByRole('article', { name: 'Version 1.0' });
  const note = article.getByRole('alert').filter({ hasText: 'The store is holding this app' });
  await expect(note).toContainText('“It sends contacts to a stranger.”');
  await expect(article.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true');
  await note.getByRole('link', { name: 'See the app' }).click();
  await expect(page.getByRole('heading', { name: 'Next step' })).toBeVisible();
  await page.goto(`dashboard/apps/${appId}?tab=releases`);
  const release = page.getByRole('listitem', { name: '1.0 (1)' });
  await expect(release.getByText('On hold', { exact: true })).toBeVisible();
  await expect(release.getByText(/^Available to all devices/)).toBeHidden();

  await signInAs(people.admin);
  await page.goto('admin?view=holds');
  await held.getByRole('button', { name: 'Lift hold on Bollard' }).click();
  const lifting = page.getByRole('dialog', { name: 'Lift the hold on Bollard?' });
  await lifting.getByLabel('Reason').fill('The new build sends nothing.');
  await lifting.getByRole('button', { name: 'Lift hold' }).click();
  await expect(held).toBeHidden();
  const lifted = page.getByRole('list', { name: 'Lifted holds' });
  await expect(lifted.getByText(/The new build sends nothing/)).toBeVisible();
  expect((await owner.call('apps.get', { appId })).app).toMatchObject({ status: 'published', hold: null });
});

test('everything that one certificate signed is stopped, and uploads with it are rejected', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const app = await createOwnApp(store, { name: 'Cutlass', id: 'cutlass' });
  const versionId = await app.submit();
  await people.admin.call('reviews.approve', { versionId });
  const { version } = await people.admin.call('versions.get', { versionId });
  const certificate = version.signature?.certificates[0]?.sha256 ?? '';
  await signInAs(people.admin);
  await page.goto('admin?view=holds');
  await page.getByRole('button', { name: 'Stop everything with…' }).click();
  const choosing = page.getByRole('dialog', { name: 'Stop everything with…' });
  await choosing.getByLabel('Value').fill('none');
  await choosing.getByRole('button', { name: 'Preview' }).click();
  await expect(choosing.getByLabel('Value')).toHaveAccessibleDescription(/64 hexadecimal digits/);
  await choosing.getByLabel('Value').fill(certificate.toUpperCase());
  await choosing.getByRole('button', { name: 'Preview' }).click();
  const stopping = page.getByRole('dialog', { name: 'Stop these packages?' });
  await expect(stopping.getByText('1 version of 1 app by 1 publisher. 1 is published.')).toBeVisible();
  await expect(stopping.getByRole('listitem').filter({ hasText: 'Cutlass 1.0' })).toBeVisible();
  await checkAllViews(page, axe);
  await stopping.getByLabel('Reason').fill('The key was stolen.');
  await stopping.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(stopping).toBeHidden();
  await expect(page.getByRole('list', { name: 'Blocked uploads' })).toContainText(certificate);
  await expect(page.getByRole('list', { name: 'On hold' })).toContainText('Cutlass');

  expect(await app.upload('next')).toMatchObject({
    status: 'invalid',
    findings: [expect.objectContaining({ evidence: expect.stringContaining('The key was stolen.') })],
  });
});

test('a reviewer puts a version on hold in its review, and the dashboards show it as held', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, submit, upload } = await createOwnApp(store, { name: 'Dredger', id: 'dredger' });
  const versionId = await submit();
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put this version on hold…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put Dredger 1.0 (1) on hold?' });
  await dialog.getByLabel('Reason').fill('It scans the network.');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '“It scans the network.”' })).toBeVisible();
  await checkAllViews(page, axe);
  await page.goto('dashboard');
  const queued = page.getByRole('list', { name: 'Review queue' }).getByRole('listitem');
  await expect(queued.filter({ hasText: 'Dredger' })).toContainText('On hold');

  await page.goto(`admin?version=${versionId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Lift the hold on this version…' }).click();
  const lifting = page.getByRole('dialog', { name: 'Lift the hold on Dredger 1.0 (1)?' });
  await lifting.getByLabel('Reason').fill('It only looks for printers.');
  await lifting.getByRole('button', { name: 'Lift hold' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'It scans the network' })).toBeHidden();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put the app on hold…' }).click();
  const holding = page.getByRole('dialog', { name: 'Put Dredger on hold?' });
  await holding.getByLabel('Reason').fill('It pretends to be another app.');
  await holding.getByRole('button', { name: 'Put on hold' }).click();
  const note = page.getByRole('alert').filter({ hasText: '“It pretends to be another app.”' });
  await expect(note.getByRole('link', { name: 'See the app' })).toBeVisible();

  await owner.call('versions.withdraw', { versionId });
  await upload('next');
  await signInAs(owner);
  await page.goto('dashboard');
  const row = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(row.filter({ hasText: 'Dredger' })).toContainText('Draft');
  await expect(row.filter({ hasText: 'Dredger' })).toContainText('On hold');
  await expect(row.filter({ hasText: 'Dredger' })).toContainText('It pretends to be another app.');
  await checkAllViews(page, axe);
  await page.goto(`dashboard/apps/${appId}?tab=versions`);
  const submitting = page.getByRole('button', { name: 'Submit for review' });
  await expect(submitting).toHaveAttribute('aria-disabled', 'true');
});

test('suspending a publisher for malware holds their apps unless told otherwise, and lifting restores them', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, applicationId, submit } = await createOwnApp(store, {
    name: 'Kedging',
    id: 'kedging',
  });
  await people.admin.call('reviews.approve', { versionId: await submit() });
  const storePage = `fdroid/repo/?app=${applicationId}`;
  const isInFeed = async () =>
    (await (await store.nobody.fetch('fdroid/repo/index-v2.json')).text()).includes(applicationId);
  await expect.poll(isInFeed).toBe(true);

  await signInAs(people.admin);
  await page.goto(`admin/users?q=${owner.uid}`);
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: /^Suspend / });
  const holding = dialog.getByRole('checkbox', { name: 'Put all their apps on hold' });
  await expect(dialog.getByLabel('Kind')).toHaveValue('malware');
  await expect(holding).toBeChecked();
  await dialog.getByLabel('Kind').selectOption('other');
  await expect(holding).not.toBeChecked();
  await dialog.getByLabel('Kind').selectOption('malware');
  await expect(holding).toBeChecked();
  await checkAllViews(page, axe);
  await dialog.getByLabel('Reason').fill('Their apps read messages.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toBeHidden();
  expect((await store.nobody.fetch(storePage)).status).toBe(404);
  expect((await store.nobody.fetch(`fdroid/repo/${applicationId}_1.apk`)).status).toBe(410);
  await expect.poll(isInFeed).toBe(false);

  await page.goto(`admin/apps?app=${appId}`);
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible();
  await page.goto('admin?view=holds');
  const row = page.getByRole('list', { name: 'On hold' }).getByRole('listitem');
  const held = row.filter({ hasText: 'Their apps read messages.' });
  await expect(held).toContainText('Publisher');

  await page.goto(`admin/users?q=${owner.uid}`);
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click();
  const lifting = page.getByRole('dialog', { name: /^Lift the suspension of / });
  await lifting.getByRole('checkbox', { name: 'Also lift the hold on their apps' }).check();
  await lifting.getByLabel('Reason').fill('Somebody else had their key.');
  await lifting.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(lifting).toBeHidden();
  await expect.poll(isInFeed).toBe(true);
  expect((await store.nobody.fetch(storePage)).status).toBe(200);
});

test('staff see which holds are overdue, what was lifted, and what uploads are blocked by', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { appId } = await createOwnApp(store, { name: 'Lighter', id: 'lighter' });
  await people.admin.call('holds.create', {
    subject: 'app',
    subjectId: appId,
    kind: 'legal',
    reason: 'A court order.',
    reviewAt: new Date(Date.now() - 86_400_000).toISOString(),
  });
  const value = 'ab'.repeat(32);
  await people.admin.call('stops.apply', {
    by: 'file',
    value,
    kind: 'malware',
    reason: 'A trojan.',
    reviewAt: '2040-01-31T00:00:00Z',
  });
  await signInAs(people.admin);
  await page.goto('admin?view=holds');
  const held = page.getByRole('list', { name: 'On hold' }).getByRole('listitem');
  await expect(held.filter({ hasText: 'Lighter' })).toContainText('Review overdue');
  await expect(held.filter({ hasText: 'Lighter' })).toContainText('less than a day');
  const blocked = page.getByRole('list', { name: 'Blocked uploads' }).getByRole('listitem');
  await blocked
    .filter({ hasText: value })
    .getByRole('button', { name: /^Accept again/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Accept these uploads again?' });
  await dialog.getByLabel('Reason').fill('A false alarm.');
  await dialog.getByRole('button', { name: 'Accept again' }).click();
  const accepted = page.getByRole('list', { name: 'Accepted again' }).getByRole('listitem');
  await expect(accepted.filter({ hasText: value })).toContainText('A false alarm.');
  await checkAllViews(page, axe);
});
