import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import type { Ref } from 'react';
import { NotificationBody } from '#client/components/notification/notification-body.tsx';
import { notificationStyle } from '#client/components/notification/notification-styles.ts';
import { toneTint } from '#client/ui/tone.ts';
import { tooltip } from '#client/ui/tooltip.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { wordNotification } from '#shared/notifications/notification-records.ts';

export interface NotificationItemProps {
  readonly notification: Notification;
  readonly onClick: (notification: Notification) => void;
  readonly onDelete: (notification: Notification) => void;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

/** Shows one notification in the dropdown; while unread it is tinted by its type, with a bold title and a New chip. */
export function NotificationItem({ notification, onClick, onDelete, ref }: NotificationItemProps) {
  const style = notificationStyle(notification.type);
  const texts = wordNotification(notification);
  return (
    <ListItem
      ref={ref}
      disablePadding
      divider
      sx={[
        { alignItems: 'stretch', '&:last-of-type': { borderBottom: 0 } },
        ...[notification.read ? {} : toneTint(style.tone)].flat(),
      ]}
    >
      <ListItemButton alignItems="flex-start" sx={{ pr: 0.5 }} onClick={() => onClick(notification)}>
        <NotificationBody notification={notification} style={style} />
      </ListItemButton>
      <IconButton
        size="small"
        aria-label={t`Delete ${texts.title}`}
        {...tooltip(t`Delete`, { isDescription: false })}
        onClick={() => onDelete(notification)}
        sx={{ alignSelf: 'flex-start', m: 0.75 }}
      >
        <DeleteOutlineIcon fontSize="small" />
      </IconButton>
    </ListItem>
  );
}
