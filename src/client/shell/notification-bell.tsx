import NotificationsIcon from '@mui/icons-material/Notifications';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useNotificationTarget } from '#client/components/notification/use-notification-target.ts';
import { useSessionUser } from '#client/store/store.ts';
import { tooltip } from '#client/ui/tooltip.ts';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { NotificationDropdown } from './notification-dropdown.tsx';
import { useLiveEvents } from './use-live-events.ts';
import { useNotifications } from './use-notifications.ts';

export interface NotificationBellProps {
  readonly onNotificationClick?: (notification: Notification) => void;
}

/** Shows the bell with its unread badge, and its dropdown. */
export function NotificationBell({ onNotificationClick }: NotificationBellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOpen = anchor !== null;
  const { unreadCount, isCounted, markRead, markAllRead, remove, forgetOlder, ...list } =
    useNotifications(isOpen);
  const findTarget = useNotificationTarget(useSessionUser().role);
  const navigate = useNavigate();
  useLiveEvents();

  function close() {
    setAnchor(null);
    forgetOlder();
  }

  async function open(notification: Notification) {
    if (!notification.read) void markRead(notification);
    onNotificationClick?.(notification);
    close();
    try {
      const target = await findTarget(notification);
      if (target !== null) await navigate(target);
    } catch (error) {
      console.error('Notifications', error);
    }
  }

  return (
    <>
      <IconButton
        color="inherit"
        aria-label={unreadCount === 0 ? t`Notifications` : t`Notifications, ${unreadCount} unread`}
        {...tooltip(t`Notifications`, { isDescription: false })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={unreadCount || undefined} color="secondary">
          <NotificationsIcon />
        </Badge>
      </IconButton>
      <NewNotifications count={isCounted ? unreadCount : undefined} />
      <NotificationDropdown
        {...list}
        anchor={anchor}
        unreadCount={unreadCount}
        onItemClick={(notification) => void open(notification)}
        onDelete={(notification) => void remove(notification)}
        onMarkRead={(group) => void markRead(group)}
        onMarkAllRead={() => void markAllRead()}
        onClose={close}
      />
    </>
  );
}

/** Announces to screen readers that the unread notifications have become more. */
function NewNotifications({ count }: { count: number | undefined }) {
  const [state, setState] = useState({ count, text: '' });
  if (count !== state.count) {
    // The first count isn't news.
    const isMore = count !== undefined && state.count !== undefined && count > state.count;
    setState({ count, text: isMore ? t`Notifications, ${count} unread` : '' });
  }
  return (
    <Box component="span" aria-live="polite" sx={visuallyHidden}>
      {state.text}
    </Box>
  );
}
