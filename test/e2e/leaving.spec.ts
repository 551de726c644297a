import { createOwnApp, createPublishedApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('a publisher asks for the removal of an app, withdraws it and asks again; staff decline, then carry it out', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId } = await createPublishedApp(store, { name: 'Driftwd', id: 'driftwd' });
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const ask = page.getByRole('button', { name: 'Ask for removal' });
  const dialog = page.getByRole('dialog', { name: 'Ask for the removal of Driftwd?' });
  const note = page.getByRole('alert').filter({ hasText: 'This app will be removed on' });

  await test.step('ask', async () => {
    await ask.click();
    await expect(dialog.getByRole('listitem')).toHaveCount(4);
    await dialog.getByLabel('When').selectOption('30');
    await dialog.getByLabel(/^Reason/).fill('It has a successor.');
    await checkAllViews(page, axe);
    const confirm = dialog.getByRole('button', { name: 'Ask for removal' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Enter Driftwd to continue').fill('Driftwd');
    await confirm.click();
    await expect(note).toContainText('It has a successor.');
    await expect(dialog).toBeHidden();
    await checkAllViews(page, axe);
  });

  await test.step('withdraw, and ask again', async () => {
    await page.getByRole('button', { name: 'Withdraw removal' }).click();
    await expect(note).toBeHidden();
    await ask.click();
    await dialog.getByLabel('Enter Driftwd to continue').fill('Driftwd');
    await dialog.getByRole('button', { name: 'Ask for removal' }).click();
    await expect(note).toBeVisible();
  });

  await test.step('staff find and decline it', async () => {
    await page.context().clearCookies();
    await signInAs(people.admin);
    await page.goto('admin');
    await page
      .getByRole('list', { name: 'Removal requests' })
      .getByRole('link', { name: /Driftwd/ })
      .click();
    await expect(note).toBeVisible();
    await checkAllViews(page, axe);
    await note.getByRole('button', { name: 'Decline' }).click();
    const declining = page.getByRole('dialog', { name: 'Decline the removal of Driftwd?' });
    await declining.getByRole('button', { name: 'Decline' }).click();
    await expect(declining.getByLabel('Reason')).toHaveAccessibleDescription(/^Enter a reason/);
    await declining.getByLabel('Reason').fill('We look into a complaint.');
    await checkAllViews(page, axe);
    await declining.getByRole('button', { name: 'Decline' }).click();
    await expect(note).toBeHidden();
  });

  await test.step('the publisher reads why and asks again, and staff carry it out', async () => {
    await page.context().clearCookies();
    await signInAs(owner);
    await page.goto(`dashboard/apps/${appId}?tab=settings`);
    await expect(page.getByText('“We look into a complaint.”')).toBeVisible();
    await owner.call('apps.requestRemoval', { appId, days: 14 });
    await expect(note).toBeVisible();
    await page.context().clearCookies();
    await signInAs(people.admin);
    await page.goto(`admin/apps?app=${appId}`);
    await note.getByRole('button', { name: 'Remove now' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove Driftwd now?' });
    await removing.getByLabel('Enter Driftwd to continue').fill('Driftwd');
    await removing.getByRole('button', { name: 'Remove now' }).click();
    await expect(page.getByText('Its publisher asked for it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restore app' })).toBeEnabled();
    expect((await owner.call('apps.get', { appId })).app.status).toBe('removed');
  });
});

test('a publisher leaves: one app is handed over, one goes earlier, and the account has a date and a way back', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const kept = await createPublishedApp(store, { name: 'Kelpbed', id: 'kelpbed' });
  const { owner } = kept;
  await createPublishedApp(store, { name: 'Saltpan', id: 'saltpan', owner });
  const draft = await createOwnApp(store, { name: 'Tidepol', id: 'tidepol', owner });
  await draft.submit();
  const heir = await store.onboard();
  await signInAs(owner);
  await page.goto('dashboard/settings?tab=account');
  const apps = page.getByRole('list', { name: 'Your apps' });

  await test.step('see what is in the way, with a way out for each', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(apps.getByRole('listitem')).toHaveCount(3);
    await expect(apps.getByRole('listitem', { name: 'Tidepol' })).toContainText('1 version in review');
    await checkAllViews(page, axe);
  });

  await test.step('hand one over, and let another go earlier', async () => {
    await apps.getByRole('button', { name: 'Transfer Kelpbed' }).click();
    const transfer = page.getByRole('dialog', { name: 'Transfer Kelpbed?' });
    await transfer.getByLabel('Email of the new publisher').fill(heir.email);
    await transfer.getByLabel('Enter Kelpbed to continue').fill('Kelpbed');
    await transfer.getByRole('button', { name: 'Send transfer request' }).click();
    await page
      .getByRole('dialog', { name: `Invitation for ${heir.email}` })
      .getByRole('button', { name: 'I’ve copied it' })
      .click();
    await expect(apps.getByRole('listitem', { name: 'Kelpbed' })).toContainText(
      `Stays if ${heir.email} accepts`,
    );
    await apps.getByRole('button', { name: 'Remove Saltpan' }).click();
    const removal = page.getByRole('dialog', { name: 'Ask for the removal of Saltpan?' });
    await removal.getByLabel('When').selectOption('7');
    await removal.getByLabel('Enter Saltpan to continue').fill('Saltpan');
    await removal.getByRole('button', { name: 'Ask for removal' }).click();
    await expect(apps.getByRole('listitem', { name: 'Saltpan' })).toContainText('It’s removed on');
  });

  await test.step('choose the date and confirm', async () => {
    await page.getByRole('button', { name: 'Choose the date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText('2 apps are removed from the store');
    await dialog.getByLabel('When').selectOption('30');
    await checkAllViews(page, axe);
    await dialog.getByLabel(/^Enter .* to continue$/).fill(owner.email);
    await dialog.getByRole('button', { name: 'Ask for deletion' }).click();
    await expect(page.getByText('Your account will be deleted on')).toBeVisible();
    await checkAllViews(page, axe);
  });

  await test.step('staff see it, with the account’s apps', async () => {
    await page.context().clearCookies();
    await signInAs(people.admin);
    await page.goto('admin');
    await page
      .getByRole('list', { name: 'Removal requests' })
      .getByRole('link', { name: /with 3 apps/ })
      .click();
    await page.getByRole('button', { name: /^Actions for / }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete account now' })).toBeEnabled();
    await page.getByRole('menuitem', { name: 'Decline deletion' }).click();
    await expect(page.getByRole('dialog', { name: /^Decline the deletion/ })).toBeVisible();
    await checkAllViews(page, axe);
  });

  await test.step('keep the account', async () => {
    await page.context().clearCookies();
    await signInAs(owner);
    await page.goto('dashboard/settings?tab=account');
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect((await owner.call('apps.get', { appId: kept.appId })).removal).toBeNull();
  });
});
