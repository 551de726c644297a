import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useContext } from 'react';
import { LocaleContext } from '#client/ui/locale.ts';
import { absoluteText } from '#client/ui/time-text.ts';
import { toneColor } from '#client/ui/tone.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { unreadOf, wordRow } from './notification-groups.ts';
import type { NotificationStyle } from './notification-styles.ts';
import { useNotificationTime } from './use-notification-time.ts';

export interface NotificationBodyProps {
  readonly notification: Notification;
  readonly style: NotificationStyle;
  /** For a group: true while its updates are shown. */
  readonly isOpen?: boolean | undefined;
}

/** Shows a notification or a group of updates: icon by type, title (bold while unread), New chip, relative time, message. */
export function NotificationBody({ notification, style, isOpen }: NotificationBodyProps) {
  const { icon: Icon, tone } = style;
  const texts = wordRow(notification);
  const unread = unreadOf(notification);
  const isUnread = unread > 0;
  const createdAt = new Date(notification.createdAt);
  const relative = useNotificationTime(createdAt);
  const fullTime = absoluteText(createdAt, useContext(LocaleContext));
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, flex: 1, minWidth: 0 }}>
      <Icon aria-hidden sx={[{ mt: 0.25 }, ...[toneColor(tone)].flat()]} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
          <Typography
            variant="body2"
            sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: isUnread ? 700 : 400 }}
          >
            {texts.title}
          </Typography>
          {isUnread && (
            <Chip
              size="small"
              color="primary"
              label={unread === 1 ? t`New` : t`${formatNumber(unread)} new`}
              sx={{ height: 20 }}
            />
          )}
        </Box>
        <Typography
          component="time"
          variant="caption"
          dateTime={notification.createdAt}
          title={fullTime}
          sx={{ color: 'text.secondary' }}
        >
          {relative}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {texts.message}
        </Typography>
      </Box>
      {isOpen !== undefined && (
        <ExpandMoreIcon
          aria-hidden
          fontSize="small"
          sx={{ alignSelf: 'center', color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none' }}
        />
      )}
    </Box>
  );
}
