import type { NotificationType } from '#shared/notifications/notification-record.ts';
import {
  NOTIFICATIONS,
  type NotificationName,
  type NotificationSubject,
  type NotificationValues,
} from '#shared/notifications/notification-records.ts';
import type { NotificationKind } from '#shared/notifications/preferences.ts';

/** The content of a notification, the same for all its recipients. Its texts are English. */
export interface NotificationContent {
  readonly kind: NotificationKind;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  /** Null for an announcement. */
  readonly about: NotificationSubject | null;
  readonly data?: Readonly<Record<string, string>>;
}

/** Returns the content of a notification by its record. `data` is what the specification or its link needs. */
export function contentOf<Name extends NotificationName>(
  name: Name,
  values: NotificationValues<Name>,
  data?: NotificationContent['data'],
): NotificationContent {
  const { kind, type, title, message } = NOTIFICATIONS[name];
  return {
    kind,
    type,
    title: title(values as never),
    message: message(values as never),
    about: { name, values: values as NotificationSubject['values'] },
    ...(data && { data }),
  };
}

export function announcementContent(title: string, message: string): NotificationContent {
  return { kind: 'systemAnnouncements', type: 'system_message', title, message, about: null };
}
