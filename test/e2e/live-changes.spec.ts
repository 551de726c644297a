import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';

test('a change made elsewhere appears by itself, and text being typed stays', async ({
  page,
  context,
  problems,
  people,
  signInAs,
  store,
}) => {
  problems.allow(/status of 404/);
  const app = await createOwnApp(store);
  const versionId = await app.submit('plain', '1.0');

  await test.step('in another window of the same user', async () => {
    await signInAs(app.owner);
    await page.goto('dashboard/profile');
    const name = page.getByLabel('Your name');
    await expect(name).toHaveValue(app.owner.name);
    await name.fill('Typed and not saved');
    const other = await context.newPage();
    await other.goto('dashboard/profile');
    await other.getByLabel('Developer name').fill('Harbour Works');
    await other.getByRole('button', { name: 'Save changes' }).first().click();
    await expect(page.getByLabel('Developer name')).toHaveValue('Harbour Works');
    await expect(name).toHaveValue('Typed and not saved');
    await other.close();
  });

  await test.step('by a colleague, while a reviewer writes', async () => {
    const colleague = await store.onboard({}, 'browse');
    await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
    await signInAs(people.admin);
    await page.goto(`admin?version=${versionId}`);
    const message = page.getByLabel('Your message');
    await message.fill('A question that is not sent yet');
    await colleague.call('reviews.claim', { versionId });
    await expect(page.getByText(new RegExp(`${colleague.name}, since`))).toBeVisible();
    await colleague.call('reviews.comment', { versionId, text: 'Looks good to me.', internal: true });
    await expect(page.getByText('Looks good to me.')).toBeVisible();
    await expect(message).toHaveValue('A question that is not sent yet');
  });
});
