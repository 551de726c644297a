import { addressesOf } from '../../platform/store-addresses.ts';
import type { Delivery } from './deliveries.ts';

/** The parts of a store that its links depend on. */
interface LinkedStore {
  readonly publicUrl: string;
  /** True when anyone can open the store's pages. */
  readonly isPublic: boolean;
}

/**
 * Returns the page that a notification leads its recipient to: its app or a part of it for who works on it and for
 * admins, the public page of the app for others or else the list of notifications, the API tokens, the account, or the dashboard.
 */
export function notificationUrl(
  { data, app }: Pick<Delivery, 'data' | 'app'>,
  { publicUrl, isPublic }: LinkedStore,
): string {
  const { appId, part } = data ?? {};
  const tab = part === undefined ? '' : `?tab=${part}`;
  if (appId && app?.isInConsole) return `${publicUrl}dashboard/apps/${encodeURIComponent(appId)}${tab}`;
  if (app?.isPublished && isPublic) return addressesOf(publicUrl).page(app);
  if (part === 'account') return `${publicUrl}dashboard/settings${tab}`;
  if (part === 'api') return `${publicUrl}dashboard/api`;
  return appId === undefined ? `${publicUrl}dashboard` : notificationsUrl(publicUrl);
}

/** Returns the page with all notifications of the signed-in user. */
export function notificationsUrl(publicUrl: string): string {
  return `${publicUrl}dashboard?view=notifications`;
}
