import { useEffect, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { findPushSubscription } from '#client/components/notification/push-subscription.ts';
import { useSessionUser } from '#client/store/store.ts';

/** The state of push messages on this device: unsupported, blocked, off, on. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The storage key for the user whose messages this browser receives, since several may sign in on one device. */
const STORAGE_KEY = 'push-uid';

const WORKER = 'service-worker.js';

export interface Push {
  /** Undefined while it is loading. */
  readonly state: PushState | undefined;
  /** The error of the last attempt to turn it on or off. */
  readonly error: unknown;
  readonly switchTo: (on: boolean) => Promise<void>;
}

/** Returns the state of push messages on this device, with functions to turn them on and off. */
export function usePush(): Push {
  const { functions, settings } = useBackend();
  const { uid } = useSessionUser();
  const [state, setState] = useState<PushState>();
  const isChanging = useRef(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const readAgain = () => void readState(settings.baseUrl, uid).then(setState, setError);
    readAgain();
    // Permissions can change outside of the page.
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, [settings.baseUrl, uid]);

  async function switchTo(on: boolean) {
    if (isChanging.current) return;
    isChanging.current = true;
    setError(undefined);
    try {
      if (on) await subscribe();
      else await unsubscribe();
    } catch (thrown) {
      setError(thrown);
    }
    setState(await readState(settings.baseUrl, uid));
    isChanging.current = false;
  }

  async function subscribe() {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const { publicKey } = await functions.call('push.publicKey', {});
    const scope = settings.baseUrl;
    await navigator.serviceWorker.register(new URL(WORKER, scope), { scope, updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription with an earlier key, or of another user, must be replaced.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
      .catch((cause: unknown) => {
        throw new Error('Can’t reach this browser’s push service.', { cause });
      });
    const { endpoint, keys = {} } = subscription.toJSON();
    try {
      await functions.call('push.subscribe', {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
      });
    } catch (failure) {
      await subscription.unsubscribe();
      throw failure;
    }
    localStorage.setItem(STORAGE_KEY, uid);
  }

  async function unsubscribe() {
    const subscription = await findPushSubscription(settings.baseUrl);
    if (subscription === null) return;
    await functions.call('push.unsubscribe', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
    localStorage.removeItem(STORAGE_KEY);
  }

  return { state, error, switchTo };
}

async function readState(scope: string, uid: string): Promise<PushState> {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isMine = localStorage.getItem(STORAGE_KEY) === uid;
  return isMine && (await findPushSubscription(scope)) !== null ? 'on' : 'off';
}
