import { gzipSync } from 'node:zlib';
import { PASSWORD } from '#test/support/people.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

test.use({ storeOptions: { sendsEmail: true } });

test('signs in and returns to the requested page', async ({ page, people }) => {
  await page.goto('dashboard/apps?status=draft');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard%2Fapps%3Fstatus%3Ddraft$/);
  await page.getByLabel('Email').fill(people.developer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard\/apps\?status=draft$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a cold sign-in page leads to a screen deep inside, without loading another page', async ({
  page,
  people,
  problems,
}) => {
  problems.allow(/status of 401/);
  await page.goto(`login?redirect=${encodeURIComponent('/dashboard/settings?tab=security')}`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByLabel('Email').fill(people.developer.email);
  await page.getByLabel('Password', { exact: true }).fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=security$/);
  await expect(partLink(page, 'Security')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.goBack();
  await expect(partLink(page, 'Security')).toHaveAttribute('aria-current', 'page');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the user’s settings of the store come with signing in, and go with signing out in another tab', async ({
  page,
  context,
  people,
  store,
}) => {
  const started = page.waitForResponse('**/page-start');
  await page.goto('login?redirect=%2Fdashboard');
  const { results, own } = await (await started).json();
  expect(Object.keys(results['settings.get'].settings).sort()).toEqual([
    'registration',
    'storeName',
    'tagline',
  ]);
  expect(own).toBeUndefined();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  const loaded = page.waitForResponse('**/us-central1/settings.get');
  await page.getByLabel('Email').fill(people.user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const { result } = await (await loaded).json();
  expect(result).toEqual(await people.user.call('settings.get', {}));
  await expect(page.getByRole('link', { name: 'Ask to publish in your profile' })).toBeVisible();

  // Requests of the settings: with a token, and from which page. Before the sign-in page shows, the user's own may still leave.
  let requested: { readonly hasToken: boolean; readonly isOnLogin: boolean }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/settings.get')) return;
    const hasToken = request.headers()['authorization'] !== undefined;
    requested.push({ hasToken, isOnLogin: page.url().includes('/login') });
  });
  const other = await context.newPage();
  await other.goto('dashboard');
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('main')).toContainText(result.settings.storeName);
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(requested.filter(({ hasToken, isOnLogin }) => hasToken && isOnLogin)).toEqual([]);

  // Someone else who signs in now gets their own.
  requested = [];
  const newcomer = await store.onboard();
  await page.getByLabel('Email').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect.poll(() => requested.some(({ hasToken }) => hasToken)).toBe(true);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('links and the back button change the mode of the sign-in page', async ({ page }) => {
  await page.goto('login?redirect=%2Fdashboard%2Fapi');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard%2Fapi&mode=forgot$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
});

test('another mode of the sign-in page gets the focus and names the window, the first does not', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('login');
  await expect(page).toHaveTitle(/^Sign in – /);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: 'Create an account' }).press('Enter');
  await expect(page).toHaveTitle(/^Create your account – /);
  await expect(main).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).press('Enter');
  await expect(page).toHaveTitle(/^Sign in – /);
  await expect(main).toBeFocused();
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await expect(page).toHaveTitle(/^Reset your password – /);
  await expect(main).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the screens after signing in and onboarding get the focus', async ({ page, people }) => {
  await page.goto('login?redirect=%2Fdashboard');
  await page.getByLabel('Email').fill(people.newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/onboarding$/);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByLabel('Developer name').fill('Nia Works');
  await page.getByLabel('I accept these terms.').check();
  await page.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('each page names the scripts of its screen', async ({ request, store }) => {
  for (const [path, script] of [
    ['login', 'login-page'],
    ['dashboard/apps', 'apps-page'],
    ['nothing/here', 'dashboard-page'],
  ] as const) {
    const page = await (await request.get(`${store.url}${path}`)).text();
    expect(page).toMatch(new RegExp(`<link rel="modulepreload" crossorigin href="static/js/${script}-`));
  }
});

test('does not follow a redirect to another origin', async ({ page, people, signInAs, store }) => {
  await signInAs(people.user);
  for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example/']) {
    await page.goto(`login?redirect=${encodeURIComponent(elsewhere)}`);
    await expect(page).toHaveURL(`${store.url}dashboard`);
  }
});

test('shows the provider’s error for a wrong password, and keeps the address', async ({
  page,
  people,
  problems,
  axe,
}) => {
  problems.allow(/status of 401/);
  await page.goto('login');
  await page.getByLabel('Email').fill(people.user.email);
  await page.getByLabel('Password', { exact: true }).fill('not the passphrase');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(people.user.email);
  await axe();
});

test('shows the fallback when the provider sends no message', async ({ page, problems }) => {
  problems.allow(/status of 500/);
  await page.route('**/auth/sign-in/email', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('login');
  await page.getByLabel('Email').fill('ada@people.example');
  await page.getByLabel('Password', { exact: true }).fill('whatever it is');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in');
});

test('shows a failed load of the user record', async ({ page, people, problems, signInAs }) => {
  problems.allow(/status of 500/);
  await signInAs(people.user);
  await page.route(/\/(page-start|us-central1\/users\.me)$/, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { status: 'INTERNAL', message: 'The record could not be read.' } },
    }),
  );
  await page.goto('dashboard');
  await expect(page.getByRole('alert')).toContainText('The record could not be read.');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a user record that fails to load after sign-in leads back with the reason, not to onboarding', async ({
  page,
  people,
  problems,
}) => {
  problems.allow(/status of 500/);
  await page.route('**/us-central1/users.me', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { status: 'INTERNAL', message: 'The record could not be read.' } },
    }),
  );
  await page.goto('login');
  await page.getByLabel('Email').fill(people.user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The record could not be read.');
  await page.unroute('**/us-central1/users.me');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('shows what is missing at the field and focuses it', async ({ page, axe }) => {
  await page.goto('login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Enter your password.',
  );
  await axe();
});

test('needs at most 160 KB of compressed scripts', async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto('login');
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(160 * 1024);
});

test('shows and hides the password', async ({ page }) => {
  await page.goto('login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a new user signs up by keyboard, finishes onboarding and reaches the dashboard', async ({ page }) => {
  await page.goto('login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Kim Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`kim.${Date.now()}@people.example`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/onboarding$/);
  await expect(page.getByLabel('Your name')).toHaveValue('Kim Keyboard');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByLabel('I accept these terms.')).toHaveAccessibleDescription(
    'Accept this store’s terms to continue.',
  );
  await page.getByLabel('Developer name').fill('Kim Works');
  await expect(page.getByLabel('Individual')).toBeChecked();
  await page.getByLabel('Organisation').check();
  await expect(page.getByLabel('Individual')).not.toBeChecked();
  await page.getByLabel('I accept these terms.').check();
  await page.getByRole('button', { name: 'Finish' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Kim Keyboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Developer');
});
