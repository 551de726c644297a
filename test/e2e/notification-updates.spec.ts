import { announce, openDropdown, readerWithNews } from './announcing.ts';
import { startStoreServer } from './store-server.ts';
import { expect, test } from './test.ts';

test('failures of notifications are only logged', async ({ page, people, problems, signInAs }) => {
  problems.allow(/status of 500|Notifications/);
  await page.route('**/us-central1/notifications.*', (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(people.user);
  await page.goto('dashboard');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(page.getByText('No notifications yet', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a spinner shows while the list is loading', async ({ page, signInAs, store }) => {
  const mayRespond = Promise.withResolvers<void>();
  await page.route('**/us-central1/notifications.list', async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await signInAs(await store.onboard({}, 'browse'));
  await page.goto('dashboard/profile');
  const dropdown = await openDropdown(page);
  await expect(dropdown.getByRole('progressbar')).toBeVisible();
  mayRespond.resolve();
  await expect(dropdown.getByText('No notifications yet', { exact: true })).toBeVisible();
  await expect(dropdown.getByRole('progressbar')).toBeHidden();
});

test('a failed change is only logged, and the server’s state is shown again', async ({
  page,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 500|Notifications/);
  const reader = await readerWithNews(store, people.admin, 1);
  await page.route('**/us-central1/notifications.markAllRead', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await signInAs(reader);
  await page.goto('dashboard/profile');
  const dropdown = await openDropdown(page);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Notifications'));
  await dropdown.getByRole('button', { name: 'Mark all read' }).click();
  expect((await logged).type()).toBe('error');
  await expect(dropdown.getByRole('listitem')).toContainText('New');
  await expect(dropdown.getByRole('button', { name: 'Mark all read' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the unread count is polled every 30 seconds, also while the page is hidden', async ({
  page,
  people,
  signInAs,
}) => {
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/notifications.countUnread')) asked += 1;
  });
  const first = page.waitForResponse('**/page-start');
  // While the clock jumps, an opening stream would seem to be late, and everything would be refetched.
  const connected = page.waitForResponse((response) => response.url().endsWith('/events'));
  await signInAs(people.user);
  await page.goto('dashboard');
  await Promise.all([first, connected]);
  await page.evaluate(() => fetch('healthz'));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  /** Lets the clock go on by seconds until the next poll; gives how many passed. */
  const nextTick = async () => {
    const before = asked;
    for (let seconds = 1; ; seconds += 1) {
      await page.clock.runFor(1000);
      // What the timer began has reached the network by now.
      await page.evaluate(() => fetch('healthz'));
      if (asked > before) return seconds;
    }
  };
  await nextTick();
  expect(await nextTick()).toBe(30);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await nextTick()).toBe(30);
});

test('live updates do not shift the poll', async ({ page, people, signInAs, store }) => {
  const reader = await store.onboard({}, 'browse');
  await page.clock.install();
  await signInAs(reader);
  const first = page.waitForResponse('**/page-start');
  await page.goto('dashboard/profile');
  await first;
  await page.clock.runFor(20_000);
  await announce(people.admin, reader, 'News between two ticks');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  const tick = page.waitForResponse('**/us-central1/notifications.countUnread');
  await page.clock.runFor(10_500);
  await tick;
});

test('the poll continues where there is no bell', async ({ page, people, signInAs }) => {
  await page.clock.install();
  await signInAs(people.user);
  await page.goto('unauthorized');
  await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const tick = page.waitForResponse('**/us-central1/notifications.countUnread');
  await page.clock.runFor(31_000);
  await tick;
});

test('the relative time changes on the hour', async ({ page, people, problems, signInAs, store }) => {
  // A request that is under way when the clock jumps has timed out, which is logged, as specified.
  problems.allow(/Notifications CallError/);
  const reader = await store.onboard({}, 'browse');
  await announce(people.admin, reader, 'News of the hour');
  await page.clock.install();
  const createdAt = new Date(Date.now() - 3_600_000 + 600_000).toISOString();
  await page.route('**/us-central1/notifications.list', async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { notifications: { createdAt: string }[] } };
    const notifications = result.notifications.map((one) => ({ ...one, createdAt }));
    await route.fulfill({ response, json: { result: { ...result, notifications } } });
  });
  await signInAs(reader);
  await page.goto('dashboard');
  const dropdown = await openDropdown(page);
  const time = dropdown.getByRole('listitem').getByRole('time');
  await expect(time).toHaveText('Just now');
  await page.clock.fastForward(600_000);
  await expect(time).toHaveText('1 h ago');
});

test('a notification of an unknown type is grey', async ({ page, people, signInAs, store }) => {
  const reader = await store.onboard({}, 'browse');
  await announce(people.admin, reader, 'News from tomorrow');
  await page.route('**/us-central1/notifications.list', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('system_message', 'app_of_tomorrow'),
    });
  });
  await signInAs(reader);
  await page.goto('dashboard');
  const item = (await openDropdown(page)).getByRole('listitem');
  await expect(item).toContainText('News from tomorrow');
  const grey = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--mui-palette-text-secondary)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(item.locator('svg').first()).toHaveCSS('color', grey);
});

test('after a restart of the server, notifications arrive as before', async ({ page, context, problems }) => {
  // This server is another than the fixtures'. While it is down the browser itself says that it cannot be reached, and
  // where a poll falls into that time its failure is logged, as specified.
  problems.allow(/^foreign request|net::|Notifications CallError/);
  await using own = await startStoreServer();
  const connected = () =>
    page.waitForResponse((response) => response.url().endsWith('/events') && response.ok());
  const admin = await own.admin();
  await context.addCookies([...admin.cookies]);
  const before = connected();
  await page.goto(`${own.url}dashboard`);
  await before;
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  const again = connected();
  await own.restart();
  await again;
  await announce(admin, admin, 'Back again');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
