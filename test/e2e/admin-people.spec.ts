import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('people are found by role and status, and the last admin is protected', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const person = await store.onboard({}, 'browse');
  await people.admin.call('users.suspend', { uid: person.uid, reason: 'Spam in every review.' });
  await signInAs(people.admin);
  await page.goto('admin');
  await page
    .getByRole('list', { name: 'Metrics' })
    .getByRole('link', { name: /suspended users/ })
    .click();
  await expect(page).toHaveURL(/\/admin\/users\?status=suspended$/);
  const list = page.getByRole('table', { name: 'Users' });
  const rows = list.locator('tbody tr:not([data-details])');
  const row = rows.filter({ hasText: person.email });
  await row.getByRole('button', { name: /^Details of/ }).click();
  await expect(list.getByText('“Spam in every review.”')).toBeVisible();
  await checkAllViews(page, axe);
  await list.getByRole('link', { name: /^History of/ }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByText('suspended Uma User')).toBeVisible();

  const { users: admins } = await people.admin.call('users.list', { role: 'admin' });
  for (const { uid } of admins) {
    if (uid !== people.admin.uid) await people.admin.call('users.setRole', { uid, role: 'user' });
  }
  await page.goto('admin/users?role=admin');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Actions for Admin' }).click();
  for (const name of ['Change role', 'Suspend']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(/You’re the last admin/);
  }
  await page.keyboard.press('Escape');
  await page.getByLabel('Role', { exact: true }).selectOption('user');
  await page.getByRole('searchbox').fill(person.email);
  await expect(page).toHaveURL(/role=user/);
  await expect(row).toBeVisible();
});

test('a request to publish waits on the Admin Dashboard and is decided there', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  await people.admin.call('settings.update', { settings: { publishing: 'approval' } });
  const person = await store.onboard();
  await people.admin.call('settings.update', { settings: { publishing: 'open' } });
  await signInAs(people.admin);
  await page.goto('admin');
  const waiting = page.getByRole('list', { name: 'Publishing requests' });
  const request = waiting.getByRole('listitem').filter({ hasText: person.email });
  await expect(request).toBeVisible();
  await checkAllViews(page, axe);
  await request.getByRole('button', { name: /^Approve/ }).click();
  await expect(request).toHaveCount(0);
  expect((await person.call('users.me', {})).user.role).toBe('developer');
});

test('staff see the API tokens of a user and revoke one with a reason', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const person = await store.onboard();
  await person.call('tokens.create', { name: 'Build server', scopes: ['read', 'upload'] });
  await signInAs(people.admin);
  await page.goto(`admin/users?q=${person.uid}`);
  const table = page.getByRole('table', { name: 'Users' });
  await table.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  const list = page.getByRole('dialog', { name: /^API tokens of/ });
  await expect(list.getByRole('listitem')).toContainText('Never used');
  await checkAllViews(page, axe);
  await list.getByRole('button', { name: 'Revoke Build server' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke Build server?' });
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect(confirmation.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.');
  await confirmation.getByLabel('Reason').fill('It was in a public build log.');
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect(confirmation).toBeHidden();
  await expect(list.getByText('No API tokens.')).toBeVisible();
  await list.getByRole('button', { name: 'Close' }).click();
  await expect(list).toBeHidden();
  const { notifications } = await person.call('notifications.list', {});
  expect(notifications[0]?.message).toContain('It was in a public build log.');
});
