import { expect, test } from './test.ts';

test('a request to publish waits, is declined with a reason, is repeated and approved', async ({
  page,
  people,
  store,
  signInAs,
  axe,
}) => {
  await people.admin.call('settings.update', { settings: { publishing: 'approval' } });
  const person = await store.onboard();
  await signInAs(person);
  await page.goto('dashboard');
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await axe();

  await signInAs(people.admin);
  await page.goto('admin/users');
  const waiting = page.getByRole('list', { name: 'Publishing requests' });
  await waiting.getByRole('button', { name: /^Decline/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.');
  await page.getByLabel('Reason').fill('Tell us first who you are.');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(waiting).toHaveCount(0);

  await signInAs(person);
  await page.goto('dashboard/profile');
  await expect(page.getByText('Tell us first who you are.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('Waiting for approval')).toBeVisible();

  await signInAs(people.admin);
  await page.goto('admin/users');
  await expect(waiting).toBeVisible();
  await axe();
  await waiting.getByRole('button', { name: /^Approve/ }).click();
  await expect(waiting).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await expect(row.getByRole('img', { name: 'Verified' })).toBeVisible();
  await axe();
  await signInAs(await store.signInAgain(person));
  await page.goto('dashboard/profile');
  await expect(page.getByText('Can publish')).toBeVisible();
  await expect(page.getByText('Verified by staff')).toBeVisible();
  await people.admin.call('settings.update', { settings: { publishing: 'open' } });
});

test('someone who just browses is asked for a developer name once they ask to publish', async ({
  page,
  axe,
  context,
  store,
}) => {
  const person = await store.signUp({ name: 'Bo Browser' });
  await store.confirmEmail(person.email);
  await context.addCookies([...person.cookies]);
  await page.goto('onboarding');
  const developerName = page.getByLabel('Developer name');
  await expect(developerName).toBeVisible();
  await page.getByRole('radio', { name: /^Just browse/ }).check();
  await expect(developerName).toHaveCount(0);
  await axe();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('dashboard/profile');
  await expect(page.getByLabel('Your name')).toHaveValue('Bo Browser');
  await expect(developerName).toHaveCount(0);
  await page.getByRole('button', { name: 'Ask to publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask to publish' });
  await dialog.getByRole('button', { name: 'Ask to publish' }).click();
  await expect(dialog.getByLabel('Developer name')).toHaveAccessibleDescription('Enter a name.');
  await dialog.getByLabel('Developer name').fill('Bo’s Apps');
  await axe();
  await dialog.getByRole('button', { name: 'Ask to publish' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Can publish')).toBeVisible();
  await expect(developerName).toHaveValue('Bo’s Apps');
});
