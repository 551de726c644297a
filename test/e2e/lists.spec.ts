import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('apps are searched and filtered in the URL, and more are loaded, also for a token', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  await people.admin.call('users.setQuotas', { uid: publisher.uid, overrides: { draftApps: 52 } });
  for (let number = 1; number <= 52; number++) {
    await publisher.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.p${publisher.uid.toLowerCase().replaceAll(/\W/g, '')}.gull${number}`,
      name: `Gull ${number}`,
    });
  }
  await signInAs(publisher);
  await page.goto('dashboard/apps');
  const rows = page.getByRole('table', { name: 'My apps' }).locator('tbody tr');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(52);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('gull52');
  await expect(page).toHaveURL(/\?q=gull52$/);
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Status').selectOption('published');
  await expect(page).toHaveURL(/\?q=gull52&status=published$/);
  await expect(page.getByText('No apps match.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('gull52');
  await page.getByRole('button', { name: 'Show all apps' }).click();
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.goto('dashboard/api');
  await page.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a token' });
  const choices = dialog.getByRole('group', { name: 'Limit to these apps (optional)' });
  const checked = choices.getByRole('checkbox', { checked: true });
  await expect(choices.getByRole('checkbox')).toHaveCount(50);
  await dialog.getByRole('button', { name: 'Load more' }).click();
  await expect(choices.getByRole('checkbox')).toHaveCount(52);
  await expect(choices.getByRole('listitem').nth(50)).toBeFocused();
  await choices.getByRole('checkbox', { name: /^Gull 1 / }).check();
  const search = choices.getByRole('searchbox', { name: 'Search by name or application ID' });
  await search.fill('gull52');
  await search.press('Enter');
  await expect(choices.getByRole('checkbox')).toHaveCount(2);
  await choices.getByRole('checkbox', { name: /^Gull 52 / }).check();
  await search.fill('no such app');
  await expect(choices.getByRole('status')).toHaveText('No apps match.');
  await expect(checked).toHaveCount(2);
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  const rightOf = async (part: typeof dialog) => {
    const box = await part.boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  // Long application ids wrap on phones.
  await expect.poll(async () => (await rightOf(dialog)) - (await rightOf(choices))).toBeGreaterThan(0);
  await search.fill('');
  await expect(choices.getByRole('checkbox')).toHaveCount(52);
  await expect(checked).toHaveCount(2);
  await dialog.getByLabel('Name', { exact: true }).fill('Gulls');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new token' })).toBeVisible();
  const { apps } = await publisher.call('apps.list', { scope: 'mine', query: 'Gull', limit: 100 });
  const idOf = (name: string) => apps.find((app) => app.name === name)?.id;
  const { tokens } = await publisher.call('tokens.list', {});
  expect(tokens[0]?.appIds).toEqual([idOf('Gull 1'), idOf('Gull 52')]);
});

test('the dashboard counts all versions that need attention, and shows the most urgent ones', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  await people.admin.call('users.setQuotas', { uid: publisher.uid, overrides: { draftApps: 10 } });
  for (let number = 1; number <= 10; number++) {
    const { app } = await publisher.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.p${publisher.uid.toLowerCase().replaceAll(/\W/g, '')}.tern${number}`,
      name: `Tern ${number}`,
    });
    await publisher.call('versions.create', { appId: app.id, fileName: 'tern.apk', size: 1_000 });
  }
  await signInAs(publisher);
  await page.goto('dashboard');
  await expect(page.getByText('10 versions need your attention.')).toBeVisible();
  const section = page.getByRole('region', { name: 'Needs attention' });
  await expect(section.getByRole('listitem')).toHaveCount(8);
  await expect(section.getByText('2 more versions need your attention.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'My apps' }).getByRole('listitem')).toHaveCount(5);
  await axe();
  await section.getByRole('link', { name: 'All my apps' }).click();
  await expect(page.getByRole('table', { name: 'My apps' }).locator('tbody tr')).toHaveCount(10);
});

test('apps are filtered by platform and sorted, in the URL', async ({ page, axe, signInAs, store }) => {
  const publisher = await store.onboard();
  for (const [name, platform] of [
    ['Winds', 'ios'],
    ['Anchors', 'android'],
    ['Moorings', 'android'],
  ] as const) {
    const applicationId = `org.example.p${publisher.uid.toLowerCase().replaceAll(/\W/g, '')}.${name}`;
    await publisher.call('apps.create', { platform, applicationId, name });
  }
  await signInAs(publisher);
  await page.goto('dashboard/apps');
  const rows = page.getByRole('table', { name: 'My apps' }).locator('tbody tr');
  await expect(rows).toContainText(['Moorings', 'Anchors', 'Winds']);
  await page.getByRole('button', { name: 'App', exact: true }).click();
  await expect(rows).toContainText(['Anchors', 'Moorings', 'Winds']);
  await page.getByLabel('Platform').selectOption('iOS');
  await expect(page).toHaveURL(/\?sort=name&platform=ios$/);
  await expect(rows).toContainText(['Winds']);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'App' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows).toHaveCount(1);
  await checkAllViews(page, axe);
});

test('rows are comfortable or compact, as the person prefers, on every device', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const person = await store.onboard();
  await people.admin.call('users.setRole', { uid: person.uid, role: 'admin' });
  await signInAs(await store.signInAgain(person));
  await page.goto('admin/users');
  const heightOf = async () => (await page.getByRole('row').nth(1).boundingBox())?.height;
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  const stored = async () => (await person.call('users.me', {})).user.density;
  await expect.poll(heightOf).toBeGreaterThanOrEqual(56);
  await page.getByRole('button', { name: 'Compact' }).click();
  await expect.poll(heightOf).toBeLessThan(42);
  await expect.poll(stored).toBe('compact');

  await page.goto('dashboard/settings');
  await expect(page.getByRole('radio', { name: 'Compact', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: 'Comfortable', exact: true }).check();
  await expect.poll(stored).toBe('comfortable');
  await page.goto('admin/users');
  await expect(page.getByRole('button', { name: 'Comfortable' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(heightOf).toBeGreaterThanOrEqual(56);
});

test('users are sorted by their headings, and are cards on phones', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const marker = crypto.randomUUID().slice(0, 8);
  for (const name of ['Zoe', 'Abe']) await store.onboard({ name: `${name} ${marker}` }, 'browse');
  await signInAs(people.admin);
  await page.goto(`admin/users?q=${marker}`);
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await expect(rows).toContainText(['Abe', 'Zoe']);
  await page.getByRole('button', { name: 'Joined' }).focus();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows).toContainText(['Abe', 'Zoe']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Sort by').selectOption('Newest first');
  await expect(page).not.toHaveURL(/sort=/);
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test('a list that fails to load says why, and can be reloaded', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/status of 500/);
  await signInAs(people.developer);
  let failing = true;
  await page.route('**/us-central1/apps.list', (route) =>
    failing
      ? route.fulfill({
          status: 500,
          headers: { 'X-Request-Id': 'request-7' },
          json: { error: { status: 'INTERNAL', message: 'The list could not be read.' } },
        })
      : route.continue(),
  );
  await page.goto('dashboard/apps');
  await expect(page.getByRole('alert')).toContainText('The list could not be read.');
  await expect(page.getByRole('alert')).toContainText('request-7');
  failing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an admin changes a role, and suspends and reinstates others, but not themselves', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const person = await store.onboard({}, 'browse');
  await signInAs(people.admin);
  await page.goto(`admin/users?q=${person.uid}`);
  const row = page.getByRole('table', { name: 'Users' }).locator('tbody tr:not([data-details])');
  await expect(row).toHaveCount(1);
  const actions = row.getByRole('button', { name: /^Actions for/ });
  await actions.click();
  await axe();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: /^Developer/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await expect(row.getByText('Developer', { exact: true })).toBeVisible();

  await actions.click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.');
  await dialog.getByLabel('Reason').fill('Uploads what belongs to others.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(row.getByText('Suspended')).toBeVisible();
  await expect(person.call('users.me', {})).rejects.toThrow();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click();
  await dialog.getByLabel('Reason').fill('It was theirs.');
  await dialog.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Suspended')).toHaveCount(0);
  const again = await store.signInAgain(person);
  expect((await again.call('users.me', {})).user.uid).toBe(person.uid);

  await page.goto(`admin/users?q=${people.admin.uid}`);
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toHaveAccessibleDescription(
    /You can’t change your own role/,
  );
});

test('a profile is saved and shown in the menu', async ({ page, signInAs, store }) => {
  const person = await store.onboard();
  await signInAs(person);
  await page.goto('dashboard/profile');
  await page.getByLabel('Your name').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Enter a name.');
  await page.getByLabel('Your name').fill('Rena Renamed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Rena Renamed');
});

for (const { path, call, script } of [
  { path: 'dashboard/apps', call: 'apps.list', script: 'apps-page' },
  { path: 'admin?view=queue', call: 'reviews.queue', script: 'queue-view' },
  { path: 'admin/users', call: 'users.list', script: 'admin-users-page' },
]) {
  test(`${path} asks for its list before its script has arrived, and only once`, async ({
    page,
    people,
    signInAs,
  }) => {
    await signInAs(people.admin);
    // Without live updates nothing is asked for again.
    await page.route('**/events', () => undefined);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/${call}`)) asked.push(request.postData() ?? '');
    });
    const early = page.waitForRequest(`**/${call}`);
    await page.route(`**/static/js/${script}-*.js`, async (route) => {
      await early;
      await route.continue();
    });
    await page.goto(path);
    await expect(
      page.getByRole('searchbox').or(page.getByText('No apps yet.', { exact: false })),
    ).toBeVisible();
    await waitUntilLoaded(page);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((body) => body !== '{"data":{"publishing":"waiting"}}')).toHaveLength(1);
  });
}
