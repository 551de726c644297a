import type { Page } from '@playwright/test';
import { PASSWORD, type Person } from '#test/support/people.ts';
import { totpCode } from '#test/support/totp.ts';
import { expireAuthentication } from './reauthentication.ts';
import { expect, test } from './test.ts';

const addressOf = (key: string) => `otpauth://totp/Quayside?secret=${key}`;

/** The code that an authenticator app with this key shows now, or so many steps of 30 seconds later: each works once. */
function newCode(key: string, steps = 0): string {
  return totpCode(addressOf(key), new Date(Date.now() + steps * 30_000));
}

async function signIn(page: Page, person: Person) {
  await page.goto('login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the codes match RFC 6238, appendix B', () => {
  expect(totpCode(addressOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), new Date(59_000))).toBe('287082');
  expect(totpCode(addressOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), new Date(1_111_111_109_000))).toBe('081804');
});

test('two-factor sign-in is set up, required, replaced by a recovery code, and turned off', async ({
  page,
  context,
  store,
  signInAs,
  problems,
  axe,
}) => {
  problems.allow(/status of (400|401)/);
  const person = await store.onboard({}, 'browse');
  await signInAs(person);
  await page.goto('dashboard/settings?tab=security');
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  await page.getByLabel('Your password', { exact: true }).fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'That’s not your password.',
  );
  await axe();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByTitle('QR code of the key').or(page.locator('svg title'))).not.toHaveCount(0);
  const key = await page.getByRole('dialog').locator('code').getAttribute('title');
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/);
  await page.getByLabel('Code').fill(newCode(key ?? ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible();
  await axe();
  const codes = ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').trim().split('\n');
  expect(codes.length).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('On. Signing in requires')).toBeVisible();

  await context.clearCookies();
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await axe();
  await page.keyboard.type('123123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Code').fill(newCode(key ?? '', 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await context.clearCookies();
  await signIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('dashboard/settings?tab=security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-factor authentication' })).toBeVisible();
});

test('another device’s session is shown and ended, then all others', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  const person = await store.onboard({}, 'browse');
  const other = await store.signInAgain(person);
  await signInAs(person);
  await page.goto('dashboard/settings?tab=security');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('This session');
  await sessions
    .last()
    .getByRole('button', { name: /^End the session/ })
    .click();
  await expect(sessions).toHaveCount(2);
  await axe();
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 other device will have to sign in again');
  await page.getByRole('button', { name: 'End other sessions' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(other.call('users.me', {})).rejects.toThrow(/rejected/);
});

test('a changed password is required from then on', async ({ page, context, store, signInAs, problems }) => {
  problems.allow(/status of (400|401)/);
  const person = await store.onboard({}, 'browse');
  await signInAs(person);
  await page.goto('dashboard/settings?tab=security');
  await page.getByLabel('Current password', { exact: true }).fill('not the passphrase');
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lighthouses');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    'That’s not your password.',
  );
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await context.clearCookies();
  await page.goto('login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('seven quiet lighthouses');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a passkey is added, signs in, reauthenticates, and is removed', async ({
  page,
  context,
  store,
  problems,
}) => {
  problems.allow(/foreign request: http:\/\/localhost|status of 400/);
  // Browsers bind passkeys to names, and this server's address is a number.
  const url = store.url.replace('127.0.0.1', 'localhost');
  const person = await store.onboard();
  await context.addCookies(person.cookies.map((cookie) => ({ ...cookie, url })));
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}dashboard/settings?tab=security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Work laptop');

  await context.clearCookies();
  await page.goto(`${url}login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${url}dashboard`);

  await expireAuthentication(store.database, person.uid);
  await page.goto(`${url}dashboard/api`);
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('Name').fill('Build server');
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new token' })).toBeVisible();

  await page.goto(`${url}dashboard/settings?tab=security`);
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(passkeys).toHaveCount(0);
});
