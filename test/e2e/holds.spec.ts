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
  await people.admin.call('reviews.approve', { versionId: await submit() });
  await signInAs(people.admin);
  await page.goto(`admin/apps?app=${appId}`);
  await page.getByRole('button', { name: 'Hold Bollard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put Bollard on hold?' });
  await expect(dialog.getByText(/^1 published version disappears from the store/)).toBeVisible();
  await dialog.getByLabel('Note').fill('Reported by two people.');
  await checkAllViews(page, axe);
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
  await checkAllViews(page, axe);

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByRole('alert').filter({ hasText: 'It sends contacts to a stranger.' })).toBeVisible();
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible();
  await checkAllViews(page, axe);

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
