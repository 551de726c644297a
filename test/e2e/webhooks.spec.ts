import { createHmac } from 'node:crypto';
import { type ReceivedPost, startReceiver } from '#test/receiver.ts';
import { createOwnApp } from './own-app.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { basePath: '/hooked/', allowPrivateAddresses: true } });

/** Checks a post as its receiver does: https://www.standardwebhooks.com, "Signature scheme". */
function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
  const signature = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

test('an owner adds a webhook, sees what failed and came after all, sends it again, and deletes it', async ({
  page,
  signInAs,
  store,
  axe,
}) => {
  test.setTimeout(120_000);
  await using receiver = await startReceiver();
  const { publisher, appId, submit } = await createOwnApp(store.url);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Address').fill('not an address');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Give an https address.')).toBeVisible();
  await axe();
  const address = `${receiver.url}hook`;
  await dialog.getByLabel('Address').fill(address);
  for (const event of await dialog.getByRole('checkbox').all()) await event.uncheck();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Submitted for review/ }).check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'The secret of your webhook' });
  await expect(shown.getByRole('alert')).toContainText('it is not shown again');
  await axe();
  const secret = await shown.locator('pre').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const row = webhooks.getByRole('listitem').filter({ hasText: address });
  await expect(row).toContainText('For submitted for review');
  await row.getByRole('button', { name: `Deliveries to ${address}` }).click();
  await expect(row).toContainText('Nothing has been sent yet.');

  receiver.answers.push(500, 503);
  await submit('plain', '1.0');
  await page.reload();
  await row.getByRole('button', { name: `Deliveries to ${address}` }).click();
  const deliveries = row.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(deliveries).toHaveCount(1);
  await expect(deliveries.first()).toContainText('On its way');
  await expect(deliveries.first()).toContainText(/[12] attempts?, answered 50[03]/);
  await expect(deliveries.first()).toContainText('Delivered', { timeout: 30_000 });
  await expect(deliveries.first()).toContainText('3 attempts, answered 200');
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received.every((post) => isSigned(post, secret))).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }

  await deliveries.first().getByRole('button', { name: 'Details' }).click();
  await expect(deliveries.first()).toContainText('"type": "version.submitted"');
  await expect(deliveries.first()).toContainText('thank you');
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await deliveries.first().getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries).toHaveCount(2);
  await expect.poll(() => receiver.received.length).toBe(4);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await expect(deliveries.first()).toContainText('1 attempt, answered 200');

  await row.getByRole('button', { name: `Delete the webhook to ${address}` }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this webhook?' });
  await axe();
  await deleting.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(row).toBeHidden();
  expect((await publisher.call('webhooks.list', { appId })).webhooks).toEqual([]);
});
