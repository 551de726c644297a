import { test } from './seeded-test.ts';
import { expect } from './test.ts';

/* What stays when a part of the product fails: the work, the session, the rest of the page. */

const UNAVAILABLE = {
  status: 503,
  json: { error: { status: 'UNAVAILABLE', message: 'The store is restarting.' } },
};

test('a failed sign-out keeps what was being typed', async ({ page, signInAs, seeded, problems }) => {
  problems.allow(/status of 503/);
  await signInAs(seeded.publisher);
  await page.goto('dashboard/profile');
  const name = page.getByLabel('Developer name');
  await name.fill('Half a na');
  await page.route(/\/auth\/sign-out$/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to sign out' })).toBeVisible();
  await expect(name).toHaveValue('Half a na');
});

for (const [what, address] of [
  ['session', /\/(page-start|auth\/get-session)$/],
  ['account', /\/(page-start|us-central1\/users\.me)$/],
] as const) {
  test(`an unavailable ${what} can be tried again, without a new sign-in`, async ({
    page,
    signInAs,
    seeded,
    problems,
    axe,
  }) => {
    problems.allow(/status of 503/);
    await signInAs(seeded.publisher);
    let isAvailable = false;
    await page.route(address, (route) => (isAvailable ? route.continue() : route.fulfill(UNAVAILABLE)));
    await page.goto('dashboard/profile?from=link');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(page.getByRole('heading', { name: 'Your account can’t be loaded' })).toBeVisible();
    await axe();
    await again.press('Enter');
    await expect(again).toBeVisible();
    await expect(again).not.toHaveAttribute('aria-disabled');
    await expect(again).toBeFocused();
    isAvailable = true;
    await again.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await expect(page).toHaveURL(/dashboard\/profile\?from=link$/);
  });
}

test('an unavailable account on the onboarding page never leads to the sign-in page', async ({
  page,
  signInAs,
  seeded,
  problems,
}) => {
  problems.allow(/status of 503/);
  await signInAs(seeded.publisher);
  let isAvailable = false;
  await page.route(/\/(page-start|us-central1\/users\.me)$/, (route) =>
    isAvailable ? route.continue() : route.fulfill(UNAVAILABLE),
  );
  await page.goto('onboarding');
  await expect(page.getByRole('heading', { name: 'Your account can’t be loaded' })).toBeVisible();
  await expect(page).toHaveURL(/\/onboarding$/);
  isAvailable = true;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('onboarding has the store’s terms after the session could be read', async ({
  page,
  signInAs,
  store,
  problems,
}) => {
  problems.allow(/status of 503/);
  await signInAs(await store.signUp({ name: 'Nora Newcomer' }));
  let isAvailable = false;
  await page.route(/\/(page-start|auth\/get-session)$/, (route) =>
    isAvailable ? route.continue() : route.fulfill(UNAVAILABLE),
  );
  await page.goto('onboarding');
  await expect(page.getByRole('heading', { name: 'Your account can’t be loaded' })).toBeVisible();
  isAvailable = true;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByLabel('I accept these terms.')).toBeVisible();
});

test('a part of a page that fails leaves the rest, and recovers', async ({
  page,
  signInAs,
  seeded,
  problems,
}) => {
  problems.allow(/TypeError|error occurred in/);
  await signInAs(seeded.publisher);
  let isBroken = true;
  await page.route(/\/us-central1\/apps\.downloads$/, (route) =>
    isBroken ? route.fulfill({ json: { result: { total: 5 } } }) : route.continue(),
  );
  await page.goto('dashboard');
  const alert = page.getByRole('alert').filter({ hasText: 'This part of the page can’t be shown.' });
  await expect(alert).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'My apps' })).toBeVisible();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('region', { name: /downloads/i })).toBeVisible();
});

test('a section that fails by the data of its page leaves the others, and recovers', async ({
  page,
  signInAs,
  seeded,
  problems,
}) => {
  problems.allow(/TypeError|error occurred in/);
  await signInAs(seeded.publisher);
  let isBroken = true;
  await page.route(/\/us-central1\/apps\.actionRequired$/, (route) =>
    isBroken ? route.fulfill({ json: { result: { count: 1, apps: null } } }) : route.continue(),
  );
  await page.goto('dashboard');
  const alert = page.getByRole('alert').filter({ hasText: 'This part of the page can’t be shown.' });
  await expect(alert).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'My apps' })).toBeVisible();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
