import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Typography from '@mui/material/Typography';
import { useContext } from 'react';
import { ReaderLocaleContext } from '#client/ui/reader-locale.ts';
import { absoluteText } from '#client/ui/time-text.ts';
import { toneColor, toneTint } from '#client/ui/tone.ts';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { notificationTime } from '#shared/notifications/relative-time.ts';
import { notificationLook } from './notification-looks.ts';

export interface NotificationItemProps {
  readonly notification: Notification;
  readonly onClick: (notification: Notification) => void;
}

/** One notification in the dropdown; while unread it is tinted by its type, with a bold title and a New chip. */
export function NotificationItem({ notification, onClick }: NotificationItemProps) {
  const { icon: Icon, tone } = notificationLook(notification.type);
  const isUnread = !notification.read;
  const createdAt = new Date(notification.createdAt);
  const now = useMinute();
  const locale = useContext(ReaderLocaleContext);
  return (
    <ListItem disablePadding divider sx={{ '&:last-of-type': { borderBottom: 0 } }}>
      <ListItemButton
        alignItems="flex-start"
        onClick={() => onClick(notification)}
        sx={isUnread ? toneTint(tone) : {}}
      >
        <ListItemIcon sx={{ minWidth: 40, mt: 0.25 }}>
          <Icon aria-hidden sx={toneColor(tone)} />
        </ListItemIcon>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
            <Typography
              variant="body2"
              sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: isUnread ? 700 : 400 }}
            >
              {notification.title}
            </Typography>
            {isUnread && <Chip size="small" color="primary" label="New" sx={{ height: 20 }} />}
          </Box>
          <Typography
            component="time"
            variant="caption"
            dateTime={notification.createdAt}
            title={absoluteText(createdAt, locale)}
            sx={{ color: 'text.secondary' }}
          >
            {notificationTime(createdAt, now)}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {notification.message}
          </Typography>
        </Box>
      </ListItemButton>
    </ListItem>
  );
}
