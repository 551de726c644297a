import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN, PASSWORD } from '#test/support/people.ts';
import { totpCode } from '#test/support/totp.ts';
import { press, reach, write } from './keyboard.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

/* The journeys once more, with no key but those of the keyboard. */

// A server of its own: these journeys bring the fixtures' one app to it.
test.use({ storeOptions: { basePath: '/keys/', sendsEmail: true } });
test.describe.configure({ mode: 'default' });

const PACKAGE = join(import.meta.dirname, '../fixtures/packages/plain.apk');

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('login');
  await write(page, page.getByLabel('Email'), email);
  await write(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function signOut(page: Page): Promise<void> {
  const loadedAnew = page.waitForEvent('load');
  await press(page, page.getByRole('banner').getByRole('button', { name: 'Sign Out' }));
  await loadedAnew;
  await expect(page).toHaveURL(/\/login/);
}

const mainHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a first app by keyboard: sign-up, publishing, approval and notifications', async ({ page }) => {
  const email = `kim.${Date.now()}@people.example`;

  await test.step('sign up and finish onboarding', async () => {
    await page.goto('login');
    await press(page, page.getByRole('link', { name: 'Create an account' }));
    await write(page, page.getByLabel('Your name'), 'Kim Keyboard');
    await write(page, page.getByLabel('Email'), email);
    await write(page, page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(page, page.getByRole('button', { name: 'Create account' }));
    await expect(page).toHaveURL(/\/onboarding$/);
    await write(page, page.getByLabel('Developer name'), 'Kim Works');
    await press(page, page.getByRole('radio', { name: 'Individual' }), 'ArrowDown');
    await expect(page.getByRole('radio', { name: 'Organisation' })).toBeChecked();
    await press(page, page.getByRole('checkbox', { name: 'I accept these terms.' }), 'Space');
    await press(page, page.getByRole('button', { name: 'Finish' }));
    await expect(mainHeading(page, 'Dashboard')).toBeVisible();
  });

  await test.step('create the app and upload its package', async () => {
    await press(page, page.getByRole('link', { name: 'Create your first app' }));
    await write(page, page.getByLabel('Name', { exact: true }), 'Harbour');
    await write(page, page.getByLabel('Application ID'), 'org.example.harbour');
    await press(page, page.getByRole('button', { name: 'Create app' }));
    await press(page, page.getByRole('link', { name: 'Upload a version' }));
    const chooser = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: 'Choose an APK' }));
    await (await chooser).setFiles(PACKAGE);
    await press(page, page.getByRole('button', { name: 'Upload version' }));
  });

  await test.step('complete the listing and submit the version', async () => {
    const checklist = page.getByRole('list', { name: 'Listing checklist' });
    await press(page, checklist.getByRole('link', { name: 'Summary' }));
    await expect(page.getByLabel('Summary', { exact: true })).toBeFocused();
    await page.keyboard.type('Shows the tide');
    await write(page, page.getByLabel('Description', { exact: true }), 'Tides and moorings.');
    await reach(page, page.getByLabel('Category'));
    await page.keyboard.type('Navigation');
    await expect(page.getByRole('status', { name: 'Save status' })).toHaveText('Saved');
    await press(page, partLink(page, 'Versions'));
    await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveAccessibleDescription('');
    await press(page, page.getByRole('button', { name: 'Submit for review' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Submit for review' }));
    await expect(page.getByRole('article').getByText(/^Submitted .* ago/)).toBeVisible();
    await signOut(page);
  });

  await test.step('approve it', async () => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await press(page, page.getByRole('link', { name: /Harbour/ }).first());
    await expect(mainHeading(page, 'Harbour 1.0 (1)')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Approve' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: /^Approve/ }));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(/^Available to download/).first()).toBeVisible();
    await signOut(page);
  });

  await test.step('read the notifications', async () => {
    await signIn(page, email, PASSWORD);
    await press(page, page.getByRole('button', { name: 'Notifications, 1 unread' }));
    const dropdown = page.getByRole('dialog', { name: 'Notifications' });
    await press(page, dropdown.getByRole('button', { name: 'Mark all read' }));
    await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dropdown).toBeHidden();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
  });
});

test('profile and settings by keyboard', async ({ page, store, signInAs }) => {
  await signInAs(await store.onboard());

  await test.step('name and picture', async () => {
    await page.goto('dashboard/profile');
    await write(page, page.getByLabel('Your name'), 'Kay Keys');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Kay Keys');
    const chooser = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: /photo$/ }).first());
    const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#1565c0' } });
    await (await chooser).setFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await picture.png().toBuffer(),
    });
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await press(page, dialog.getByRole('slider', { name: 'Zoom' }), 'ArrowRight');
    await press(page, dialog.getByRole('button', { name: 'Use photo' }));
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('img')).toHaveCount(1);
  });

  await test.step('theme, time zone and notifications', async () => {
    await press(page, page.getByRole('link', { name: 'Settings', exact: true }));
    await press(page, page.getByRole('radio', { name: 'Match system' }), 'ArrowUp');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await reach(page, page.getByLabel('Time zone'));
    await page.keyboard.type('Asia/Tokyo');
    await expect(page.getByText(/^Saved\. Current time:/)).toBeVisible();
    await press(page, partLink(page, 'Notifications'));
    await press(page, page.getByRole('checkbox', { name: 'App updates: Email' }), 'Space');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('a new password', async () => {
    await press(page, partLink(page, 'Security'));
    await press(page, page.getByRole('button', { name: 'Change password' }).first());
    // The empty form is checked, which then moves the focus to its first problem.
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
    await write(page, page.getByLabel('New password', { exact: true }), 'seven quiet lighthouses');
    await write(page, page.getByLabel('Current password', { exact: true }), PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed.')).toBeVisible();
  });

  await test.step('delete the account permanently', async () => {
    await press(page, partLink(page, 'Account'));
    await press(page, page.getByRole('button', { name: 'Delete my account' }));
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await signOut(page);
  });
});

test('a password reset is requested by keyboard', async ({ page, people }) => {
  await page.goto('login');
  await press(page, page.getByRole('link', { name: /Forgot/ }));
  // The form for signing in has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await write(page, page.getByLabel('Email'), people.user.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').or(page.getByRole('alert'))).toContainText(
    'reset link is on its way',
  );
});

test('account security by keyboard: a second factor, other sessions, deletion', async ({
  page,
  store,
  signInAs,
  problems,
}) => {
  problems.allow(/status of 401/);
  const person = await store.onboard({}, 'browse');
  const other = await store.signInAgain(person);
  await signInAs(person);
  await page.goto('dashboard/settings?tab=security');

  await test.step('set up the second factor', async () => {
    await press(page, page.getByRole('button', { name: 'Set up two-factor authentication' }));
    await write(page, page.getByLabel('Your password', { exact: true }), PASSWORD);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' });
    const key = (await dialog.locator('code').getAttribute('title')) ?? '';
    await write(page, page.getByLabel('Code'), totpCode(`otpauth://totp/Quayside?secret=${key}`));
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'I’ve saved them' }));
    await expect(page.getByText('On. Signing in requires')).toBeVisible();
  });

  await test.step('end the other sessions', async () => {
    await press(page, page.getByRole('button', { name: 'End all other sessions' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'End other sessions' }));
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    await expect(other.call('users.me', {})).rejects.toThrow(/rejected/);
  });

  await test.step('delete the account', async () => {
    await press(page, partLink(page, 'Account'));
    await press(page, page.getByRole('button', { name: 'Delete my account' }));
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await write(page, dialog.getByRole('textbox'), person.email);
    await press(page, dialog.getByRole('button', { name: 'Delete my account' }));
    await expect(page).toHaveURL(/\/login/);
    await expect(store.signInAgain(person)).rejects.toThrow(/401/);
  });
});
