import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import { PASSWORD } from '#test/support/people.ts';
import { type StoreServer, startStoreServer } from './store-server.ts';
import { test as base, expect } from './test.ts';

/** A new store without an admin, which sends email through a mail server of its own. */
const test = base.extend<object, { connected: { mail: MailServer; store: StoreServer } }>({
  storeOptions: [{ withoutAdmin: true }, { scope: 'worker' }],
  connected: [
    async ({ storeOptions }, use) => {
      await using mail = await startMailServer();
      await using store = await startStoreServer({ ...storeOptions, env: { SMTP_URL: mail.url } });
      await use({ mail, store });
    },
    { scope: 'worker' },
  ],
  store: [async ({ connected }, use) => use(connected.store), { scope: 'worker' }],
});

const drawLogo = () =>
  sharp({ create: { width: 128, height: 128, channels: 3, background: '#00695c' } })
    .png()
    .toBuffer();

const MAX_CLICKS = 10;

test('the first admin names the store and sets its logo, tests email and sees the QR code in a few clicks', async ({
  page,
  store,
  connected: { mail },
  axe,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const steps = page.getByRole('list', { name: 'Set-up steps' });
  const step = (title: string) =>
    steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

  await test.step('create the first admin', async () => {
    await page.goto(store.setupLink ?? '');
    await page.getByLabel('Your name').fill('Olga Operator');
    await page.getByLabel('Email').fill('olga@store.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await click(page.getByRole('button', { name: 'Create admin' }));
    await expect(page).toHaveURL(`${store.url}dashboard`);
    await click(page.getByRole('link', { name: 'Admin Dashboard' }));
    await expect(page.getByText('0 of 7 done')).toBeVisible();
    await expect(page.getByText(/written to files/)).toHaveCount(0);
    await axe();
  });

  await test.step('choose name and logo', async () => {
    await click(step('Choose a name and a logo').getByRole('link', { name: 'Choose name and logo' }));
    await page.getByLabel('Store name').fill('Fisherman’s Wharf');
    const choosing = page.waitForEvent('filechooser');
    await click(page.getByRole('button', { name: 'Choose a logo' }));
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() });
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    await axe();
    await click(page.getByRole('button', { name: 'Save settings' }));
    await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
    await click(page.getByRole('link', { name: 'Admin Dashboard' }));
    await expect(page.getByText('1 of 7 done')).toBeVisible();
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /logos\//);
  });

  await test.step('test the email', async () => {
    await click(step('Send email').getByRole('button', { name: 'Send a test message' }));
    await expect(page.getByText('2 of 7 done')).toBeVisible();
    expect(mail.received).toContainEqual({
      to: 'olga@store.example',
      content: expect.stringContaining('If you can read this'),
    });
  });

  await test.step('see the QR code', async () => {
    await click(page.getByRole('button', { name: 'Show the QR code' }));
    const dialog = page.getByRole('dialog', { name: 'Where people install from' });
    await expect(dialog.getByRole('img', { name: 'QR code of the repository address' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  });

  await test.step('finish the checklist, which then disappears and can be opened again', async () => {
    const backup = step('Back up the store');
    const topOfBackup = () => backup.evaluate(({ offsetTop }: HTMLElement) => offsetTop);
    const top = await topOfBackup();
    // At once, as people click who have read both.
    await step('Decide who may join').getByRole('button', { name: 'Keep it that way' }).click();
    await backup.getByRole('button', { name: 'Backups are set up' }).click();
    await expect(page.getByText('5 of 7 done')).toBeVisible();
    expect(await topOfBackup()).toBe(top);
    await page.goto('admin/settings?tab=terms');
    await page.getByLabel('Terms version').fill('2026-11');
    await page.getByLabel('Terms text').fill('Publish only what is yours.');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
    const second = await store.onboard({ name: 'Rita Reviewer' }, 'browse');
    await store.database.query(`UPDATE users SET role = 'admin' WHERE uid = '${second.uid}'`);
    await page.goto('admin');
    await page.getByRole('link', { name: 'Show the set-up checklist' }).click();
    await expect(page.getByText('7 of 7 done')).toBeVisible();
  });
});

base(
  'a store without a mail server says so, and explains how to set one',
  async ({ page, people, signInAs, axe }) => {
    await signInAs(people.admin);
    await page.goto('admin');
    await expect(page.getByText('Emails are written to files', { exact: true })).toBeVisible();
    await page.getByRole('alert').getByRole('link', { name: 'Set up email' }).click();
    await expect(page.getByText('None: files in the folder “outbox” of the data directory')).toBeVisible();
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await expect(page.getByText('Written to a file, because no mail server is set.')).toBeVisible();
    await axe();
  },
);
