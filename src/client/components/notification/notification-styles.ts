import BlockIcon from '@mui/icons-material/Block';
import CampaignIcon from '@mui/icons-material/Campaign';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import NotificationsIcon from '@mui/icons-material/Notifications';
import type { ElementType } from 'react';
import type { Tone } from '#client/ui/tone.ts';
import type { NotificationType } from '#shared/notifications/notification-record.ts';

export interface NotificationStyle {
  readonly icon: ElementType;
  readonly tone: Tone;
}

/** Icons and tones of all notification types (specification section 2). */
const NOTIFICATION_STYLES: Readonly<Record<NotificationType, NotificationStyle>> = {
  app_approval: { icon: CheckCircleIcon, tone: 'success' },
  app_rejection: { icon: CancelIcon, tone: 'error' },
  app_removal: { icon: BlockIcon, tone: 'warning' },
  system_message: { icon: CampaignIcon, tone: 'info' },
  app_update: { icon: NotificationsIcon, tone: 'neutral' },
};

/**
 * Returns icon and tone by type: approval green, rejection red, removal orange, system blue, all others grey,
 * including unknown ones.
 */
export function notificationStyle(type: string): NotificationStyle {
  return Object.hasOwn(NOTIFICATION_STYLES, type)
    ? NOTIFICATION_STYLES[type as NotificationType]
    : NOTIFICATION_STYLES.app_update;
}
