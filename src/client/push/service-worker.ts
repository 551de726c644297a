import type { PushPayload } from '#shared/notifications/push-calls.ts';
import type { PublicStore } from '#shared/settings/calls.ts';

/**
 * The service worker shows push messages and opens their pages. It caches nothing and intercepts no requests, so pages
 * always come from the server. Served as `{base}service-worker.js`, which is its scope.
 * https://w3c.github.io/push-api/ and https://notifications.spec.whatwg.org/
 */

/** An event that lasts as long as what is given to `waitUntil`. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends WorkerEvent {
  readonly data: { text(): string } | null;
}

interface NotificationClickEvent extends WorkerEvent {
  readonly notification: Notification;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** The part of a ServiceWorkerGlobalScope that is used here, which the types for pages do not have. */
interface PushWorker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

const worker = self as unknown as PushWorker;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(open(url));
});

/** Shows a message; the same one twice shows once. */
async function show(text: string): Promise<void> {
  const { id, title, message, url } = read(text) ?? {
    id: 'news',
    title: await storeName(),
    message: '',
    url: 'dashboard',
  };
  await worker.registration.showNotification(title, {
    body: message,
    tag: id,
    icon: addressOf('favicon.svg'),
    data: { url: addressOf(url) },
  });
}

/** Returns the content of a message; null for one that isn’t from this store. */
function read(text: string): PushPayload | null {
  try {
    const { id, title, message, url } = JSON.parse(text) as Partial<PushPayload>;
    return id && title && url ? { id, title, message: message ?? '', url } : null;
  } catch {
    return null;
  }
}

/**
 * Returns the title of a message that can't be read, since browsers demand that something is shown: the store's name, or
 * its host while the store doesn't respond. Both suit every language, and the user's is unknown here.
 */
async function storeName(): Promise<string> {
  try {
    const response = await fetch(addressOf('us-central1/settings.get'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"data":{}}',
      signal: AbortSignal.timeout(5_000),
    });
    const { result } = (await response.json()) as { result: PublicStore };
    return result.settings.storeName;
  } catch {
    return new URL(worker.registration.scope).host;
  }
}

/** Returns an address below the scope; everything else becomes the scope itself. */
function addressOf(url: string): string {
  const { scope } = worker.registration;
  const { href } = new URL(url, scope);
  return href.startsWith(scope) ? href : scope;
}

/** Focuses the window that shows the address already, or opens one: others may hold work that is not saved. */
async function open(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}
