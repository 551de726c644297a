import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import Tooltip from '@mui/material/Tooltip';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useNotificationChanges } from '#client/backend/use-notification-changes.ts';
import { useNotificationTarget } from '#client/backend/use-notification-target.ts';
import { useSessionUser } from '#client/store/store.ts';
import { NotificationBody } from '#client/ui/notification-body.tsx';
import { NOTIFICATION_LOOKS } from '#client/ui/notification-table.ts';
import { toneTint } from '#client/ui/tone.ts';
import type { Notification } from '#shared/notifications/calls.ts';

export interface NotificationEntryProps {
  readonly notification: Notification;
  /** Leaves out the tint of unread ones, where all are. */
  readonly isQuiet?: boolean;
}

/** One notification on a page: it leads to what it concerns, and can be marked read and deleted. */
export function NotificationEntry({ notification, isQuiet = false }: NotificationEntryProps) {
  const { markRead, remove } = useNotificationChanges();
  const findTarget = useNotificationTarget(useSessionUser().role);
  const navigate = useNavigate();
  const look = NOTIFICATION_LOOKS[notification.type];
  const body = <NotificationBody notification={notification} look={look} />;

  async function open() {
    if (!notification.read) void markRead(notification);
    try {
      const target = await findTarget(notification);
      if (target !== null) await navigate(target);
    } catch (error) {
      console.error('Notifications', error);
    }
  }

  return (
    <Box
      component="li"
      sx={[{ display: 'flex' }, ...[notification.read || isQuiet ? {} : toneTint(look.tone)].flat()]}
    >
      {notification.data?.['appId'] === undefined ? (
        <Box sx={{ flex: 1, minWidth: 0, pl: 2, py: 1.5 }}>{body}</Box>
      ) : (
        <ListItemButton alignItems="flex-start" sx={{ pr: 0, py: 1.5 }} onClick={() => void open()}>
          {body}
        </ListItemButton>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-start', p: 0.75 }}>
        {!notification.read && (
          <Tooltip title="Mark read">
            <IconButton
              aria-label={`Mark ${notification.title} read`}
              onClick={(event) => {
                keepFocus(event);
                void markRead(notification);
              }}
            >
              <DoneIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <Tooltip title="Delete">
          <IconButton
            aria-label={`Delete ${notification.title}`}
            onClick={(event) => {
              keepFocus(event);
              void remove(notification);
            }}
          >
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  );
}

/** The button goes away with what it did: the focus moves to the next entry, or to the list around it. */
function keepFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
  const entry = currentTarget.closest('li');
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('[role="button"], button');
  (next ?? currentTarget.closest<HTMLElement>('[data-entries]'))?.focus();
}
