import BlockIcon from '@mui/icons-material/Block';
import CampaignIcon from '@mui/icons-material/Campaign';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import NotificationsIcon from '@mui/icons-material/Notifications';
import type { ElementType } from 'react';
import type { Tone } from '#client/ui/tone.ts';
import type { NotificationType } from '#shared/notifications/calls.ts';

interface NotificationLook {
  readonly icon: ElementType;
  readonly tone: Tone;
}

const LOOKS: Partial<Record<NotificationType, NotificationLook>> = {
  app_approval: { icon: CheckCircleIcon, tone: 'success' },
  app_rejection: { icon: CancelIcon, tone: 'error' },
  app_removal: { icon: BlockIcon, tone: 'warning' },
  system_message: { icon: CampaignIcon, tone: 'info' },
};
const OTHER: NotificationLook = { icon: NotificationsIcon, tone: 'neutral' };

/** Icon and colour by type: approval green, rejection red, removal orange, system blue, all others grey. */
export function notificationLook(type: NotificationType): NotificationLook {
  return LOOKS[type] ?? OTHER;
}
