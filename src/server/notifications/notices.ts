import type { NotificationType } from '#shared/notifications/calls.ts';
import type { NoticeKind } from '#shared/notifications/preferences.ts';
import type { AppRow } from '../db/tables.ts';

/** What a person is told, the same words for everyone who is told it. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** How long each type stays, in days (specification section 9, which names no removal: as a rejection). */
const LIFETIME_DAYS: Record<NotificationType, number> = {
  app_update: 30,
  app_approval: 30,
  app_rejection: 30,
  app_removal: 30,
  system_message: 60,
};

/** When a notification of this type, sent now, disappears. */
export function expiryOf(type: NotificationType, now: Date): Date {
  return new Date(now.getTime() + LIFETIME_DAYS[type] * 86_400_000);
}

/* The words of specification section 7. */

export function updateNotice(app: AppRow, version: string, changes: string): Notice {
  return {
    kind: 'appUpdates',
    type: 'app_update',
    title: `${app.name} Updated to v${version}`,
    message: `${app.name} has been updated to version ${version}. ${changes}`.trim(),
    data: { appId: app.id, version, changes },
  };
}

export function approvalNotice(app: AppRow): Notice {
  return {
    kind: 'approvalNotifications',
    type: 'app_approval',
    title: 'App Approved',
    message: `Your app ${app.name} has been approved and is available in the store.`,
    data: { appId: app.id },
  };
}

export function rejectionNotice(app: AppRow, reason: string): Notice {
  return {
    kind: 'approvalNotifications',
    type: 'app_rejection',
    title: 'App Rejected',
    message: `Your app ${app.name} has been rejected: ${reason}`,
    data: { appId: app.id, reason },
  };
}

/** A removal takes the app from people's phones, so its publisher is always told. */
export function removalNotice(app: AppRow, reason: string): Notice {
  return {
    kind: 'security',
    type: 'app_removal',
    title: 'App Removed',
    message: `Your app ${app.name} has been removed from the store: ${reason}`,
    data: { appId: app.id, reason },
  };
}

export function announcementNotice(title: string, message: string): Notice {
  return { kind: 'systemAnnouncements', type: 'system_message', title, message };
}
