import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import List from '@mui/material/List';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Notification } from '#shared/notifications/calls.ts';
import { NotificationItem } from './notification-item.tsx';

/** Specification section 9, in pixels. */
const WIDTH = 400;
const MAX_HEIGHT = 500;
const LIST_MAX_HEIGHT = 400;

export interface NotificationDropdownProps {
  /** The bell, while the dropdown is open. */
  readonly anchor: HTMLElement | null;
  readonly notifications: readonly Notification[];
  readonly unreadCount: number;
  readonly isLoading: boolean;
  readonly onItemClick: (notification: Notification) => void;
  readonly onMarkAllRead: () => void;
  readonly onClose: () => void;
}

function NotificationList({ notifications, isLoading, onItemClick }: NotificationDropdownProps) {
  if (isLoading) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', p: 3 }}>
        <CircularProgress size={28} aria-label="Loading notifications" />
      </Box>
    );
  }
  if (notifications.length === 0) {
    return (
      <Typography variant="body2" sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>
        No notifications yet
      </Typography>
    );
  }
  return (
    <List disablePadding sx={{ maxHeight: LIST_MAX_HEIGHT, overflowY: 'auto' }}>
      {notifications.map((notification) => (
        <NotificationItem key={notification.id} notification={notification} onClick={onItemClick} />
      ))}
    </List>
  );
}

/** The dropdown of specification section 2: header, Mark all read, list, Close. */
export function NotificationDropdown(props: NotificationDropdownProps) {
  const { anchor, unreadCount, onMarkAllRead, onClose } = props;
  const id = useId();
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          sx: { width: WIDTH, maxHeight: MAX_HEIGHT, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: 48,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
          Notifications
        </Typography>
        {unreadCount > 0 && (
          <Button size="small" onClick={onMarkAllRead}>
            Mark all read
          </Button>
        )}
      </Box>
      <Box sx={{ minHeight: 0, overflowY: 'auto' }}>
        <NotificationList {...props} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'flex-end',
          px: 1,
          py: 0.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </Box>
    </Popover>
  );
}
