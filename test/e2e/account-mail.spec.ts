import { awaitEmail, tokenOf } from '#test/support/emails.ts';
import { PASSWORD } from '#test/support/people.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { sendsEmail: true } });

const NEW_PASSWORD = 'seven quiet lighthouses';

test('a forgotten password is reset by the link in an email, using only the keyboard', async ({
  page,
  store,
  problems,
  axe,
}) => {
  problems.allow(/status of 401/);
  const person = await store.signUp({ name: 'Fay Forgetful' });
  await page.goto('login');
  await page.getByRole('link', { name: 'Forgot your password?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('reset link is on its way');
  await axe();

  const token = tokenOf(await awaitEmail(store, person.email, /^Reset your password/));
  await page.goto(`login?mode=reset&token=${token}`);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type('password1234');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /leaked password|most common/,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(NEW_PASSWORD);
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/Strong|Good/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password is reset' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Your email is confirmed too.');
  await axe();

  await page.getByRole('link', { name: 'Sign in' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/onboarding$/);
});

test('a used reset link explains what to do', async ({ page, problems }) => {
  problems.allow(/status of 400/);
  await page.goto('login?mode=reset&token=nothing');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link was already used, or is older than one hour. Request another one.',
  );
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL(/\/login\?mode=forgot$/);
});

test('a reset does not reveal whether an account exists', async ({ page }) => {
  await page.goto('login?mode=forgot');
  await page.getByLabel('Email').fill('nobody.at.all@people.example');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toContainText('If an account uses this email');
});

test('an address is confirmed by the link in an email, immediately when signed in', async ({
  page,
  context,
  store,
  problems,
  axe,
}) => {
  const person = await store.signUp({ name: 'Vera Verified' });
  const token = tokenOf(await awaitEmail(store, person.email, /^Confirm your email/));
  await context.addCookies([...person.cookies]);
  await page.goto(`login?mode=verify&token=${token}`);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await axe();
  problems.allow(/status of 401/);
  await page.goto(`login?mode=verify&token=${token}x`);
  await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible();
  await axe();
});

test('when signed out, the link asks for the password or a new one', async ({
  page,
  store,
  problems,
  axe,
}) => {
  problems.allow(/status of (400|403)/);
  const person = await store.signUp({ name: 'Petra Phone' });
  const token = tokenOf(await awaitEmail(store, person.email, /^Confirm your email/));
  await page.goto(`login?mode=verify&token=${token}`);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await axe();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('This isn’t the account’s password.');
  await expect(page.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', /mode=forgot/);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('nothing is added to an account before its address is confirmed; the email can be sent again', async ({
  page,
  context,
  store,
  axe,
}) => {
  const person = await store.signUp({ name: 'Una Unconfirmed' });
  await person.call('users.completeOnboarding', {
    displayName: person.name,
    developerName: person.name,
    developerType: 'individual',
    intent: 'browse',
    acceptTerms: true,
  });
  await context.addCookies([...person.cookies]);
  await page.goto('dashboard/settings?tab=security');
  for (const name of ['Set up two-factor authentication', 'Add a passkey']) {
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      'Confirm your email address first.',
    );
  }
  await axe();
  await page.getByRole('link', { name: 'Manage tokens and see the API' }).click();
  await expect(page.getByRole('button', { name: 'Create a token' })).toHaveAccessibleDescription(
    'Confirm your email address first.',
  );
  await axe();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/We sent another email to/)).toBeVisible();
  // The page moved under the pointer, which may lie on a button now that explains itself.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await axe();
});

test('a new password for a confirmed account offers to revoke other access', async ({ page, store, axe }) => {
  const person = await store.onboard();
  for (const name of ['Build server', 'Laptop']) {
    await person.call('tokens.create', { name, scopes: ['read'] });
  }
  await page.goto('login?mode=forgot');
  await page.getByLabel('Email').fill(person.email);
  await page.keyboard.press('Enter');
  const token = tokenOf(await awaitEmail(store, person.email, /^Reset your password/));
  await page.goto(`login?mode=reset&token=${token}`);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Revoke other access' })).toBeVisible();
  const revoke = page.getByRole('button', { name: 'Revoke' });
  await expect(revoke).toBeDisabled();
  await page.getByLabel('2 API tokens').check();
  await revoke.click();
  await expect(page.getByText('Revoked: 2 API tokens.')).toBeVisible();
  await expect(revoke).toHaveCount(0);
  await axe();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('dashboard/api');
  await expect(page.getByRole('button', { name: 'Create a token' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tokens' })).toHaveCount(0);
});

test('a taken address and a weak password are rejected at their fields', async ({
  page,
  people,
  problems,
  axe,
}) => {
  problems.allow(/status of 422/);
  await page.goto('login?mode=sign-up');
  await page.getByLabel('Your name').fill('Eve');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    /Anyone who enters your email here later will see that it’s taken\.$/,
  );
  await page.getByLabel('Email').fill(people.user.email);
  await page.getByLabel('Password', { exact: true }).fill('qwertyuiop');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Use four or more unrelated words/,
  );
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This email can’t be used for a new account. If it’s yours, sign in or reset your password.',
  );
  await expect(page.getByLabel('Email')).toBeFocused();
  await axe();
});

test('after too many attempts, the wait is shown', async ({ page, problems }) => {
  problems.allow(/status of (401|429)/);
  await page.goto('login');
  await page.getByLabel('Email').fill('guessed@people.example');
  for (let attempt = 0; attempt < 11; attempt += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`guess number ${attempt}`);
    const responded = page.waitForResponse('**/auth/sign-in/email');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await responded;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveText(/Too many sign-in attempts\. .* Wait \d+ minutes/);
});

test('Caps Lock is pointed out at the password', async ({ page }) => {
  await page.goto('login');
  const password = page.getByLabel('Password', { exact: true });
  await password.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true }));
  });
  await expect(password).toHaveAccessibleDescription(/Caps Lock is on/);
});
