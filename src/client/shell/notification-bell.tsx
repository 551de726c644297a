import NotificationsIcon from '@mui/icons-material/Notifications';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { Notification } from '#shared/notifications/calls.ts';
import { NotificationDropdown } from './notification-dropdown.tsx';
import { useNotifications } from './use-notifications.ts';

export interface NotificationBellProps {
  readonly onNotificationClick?: (notification: Notification) => void;
}

/** The bell with its unread badge, and the dropdown that it opens. */
export function NotificationBell({ onNotificationClick }: NotificationBellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOpen = anchor !== null;
  const { unreadCount, notifications, isLoading, markRead, markAllRead } = useNotifications(isOpen);

  function open(notification: Notification) {
    if (!notification.read) void markRead(notification);
    onNotificationClick?.(notification);
    setAnchor(null);
  }

  return (
    <>
      <Tooltip title="Notifications" describeChild={false}>
        <IconButton
          color="inherit"
          aria-label={unreadCount === 0 ? 'Notifications' : `Notifications, ${unreadCount} unread`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge badgeContent={unreadCount || undefined} color="secondary">
            <NotificationsIcon />
          </Badge>
        </IconButton>
      </Tooltip>
      <NotificationDropdown
        anchor={anchor}
        notifications={notifications}
        unreadCount={unreadCount}
        isLoading={isLoading}
        onItemClick={open}
        onMarkAllRead={() => void markAllRead()}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
