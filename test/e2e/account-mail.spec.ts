import { mailedToken } from './letters.ts';
import { PASSWORD, signUp } from './people.ts';
import { expect, test } from './test.ts';

const NEW_PASSWORD = 'seven quiet lighthouses';

test('a forgotten password is replaced by the link in a mail, by keyboard alone', async ({
  page,
  store,
  problems,
  axe,
}) => {
  problems.allow(/status of 401/);
  const person = await signUp(store.url, 'Fay Forgetful');
  await page.goto('login');
  await page.getByRole('link', { name: 'Forgot your password?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await axe();
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('the link is on its way');
  await axe();

  const token = await mailedToken(store, person.email, /^Set a new password/);
  await page.goto(`login?mode=reset&token=${token}`);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await axe();
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type('password1234');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /leaked ones|leaked passwords|use most/,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await axe();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(NEW_PASSWORD);
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/Strong|Good/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
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

test('a used link to a new password says what to do', async ({ page, problems }) => {
  problems.allow(/status of 400/);
  await page.goto('login?mode=reset&token=nothing');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link was used already, or is older than one hour.');
  await page.getByRole('link', { name: 'Ask for another one' }).click();
  await expect(page).toHaveURL(/\/login\?mode=forgot$/);
});

test('nobody learns from a reset whether there is an account', async ({ page }) => {
  await page.goto('login?mode=forgot');
  await page.getByLabel('Email').fill('nobody.at.all@people.example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toContainText('If there is an account with this address');
});

test('an address is confirmed by the link in a mail', async ({ page, store, problems, axe }) => {
  const person = await signUp(store.url, 'Vera Verified');
  const token = await mailedToken(store, person.email, /^Confirm your address/);
  await page.goto(`login?mode=verify&token=${token}`);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await axe();
  problems.allow(/status of 401/);
  await page.goto(`login?mode=verify&token=${token}x`);
  await expect(page.getByRole('heading', { name: 'This address is not confirmed' })).toBeVisible();
  await axe();
});

test('an address that has an account, and a weak password, are refused at their fields', async ({
  page,
  people,
  problems,
  axe,
}) => {
  problems.allow(/status of 422/);
  await page.goto('login?mode=sign-up');
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('Email').fill(people.user.email);
  await page.getByLabel('Password', { exact: true }).fill('qwertyuiop');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Use four or more words/,
  );
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This address cannot be used for a new account. If it is yours, sign in or set a new password.',
  );
  await expect(page.getByLabel('Email')).toBeFocused();
  await axe();
});

test('too many attempts are told how long to wait', async ({ page, problems }) => {
  problems.allow(/status of (401|429)/);
  await page.goto('login');
  await page.getByLabel('Email').fill('guessed@people.example');
  for (let attempt = 0; attempt < 21; attempt += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`guess number ${attempt}`);
    const answered = page.waitForResponse('**/auth/sign-in/email');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveText(/Too many attempts to sign in\. Wait \d+ seconds/);
});

test('Caps Lock is pointed out at the password', async ({ page }) => {
  await page.goto('login');
  const password = page.getByLabel('Password', { exact: true });
  await password.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true }));
  });
  await expect(password).toHaveAccessibleDescription(/Caps Lock is on/);
});
