import { NOTIFICATION_LOOKS, type NotificationLook } from '#client/ui/notification-table.ts';
import type { NotificationType } from '#shared/notifications/calls.ts';

/**
 * Icon and colour by type: approval green, rejection red, removal orange, system blue, all others grey. A page that is
 * older than its server may be told of types that it does not know.
 */
export function notificationLook(type: NotificationType): NotificationLook {
  return NOTIFICATION_LOOKS[type] ?? NOTIFICATION_LOOKS.app_update;
}
