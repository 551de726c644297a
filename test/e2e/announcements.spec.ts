import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Pool } from 'pg';
import { insertPeople, muteMails } from '#test/support/seed-users.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

// A server of its own: what is announced here would reach the people of other journeys.
test.use({ storeOptions: { basePath: '/announced/' } });
test.describe.configure({ mode: 'default' });

async function openAnnouncements(page: Page) {
  await page.goto('admin');
  await partLink(page, 'Announcements').click();
  await expect(page).toHaveURL(/admin\?view=announcements$/);
  return page.getByRole('main');
}

test('an admin writes, previews, counts, sends and finds an announcement', async ({
  page,
  people,
  signInAs,
  axe,
}) => {
  const title = `Maintenance, part ${test.info().repeatEachIndex}`;
  await signInAs(people.admin);
  const main = await openAnnouncements(page);
  await main.getByRole('button', { name: 'Send announcement' }).click();
  await expect(main.getByText('Enter a title.')).toBeVisible();
  await expect(main.getByText('Enter a message.')).toBeVisible();
  await axe();

  await main.getByLabel('Title').fill(title);
  await main.getByLabel('Message').fill('Uploads pause from two to four.\nReviews go on.');
  const preview = main.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(title);
  await expect(preview).toContainText('Reviews go on.');
  await main.getByRole('radio', { name: 'Developers' }).check();
  await expect(main.getByText('1 person now.')).toBeVisible();
  await checkSchemes(page, axe);
  await main.getByRole('button', { name: 'Send announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to 1 person?' });
  await expect(dialog).toContainText('Uploads pause from two to four.');
  await axe();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(main.getByText('Sending to 1 person.')).toBeVisible();
  await expect(main.getByLabel('Title')).toHaveValue('');

  const row = main.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Sent');
  await expect(row).toContainText('To developers');
  await expect(row).toContainText(/1 person, [01] emails? and 0 push notifications\./);
  const { notifications } = await people.developer.call('notifications.list', {});
  expect(notifications[0]).toMatchObject({ type: 'system_message', title });
  const others = await people.user.call('notifications.list', {});
  expect(others.notifications.map((notification) => notification.title)).not.toContain(title);
});

test('only chosen people get it, immediately', async ({ page, people, signInAs, store, axe }) => {
  const chosen = await store.onboard({}, 'browse');
  await signInAs(people.admin);
  const main = await openAnnouncements(page);
  await main.getByLabel('Title').fill('Only for you');
  await main.getByLabel('Message').fill('Please read this.');
  await main.getByRole('radio', { name: 'Specific people' }).check();
  await main.getByRole('button', { name: 'Send announcement' }).click();
  await expect(main.getByText('Select at least one person.')).toBeVisible();
  await main.getByRole('combobox', { name: 'People' }).fill(chosen.email);
  await page.getByRole('option', { name: chosen.email }).click();
  await expect(main.getByText('1 person now.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await main.getByRole('button', { name: 'Send announcement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(main.getByRole('listitem').filter({ hasText: 'Only for you' }).first()).toContainText(
    'selected people',
  );
  await expect.poll(async () => (await chosen.call('notifications.countUnread', {})).count).toBe(1);
  const { notifications } = await people.user.call('notifications.list', {});
  expect(notifications.filter(({ title }) => title === 'Only for you')).toEqual([]);
});

/** An advisory lock that nothing else in the database takes. */
const HOLD = 4_711;

/** Holds the fan-out at its third batch of 5,000 people; returns the function that lets it go on. */
async function holdFanOut(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`SELECT pg_advisory_lock(${HOLD})`);
  await client.query(`
    CREATE OR REPLACE FUNCTION hold_third_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM broadcasts WHERE status = 'sending' AND reached >= 10000) THEN
        PERFORM pg_advisory_xact_lock(${HOLD});
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER hold_third_batch BEFORE INSERT ON notification_recipients
      FOR EACH STATEMENT EXECUTE FUNCTION hold_third_batch()`);
  return async () => {
    await client.query(`SELECT pg_advisory_unlock(${HOLD})`);
    client.release();
  };
}

async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
  );
  return rows[0].count;
}

test('one that is being sent shows its progress and can be stopped', async ({
  page,
  people,
  signInAs,
  store,
  axe,
}) => {
  const pool = new Pool({ host: join(store.dataDir, 'postgresql'), user: 'quayside', database: 'quayside' });
  await insertPeople(pool, 17_000, `crowd-${test.info().repeatEachIndex}-`);
  await muteMails(pool);
  const letGo = await holdFanOut(pool);
  await signInAs(people.admin);
  const main = await openAnnouncements(page);
  await main.getByLabel('Title').fill('To thousands');
  await main.getByLabel('Message').fill('Hello, all of you.');
  await main.getByRole('button', { name: 'Send announcement' }).click();
  const recipients = /^Send to (\d+,\d{3}) people\?$/;
  const sending = page.getByRole('dialog', { name: recipients });
  const [, count = ''] = recipients.exec(await sending.getByRole('heading').innerText()) ?? [];
  await sending.getByRole('button', { name: 'Send', exact: true }).click();

  await expect(main.getByText(`Delivered to 10,000 of ${count} people`)).toBeVisible();
  await expect(main.getByRole('progressbar', { name: 'Progress of To thousands' })).toBeVisible();
  await axe();
  await main.getByRole('button', { name: 'Stop To thousands' }).click();
  const stopping = page.getByRole('dialog', { name: 'Stop To thousands?' });
  await expect(stopping).toContainText(`10,000 people of ${count} have already received it`);
  await axe();
  await stopping.getByRole('button', { name: 'Stop sending' }).click();
  // Now both wait: the fan-out for this test, and the stop for the fan-out's batch.
  await expect.poll(() => countWaiting(pool)).toBe(2);
  await letGo();
  const row = main.getByRole('listitem').filter({ hasText: 'To thousands' }).first();
  await expect(row).toContainText('Stopped');
  // The batch that was under way is finished; which is next, the stop or another batch, is up to the database.
  await expect(row).toContainText(new RegExp(`Stopped.*\\d people of ${count}`, 's'));
  await expect(main.getByRole('progressbar')).toBeHidden();
  await pool.end();
});

test('only admins can announce', async ({ page, people, signInAs }) => {
  await signInAs(people.developer);
  await page.goto('admin?view=announcements');
  await expect(page.getByText('Unauthorized')).toBeVisible();
});
