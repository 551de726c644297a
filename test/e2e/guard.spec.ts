import { ALL_SCREENS } from '#client/screens.ts';
import { expect, test } from './test.ts';

/** The paths of the screens that all roles, or only admins, may open. */
const [GENERAL, ADMIN] = [true, false].map((areGeneral) =>
  ALL_SCREENS.filter(([, { roles }]) => roles?.includes('user') === areGeneral).map(([, { path }]) =>
    path.slice(1).replace(':appId', 'no-such-app'),
  ),
) as [string[], string[]];

/** Calls about the app that does not exist are rejected, and the browser logs that. */
const NO_SUCH_APP = /status of 404/;

test('signed out: every guarded route leads to the sign-in screen and back', async ({ page, store }) => {
  for (const path of [...GENERAL, ...ADMIN]) {
    await page.goto(`${path}?tab=one&two`);
    const back = encodeURIComponent(`/${path}?tab=one&two`);
    await expect(page).toHaveURL(`${store.url}login?redirect=${back}`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
});

test('signed out: the root and unknown paths lead to the dashboard and so to sign-in', async ({
  page,
  store,
}) => {
  for (const path of ['', 'nothing/here']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${store.url}login?redirect=%2Fdashboard`);
  }
});

test('signed out: the public pages show', async ({ page, store, axe }) => {
  await page.goto('unauthorized');
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  await axe();
  await page.goto('onboarding');
  await expect(page).toHaveURL(`${store.url}login?redirect=%2Fonboarding`);
});

test('while the session is loading, the guard says so', async ({ page, people, signInAs }) => {
  await signInAs(people.user);
  const responded = Promise.withResolvers<void>();
  await page.route('**/page-start', async (route) => {
    await responded.promise;
    await route.continue();
  });
  await page.goto('dashboard');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  responded.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('one response brings session, token, record and settings, which nothing else may keep', async ({
  page,
  people,
  signInAs,
}) => {
  await signInAs(people.user);
  const requested: string[] = [];
  page.on('request', (request) =>
    requested.push(new URL(request.url()).pathname.replace(/^.*?quayside\//, '')),
  );
  const started = page.waitForResponse('**/page-start');
  await page.goto('dashboard/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect((await started).headers()['cache-control']).toBe('no-store');
  // The page preloads it, and its first script uses that response.
  expect(requested.filter((path) => path === 'page-start')).toHaveLength(1);
  for (const path of ['auth/get-session', 'auth/token', 'us-central1/users.me', 'us-central1/settings.get'])
    expect(requested).not.toContain(path);
});

for (const role of ['user', 'developer'] as const) {
  test(`${role}: general screens show, admin ones do not`, async ({
    page,
    people,
    signInAs,
    store,
    problems,
  }) => {
    problems.allow(NO_SUCH_APP);
    await signInAs(people[role]);
    for (const path of GENERAL) {
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page).toHaveURL(`${store.url}${path}`);
    }
    for (const path of ADMIN) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
      await expect(page).toHaveURL(`${store.url}unauthorized`);
    }
  });
}

test('admin: every screen shows', async ({ page, people, signInAs, store, problems }) => {
  problems.allow(NO_SUCH_APP);
  await signInAs(people.admin);
  for (const path of [...GENERAL, ...ADMIN]) {
    await page.goto(path);
    await expect(
      page.getByRole('main').getByRole('heading').or(page.getByRole('alert')).first(),
    ).toBeVisible();
    await expect(page).toHaveURL(`${store.url}${path}`);
  }
});

test('not onboarded: every guarded route leads to onboarding', async ({ page, people, signInAs, store }) => {
  await signInAs(people.newcomer);
  for (const path of [...GENERAL, ...ADMIN]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${store.url}onboarding`);
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  }
});

test('onboarded people do not see onboarding again, and the root leads to the dashboard', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  await signInAs(people.user);
  for (const path of ['onboarding', '', 'nothing/here', 'login']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${store.url}dashboard`);
  }
});
