import { expect, test } from './test.ts';

test('an admin makes the store private, and gives a reader a token that works until it is revoked', async ({
  page,
  browser,
  axe,
  people,
  signInAs,
  store,
}) => {
  // The first generation of the feed takes a moment.
  await expect.poll(async () => (await fetch(`${store.url}fdroid/repo/`)).status).toBe(200);
  await signInAs(people.admin);
  await page.goto('admin/settings');
  await page.getByRole('radio', { name: 'People with a reader token' }).check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
  try {
    expect((await fetch(`${store.url}fdroid/repo/`)).status).toBe(401);

    await page.getByRole('button', { name: 'Create a reader token' }).click();
    const creating = page.getByRole('dialog', { name: 'Create a reader token' });
    await creating.getByRole('button', { name: 'Create token' }).click();
    await expect(creating.getByText('Enter a name.')).toBeVisible();
    await axe();
    await creating.getByLabel('Name').fill('Harbour office');
    await creating.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('dialog', { name: 'The new reader token' });
    const secret = await shown.getByText(/^qr_[\w-]{40}$/).innerText();
    await axe();
    await shown.getByRole('button', { name: 'I’ve copied it' }).click();
    await expect(shown).toBeHidden();
    const tokens = page.getByRole('list', { name: 'Reader tokens' });
    await expect(tokens.getByText('Harbour office')).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
    await axe();

    await using context = await browser.newContext({
      baseURL: store.url,
      httpCredentials: { username: 'anyone', password: secret },
    });
    const visitor = await context.newPage();
    await visitor.goto('fdroid/repo/');
    await expect(visitor.getByRole('heading', { name: 'Add this store' })).toBeVisible();
    await expect(visitor.getByText(/^The store is private/)).toBeVisible();

    await tokens.getByRole('button', { name: 'Revoke Harbour office' }).click();
    const revoking = page.getByRole('dialog', { name: 'Revoke Harbour office?' });
    await expect(revoking).toBeVisible();
    await axe();
    await revoking.getByRole('button', { name: 'Revoke' }).click();
    await expect(revoking).toBeHidden();
    await expect(tokens).toHaveCount(0);
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await fetch(`${store.url}catalog/v1/apps`, { headers })).status).toBe(401);
  } finally {
    await people.admin.call('settings.update', { settings: { storeAccess: 'public' } });
  }
});
