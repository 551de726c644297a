import BlockIcon from '@mui/icons-material/Block';
import CampaignIcon from '@mui/icons-material/Campaign';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import NotificationsIcon from '@mui/icons-material/Notifications';
import type { ElementType } from 'react';
import type { NotificationType } from '#shared/notifications/calls.ts';
import type { Tone } from './tone.ts';

export interface NotificationLook {
  readonly icon: ElementType;
  readonly tone: Tone;
}

/** How every type of notification looks (specification section 2), for the whole product. */
export const NOTIFICATION_LOOKS: Readonly<Record<NotificationType, NotificationLook>> = {
  app_approval: { icon: CheckCircleIcon, tone: 'success' },
  app_rejection: { icon: CancelIcon, tone: 'error' },
  app_removal: { icon: BlockIcon, tone: 'warning' },
  system_message: { icon: CampaignIcon, tone: 'info' },
  app_update: { icon: NotificationsIcon, tone: 'neutral' },
};
