import { createHmac } from 'node:crypto';
import { createOwnApp } from '#test/support/own-app.ts';
import { type ReceivedPost, startReceiver } from '#test/support/receiver.ts';
import { OUTGOING_STORE } from './outgoing-store.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test.use(OUTGOING_STORE);
test.describe.configure({ mode: 'default' });

/** Checks a post as its receiver does: https://www.standardwebhooks.com, "Signature scheme". */
function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
  const signature = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

test('an owner adds a webhook, sees failed and retried deliveries, redelivers one, and deletes it', async ({
  page,
  signInAs,
  store,
  axe,
}) => {
  await using receiver = await startReceiver();
  const { owner: publisher, appId, submit } = await createOwnApp(store);
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('URL').fill('not an address');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Use an https URL.')).toBeVisible();
  await axe();
  const address = `${receiver.url}hook`;
  await dialog.getByLabel('URL').fill(address);
  const checked = dialog.getByRole('checkbox', { checked: true });
  const events = await dialog.getByRole('checkbox').count();
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await expect(checked).toHaveCount(events);
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await expect(checked).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Submitted for review/ }).check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Your webhook’s secret' });
  await expect(shown.getByRole('alert')).toContainText('You won’t see it again');
  await axe();
  const secret = await shown.locator('pre').innerText();
  await shown.getByRole('button', { name: 'I’ve copied it' }).click();
  const row = webhooks.getByRole('listitem').filter({ hasText: address });
  await expect(row).toContainText('Submitted for review');
  await row.getByRole('button', { name: `Deliveries to ${address}` }).click();
  await expect(row).toContainText('No deliveries yet.');

  const testing = row.getByRole('button', { name: `Send a test event to ${address}` });
  receiver.statuses.push(503);
  await testing.click();
  await expect(row.getByRole('alert')).toContainText(/wasn’t delivered.*Status 503 in \d+ ms.*not today/);
  await testing.click();
  await expect(row.getByRole('alert')).toContainText(/was delivered.*Status 200 in \d+ ms.*thank you/);
  await expect(row.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(2);
  await expect(row.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  expect(receiver.received.every((post) => isSigned(post, secret))).toBe(true);
  receiver.received.length = 0;
  await axe();

  // The second attempt gets its response only when the page has shown the first.
  const seen = Promise.withResolvers<number>();
  receiver.statuses.push(500, seen.promise);
  await submit('plain', '1.0');
  await page.reload();
  await row.getByRole('button', { name: `Deliveries to ${address}` }).click();
  const deliveries = row.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(deliveries).toHaveCount(3);
  await expect(deliveries.first()).toContainText('Pending');
  await expect(deliveries.first()).toContainText(/[12] attempts?/);
  seen.resolve(503);
  await expect(deliveries.first()).toContainText('Delivered');
  await expect(deliveries.first()).toContainText('3 attempts, status 200');
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received.every((post) => isSigned(post, secret))).toBe(true);
  await checkSchemes(page, axe);

  await deliveries.first().getByRole('button', { name: 'Details' }).click();
  await expect(deliveries.first()).toContainText('"type": "version.submitted"');
  await expect(deliveries.first()).toContainText('thank you');
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await deliveries.first().getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries).toHaveCount(4);
  await expect.poll(() => receiver.received.length).toBe(4);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await expect(deliveries.first()).toContainText('1 attempt, status 200');

  await row.getByRole('button', { name: `Delete the webhook to ${address}` }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this webhook?' });
  await axe();
  await deleting.getByRole('button', { name: 'Delete webhook' }).click();
  // Behind an open dialog every row counts as hidden.
  await expect(deleting).toBeHidden();
  await expect(row).toBeHidden();
  expect((await publisher.call('webhooks.list', { appId })).webhooks).toEqual([]);
});

test('an owner sees that a webhook was turned off, and turns it on', async ({ page, signInAs, store }) => {
  const { owner: publisher, appId } = await createOwnApp(store);
  const url = 'https://hooks.example.org/quayside';
  const { webhook } = await publisher.call('webhooks.create', { appId, url });
  const failed = { ...webhook, failingSince: webhook.createdAt, disabledAt: webhook.createdAt };
  await page.route('**/us-central1/webhooks.list', (route) =>
    route.fulfill({ json: { result: { webhooks: [failed] } } }),
  );
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks.getByRole('alert')).toContainText('because every attempt failed for 3 days');
  await page.screenshot({ path: 'test-results/webhook-off.png' });
  await page.unroute('**/us-central1/webhooks.list');
  await webhooks.getByRole('button', { name: `Turn on the webhook to ${url}` }).click();
  await expect(webhooks.getByRole('alert')).toHaveCount(0);
});
