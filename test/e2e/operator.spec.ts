import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import { PASSWORD } from '#test/support/people.ts';
import { type StoreServer, startStoreServer } from './store-server.ts';
import { test as base, expect } from './test.ts';

/** A new store without an admin, and a mail server that nobody has set yet. */
const test = base.extend<object, { connected: { mail: MailServer; store: StoreServer } }>({
  storeOptions: [{ withoutAdmin: true }, { scope: 'worker' }],
  connected: [
    async ({ storeOptions }, use) => {
      await using mail = await startMailServer();
      await using store = await startStoreServer(storeOptions);
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

const MAX_CLICKS = 14;

test('the first admin sets the whole store up in 14 clicks: name, logo, email, terms, repository and a second admin', async ({
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

  await test.step('create the first admin, who lands on the checklist', async () => {
    await page.goto(store.setupLink ?? '');
    await page.getByLabel('Your name').fill('Olga Operator');
    await page.getByLabel('Email').fill('olga@store.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await click(page.getByRole('button', { name: 'Create admin' }));
    await expect(page.getByText('0 of 7 done')).toBeVisible();
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
  });

  await test.step('set a mail server and test it', async () => {
    await click(page.getByRole('link', { name: 'Next: Send email' }));
    await page.getByRole('radio', { name: 'Send through a mail server' }).check();
    await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Encryption').selectOption('none');
    await page.getByLabel('Port').fill(new URL(mail.url).port);
    await page.getByLabel('Sender address (optional)').fill('store@wharf.example');
    await axe();
    await click(page.getByRole('button', { name: 'Save and test' }));
    await expect(page.getByText('Sent to olga@store.example.')).toBeVisible();
    expect(mail.received.at(-1)?.content).toContain('<store@wharf.example>');
  });

  await test.step('write the terms', async () => {
    await click(page.getByRole('link', { name: 'Next: Write your terms' }));
    await page.getByLabel('Terms version').fill('2026-11');
    await page.getByLabel('Terms in English').fill('Publish only what is yours.');
    await click(page.getByRole('button', { name: 'Save settings' }));
    await click(page.getByRole('link', { name: 'Next: Decide who may join and publish' }));
  });

  await test.step('finish on the checklist', async () => {
    const backup = step('Back up the store');
    const topOfBackup = () => backup.evaluate(({ offsetTop }: HTMLElement) => offsetTop);
    await click(page.getByRole('button', { name: 'Show the QR code' }));
    await expect(
      page
        .getByRole('region', { name: 'Set up your store' })
        .getByRole('img', { name: 'QR code of the repository address' }),
    ).toBeVisible();
    await click(step('Add a second reviewer').getByRole('button', { name: 'Invite someone' }));
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).first().fill('rita@store.example');
    await axe();
    await click(page.getByRole('button', { name: 'Send invitation' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const top = await topOfBackup();
    // At once, as people click who have read both.
    await click(step('Decide who may join').getByRole('button', { name: 'Keep it that way' }));
    await click(backup.getByRole('button', { name: 'Backups are set up' }));
    await expect(page.getByText('7 of 7 done')).toBeVisible();
    expect(await topOfBackup()).toBe(top);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    await expect.poll(() => mail.received.map(({ to }) => to)).toContain('rita@store.example');
  });
});

base(
  'a store without a mail server says so, and explains how to set one',
  async ({ page, people, signInAs, axe }) => {
    await signInAs(people.admin);
    await page.goto('admin');
    await expect(page.getByText('This store sends no email', { exact: true })).toBeVisible();
    await page.getByRole('alert').getByRole('link', { name: 'Set up email' }).click();
    await expect(page.getByText('This store sends no email. Everything else works')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Send no email' })).toBeChecked();
    await axe();
  },
);
