import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { type Ref, useId, useState } from 'react';
import { GroupUpdates } from '#client/components/notification/group-updates.tsx';
import { NotificationBody } from '#client/components/notification/notification-body.tsx';
import { unreadOf, wordRow } from '#client/components/notification/notification-groups.ts';
import { notificationStyle } from '#client/components/notification/notification-styles.ts';
import { toneTint } from '#client/ui/tone.ts';
import { tooltip } from '#client/ui/tooltip.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';

export interface NotificationItemProps {
  readonly notification: Notification;
  readonly onClick: (notification: Notification) => void;
  readonly onDelete: (notification: Notification) => void;
  readonly onMarkRead: (group: Notification) => void;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

/**
 * Shows one notification in the dropdown; while unread it is tinted by its type, with a bold title and a New chip. A group
 * of updates opens and closes instead.
 */
export function NotificationItem(props: NotificationItemProps) {
  const { notification, onClick, onDelete, onMarkRead, ref } = props;
  const { group } = notification;
  const [isOpen, setIsOpen] = useState(false);
  const updatesId = useId();
  const style = notificationStyle(notification.type);
  const { title } = wordRow(notification);
  const isUnread = unreadOf(notification) > 0;
  const toggling = group !== undefined && {
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': updatesId }),
  };
  return (
    <ListItem
      ref={ref}
      disablePadding
      divider
      sx={[
        { alignItems: 'stretch', flexWrap: 'wrap', '&:last-of-type': { borderBottom: 0 } },
        ...[isUnread ? toneTint(style.tone) : {}].flat(),
      ]}
    >
      <Box sx={{ display: 'flex', width: '100%' }}>
        <ListItemButton
          alignItems="flex-start"
          sx={{ pr: 0.5 }}
          {...toggling}
          onClick={() => (group === undefined ? onClick(notification) : setIsOpen(!isOpen))}
        >
          <NotificationBody notification={notification} style={style} isOpen={group && isOpen} />
        </ListItemButton>
        <Box sx={{ display: 'flex', flexDirection: 'column', m: 0.75 }}>
          <IconButton
            size="small"
            aria-label={t`Delete ${title}`}
            {...tooltip(t`Delete`, { isDescription: false })}
            onClick={() => onDelete(notification)}
          >
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
          {group !== undefined && isUnread && (
            <IconButton
              size="small"
              aria-label={t`Mark ${title} read`}
              {...tooltip(t`Mark read`, { isDescription: false })}
              onClick={({ currentTarget }) => {
                // This button disappears.
                currentTarget.closest('li')?.querySelector<HTMLElement>('[role="button"]')?.focus();
                onMarkRead(notification);
              }}
            >
              <DoneIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      </Box>
      {group !== undefined && isOpen && (
        <GroupUpdates id={updatesId} notification={notification} oldest={group.oldest}>
          {(update) => <NotificationItem {...props} ref={undefined} notification={update} />}
        </GroupUpdates>
      )}
    </ListItem>
  );
}
