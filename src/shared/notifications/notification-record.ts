import type { RetentionName } from '../settings/retention.ts';
import type { NotificationKind } from './preferences.ts';

/**
 * The types of notifications, with the period after which each expires (specification section 9; removal has none there
 * and expires like a rejection).
 */
const TYPES = {
  app_update: 'notificationDays',
  app_approval: 'notificationDays',
  app_rejection: 'notificationDays',
  app_removal: 'notificationDays',
  system_message: 'announcementDays',
} as const satisfies Record<string, RetentionName>;

export type NotificationType = keyof typeof TYPES;
export const NOTIFICATION_PERIODS: Readonly<Record<NotificationType, RetentionName>> = TYPES;

/** A value of a notification as it is stored. */
export type NotificationValue = string | number | readonly string[];

export interface NotificationRecord<Values> {
  /** The preference that turns it off; `security` can't be turned off. */
  readonly kind: NotificationKind;
  readonly type: NotificationType;
  /**
   * Without parameters it has no text of users and may be the subject of an email: with the name of an app or a user in a
   * subject, anyone could make the store send their text.
   */
  readonly title: (values: Values) => string;
  readonly message: (values: Values) => string;
  /** The subject of its email, with app and version: only for decisions of staff, which nobody gets who doesn't work on the app. */
  readonly subject?: (values: OfVersion) => string;
}

/** Declares a notification, which keeps the types of its values. */
export function about<Values extends object>(record: NotificationRecord<Values>): NotificationRecord<Values> {
  return record;
}

export type Named = { readonly name: string };
export type WithReason = { readonly reason: string };
export type OfVersion = Named & { readonly version: string };
export const DECISION = { kind: 'approvalNotifications', type: 'app_approval' } as const;
export const REJECTION = { kind: 'approvalNotifications', type: 'app_rejection' } as const;
export const SECURITY = { kind: 'security', type: 'system_message' } as const;
