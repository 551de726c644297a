import { ACCOUNT_NOTIFICATIONS } from './account-notifications.ts';
import { APP_NOTIFICATIONS } from './app-notifications.ts';
import { HOLD_NOTIFICATIONS } from './hold-notifications.ts';
import type { NotificationRecord, NotificationValue } from './notification-record.ts';
import { STORE_NOTIFICATIONS } from './store-notifications.ts';
import { VERSION_NOTIFICATIONS } from './version-notifications.ts';

/**
 * Every notification, declared once. The stored English texts of the specification, the texts that a reader sees in their
 * language, the emails and the pushes follow from its record and the stored values.
 */
export const NOTIFICATIONS = {
  ...VERSION_NOTIFICATIONS,
  ...APP_NOTIFICATIONS,
  ...HOLD_NOTIFICATIONS,
  ...ACCOUNT_NOTIFICATIONS,
  ...STORE_NOTIFICATIONS,
};

export type NotificationName = keyof typeof NOTIFICATIONS;
export type NotificationValues<Name extends NotificationName> = Parameters<
  (typeof NOTIFICATIONS)[Name]['message']
>[0];

/** The name of a notification's record and its values, as they are stored beside its English texts. */
export interface NotificationSubject {
  readonly name: string;
  readonly values: Readonly<Record<string, NotificationValue>>;
}

interface NotificationTexts {
  readonly title: string;
  readonly message: string;
}

/**
 * Returns the texts of a notification in the page's language; the stored ones for an announcement, and for what another
 * release stored.
 */
export function wordNotification({
  about: subject,
  title,
  message,
}: NotificationTexts & { readonly about?: NotificationSubject | undefined }): NotificationTexts {
  if (subject === undefined || !Object.hasOwn(NOTIFICATIONS, subject.name)) return { title, message };
  const record: NotificationRecord<never> = NOTIFICATIONS[subject.name as NotificationName];
  const values = subject.values as never;
  try {
    return { title: record.title(values), message: record.message(values) };
  } catch {
    // Another release may have stored other values, and one notification must not hide the others.
    return { title, message };
  }
}

/** Returns true for a notification whose title has no text of users. */
export function hasFixedTitle(subject: NotificationSubject | null): boolean {
  if (subject === null || !Object.hasOwn(NOTIFICATIONS, subject.name)) return false;
  return NOTIFICATIONS[subject.name as NotificationName].title.length === 0;
}

/** Returns the subject of an email about a decision, with app and version; null for others, and for values without a version. */
export function decisionSubject(notification: NotificationSubject | null): string | null {
  if (notification === null || !Object.hasOwn(NOTIFICATIONS, notification.name)) return null;
  const { subject }: NotificationRecord<never> = NOTIFICATIONS[notification.name as NotificationName];
  const { name, version } = notification.values;
  const isNamed = typeof name === 'string' && typeof version === 'string';
  return subject && isNamed ? subject({ name, version }) : null;
}
