import { createOwnApp } from '#test/support/own-app.ts';
import { PASSWORD } from '#test/support/people.ts';
import { waitForPublication } from '#test/support/uploads.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { withoutAdmin: true } });

test('in a store without a mail server, from nothing to two people who publish and review each other', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  await page.goto(store.setupLink ?? '');
  await page.getByLabel('Your name').fill('Ada Admin');
  await page.getByLabel('Email').fill('ada@store.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your store' })).toBeVisible();
  await page.getByRole('button', { name: 'Do without' }).click();
  await expect(page.getByText('The store works without email.')).toBeVisible();

  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill('grace@store.example');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByText(/mode=join/).textContent())?.trim() ?? '';
  await axe();
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  const ada = await store.signIn('ada@store.example', PASSWORD);

  await ada.call('users.invite', { email: 'mallory@store.example', role: 'developer', by: 'link' });
  await page.goto('admin/users');
  const invited = page.getByRole('listitem', { name: 'mallory@store.example' });
  await invited.getByRole('button', { name: 'Revoke' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke the invitation for mallory@store.example?' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toBeHidden();
  await expect(invited).toBeVisible();
  await invited.getByRole('button', { name: 'Revoke' }).click();
  await axe();
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect(invited).toBeHidden();

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('Ada Admin invited you.')).toBeVisible();
  await axe();
  await page.getByLabel('Your name').fill('Grace Reviewer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Developer name').fill('Grace');
  await page.getByLabel('I accept these terms.').check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL(`${store.url}dashboard`);
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toHaveCount(0);

  const grace = await store.signIn('grace@store.example', PASSWORD);
  for (const [owner, reviewer] of [
    [grace, ada],
    [ada, grace],
  ] as const) {
    const app = await createOwnApp(store, { owner });
    const versionId = await app.submit();
    await signInAs(reviewer);
    await page.goto(`admin?version=${versionId}`);
    await page.getByRole('button', { name: 'Approve' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitForPublication(owner, versionId);
  }
});

test('forgotten passwords and unconfirmed addresses are explained before one types, and an admin helps', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  const publisher = await store.signUp({ name: 'Pat Publisher' });
  await publisher.call('users.completeOnboarding', {
    displayName: 'Pat Publisher',
    developerName: 'Pat',
    developerType: 'individual',
    intent: 'publish',
    acceptTerms: true,
  });
  await page.goto('login?mode=forgot');
  await expect(page.getByText('Ask an admin of the store for a link to set a new password.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await axe();
  await page.goto('login?mode=sign-up');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^You sign in with it/);

  await signInAs(publisher);
  await page.goto('dashboard');
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toContainText('sends no email');

  const boss = await store.onboard({ name: 'Bo Boss' }, 'browse');
  await store.database.query(`UPDATE users SET role = 'admin' WHERE uid = '${boss.uid}'`);
  await signInAs(boss);
  await page.goto('admin/users');
  await page.getByRole('button', { name: 'Actions for Pat Publisher' }).click();
  await page.getByRole('menuitem', { name: 'Confirm email' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Pat Publisher' }).click();
  await page.getByRole('menuitem', { name: 'Create password link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog').getByText(/mode=reset/)).toBeVisible();
  expect((await publisher.call('users.me', {})).user.emailVerified).toBe(true);
});
