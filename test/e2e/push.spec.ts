import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { startReceiver } from '#test/support/receiver.ts';
import { OUTGOING_STORE } from './outgoing-store.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test.use(OUTGOING_STORE);
test.describe.configure({ mode: 'default' });

const SETTINGS = 'dashboard/settings?tab=notifications';

/** Stands in for the browser's push service, which is somewhere on the Internet: subscriptions lead to `endpoint`. */
async function standInForPushService(page: Page, endpoint: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await page.addInitScript(
    (made) => {
      let current: object | null = null;
      const subscription = {
        endpoint: made.endpoint,
        toJSON: () => made,
        unsubscribe: async () => {
          current = null;
          localStorage.setItem('unsubscribed', made.endpoint);
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          current = subscription;
          return subscription;
        },
        getSubscription: async () => current,
      });
    },
    { endpoint, keys },
  );
}

test('push is turned on for this device, received, and turned off', async ({
  page,
  context,
  people,
  signInAs,
  store,
  axe,
}) => {
  await using service = await startReceiver();
  const reader = await store.onboard({}, 'browse');
  await context.grantPermissions(['notifications']);
  await standInForPushService(page, `${service.url}browser`);
  await signInAs(reader);
  await page.goto(SETTINGS);
  const device = page.getByRole('region', { name: 'Push on this device' });
  const push = device.getByRole('switch', { name: 'Show push notifications on this device' });
  await expect(push).not.toBeChecked();
  await push.click();
  await expect(push).toBeChecked();
  await expect(device).toContainText('You get them even while the store is closed.');
  await checkSchemes(page, axe);
  await people.admin.call('notifications.announce', {
    title: 'Hello',
    message: 'On your device.',
    userIds: [reader.uid],
  });
  await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/browser']);

  await page.getByRole('switch', { name: /^Push On devices/ }).click();
  await expect(device).toContainText('Push is off under Channels, so you won’t get any.');
  await push.click();
  await expect(push).not.toBeChecked();
});

test('signing out turns push off on the device', async ({ page, context, people, signInAs }) => {
  await context.grantPermissions(['notifications']);
  await standInForPushService(page, 'https://push.example/shared-device');
  await signInAs(people.user);
  await page.goto(SETTINGS);
  const push = page.getByRole('switch', { name: 'Show push notifications on this device' });
  await push.click();
  await expect(push).toBeChecked();
  // Reading from the page while it reloads would fail.
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await loadedAnew;
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('unsubscribed')))
    .toBe('https://push.example/shared-device');
});

test('a blocked permission is explained, and the switch is disabled', async ({
  page,
  context,
  people,
  signInAs,
  axe,
}) => {
  const browser = await context.newCDPSession(page);
  const { targetInfo } = await browser.send('Target.getTargetInfo');
  await browser.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
  await signInAs(people.user);
  await page.goto(SETTINGS);
  const device = page.getByRole('region', { name: 'Push on this device' });
  await expect(device.getByRole('alert')).toContainText('Your browser blocks notifications from this site.');
  await expect(device.getByRole('switch')).toBeHidden();
  await axe();
});

test('a browser without push support is told so', async ({ page, people, signInAs }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await signInAs(people.user);
  await page.goto(SETTINGS);
  const device = page.getByRole('region', { name: 'Push on this device' });
  await expect(device).toContainText('Push notifications aren’t available here.');
  await expect(device.getByRole('switch')).toBeHidden();
});

test('an unreachable push service is reported, and the switch stays off', async ({
  page,
  context,
  people,
  signInAs,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no', 'AbortError'));
  });
  await signInAs(people.user);
  await page.goto(SETTINGS);
  const device = page.getByRole('region', { name: 'Push on this device' });
  await device.getByRole('switch').click();
  await expect(device.getByRole('alert')).toContainText('Can’t reach this browser’s push service.');
  await expect(device.getByRole('switch')).not.toBeChecked();
});

/** Delivers a message to the page's service worker as the browser's push service would. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
  await session.detach();
}

/** The notifications that the browser shows for this page's worker. */
async function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });
}

/** Delivers a message, again where the browser lost it on the way to the worker, until exactly this is shown. */
async function deliverUntilShown(page: Page, data: string, notifications: object[]): Promise<void> {
  await expect(async () => {
    await deliver(page.context(), page, data);
    await expect.poll(() => shown(page), { timeout: 10_000 }).toMatchObject(notifications);
  }).toPass();
}

/** Clicks the notification that is shown, and gives the address that the worker opens for it. */
async function click(worker: Worker): Promise<string> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    return new Promise<string>((resolve) => {
      // Browsers open windows only after a person's own click.
      scope.clients.openWindow = async (url) => {
        resolve(url);
        return null;
      };
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });
}

test('the service worker shows a push, opens it on click, and caches no page', async ({
  page,
  context,
  people,
  signInAs,
  store,
}) => {
  await context.grantPermissions(['notifications']);
  await standInForPushService(page, 'https://push.example/browser');
  await signInAs(people.user);
  await page.goto(SETTINGS);
  const started = context.waitForEvent('serviceworker');
  const push = page.getByRole('switch', { name: 'Show push notifications on this device' });
  await push.click();
  const worker = await started;
  // Only then it is active: messages before that are lost.
  await expect(push).toBeChecked();
  expect(worker.url()).toBe(`${store.url}service-worker.js`);

  const payload = {
    id: 'one',
    title: 'App Approved',
    message: 'It is out.',
    url: `${store.url}dashboard/apps/x`,
  };
  const expected = { title: 'App Approved', body: 'It is out.', tag: 'one', data: { url: payload.url } };
  await deliverUntilShown(page, JSON.stringify({ ...payload, title: 'First' }), [{ title: 'First' }]);
  // The same notification once more takes the place of the first.
  await deliverUntilShown(page, JSON.stringify(payload), [expected]);
  expect(await click(worker)).toBe(payload.url);
  await expect.poll(() => shown(page)).toEqual([]);

  const foreign = JSON.stringify({ ...payload, url: 'https://elsewhere.example/' });
  await deliverUntilShown(page, foreign, [{ data: { url: store.url } }]);
  await click(worker);
  await deliverUntilShown(page, 'not of this store', [
    { title: 'Quayside', data: { url: `${store.url}dashboard` } },
  ]);

  await page.reload();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  const response = await page.reload();
  expect(response?.fromServiceWorker()).toBe(false);
});
