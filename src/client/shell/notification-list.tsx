import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { rowKey } from '#client/components/notification/notification-groups.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { NotificationItem } from './notification-item.tsx';

/** Specification section 9, in pixels. */
const MAX_HEIGHT = 400;

/** Distance from the end at which older notifications load, in pixels. */
const NEAR_END = 200;

export interface NotificationListProps {
  readonly notifications: readonly Notification[];
  readonly isLoading: boolean;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly onOlder: () => void;
  readonly onItemClick: (notification: Notification) => void;
  readonly onDelete: (notification: Notification) => void;
  /** Marks all updates of a group read. */
  readonly onMarkRead: (group: Notification) => void;
}

/** Shows the dropdown's list: unread decisions, then the others, newest first, with updates in groups; older notifications load while scrolling. */
export function NotificationList(props: NotificationListProps) {
  const { notifications, isLoading, onItemClick, onDelete, onMarkRead } = props;
  const list = useRef<HTMLUListElement>(null);
  const lastItem = useEndReached(list, props);

  function remove(notification: Notification) {
    onDelete(notification);
    // The focused button disappears with its notification.
    list.current?.focus();
  }

  if (isLoading) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', p: 3 }}>
        <CircularProgress size={28} aria-label={t`Loading notifications`} />
      </Box>
    );
  }
  if (notifications.length === 0) {
    return (
      <Typography variant="body2" sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>
        {t`No notifications yet`}
      </Typography>
    );
  }
  return (
    <List
      ref={list}
      tabIndex={-1}
      disablePadding
      sx={{ maxHeight: MAX_HEIGHT, overflowY: 'auto', outline: 'none' }}
    >
      {notifications.map((notification, index) => (
        <NotificationItem
          key={rowKey(notification)}
          ref={index === notifications.length - 1 ? lastItem : undefined}
          notification={notification}
          onClick={onItemClick}
          onDelete={remove}
          onMarkRead={onMarkRead}
        />
      ))}
      {props.isLoadingOlder && (
        <Box component="li" sx={{ display: 'grid', placeItems: 'center', p: 1.5 }}>
          <CircularProgress size={20} aria-label={t`Loading older notifications`} />
        </Box>
      )}
    </List>
  );
}

type OlderNotificationsProps = Pick<
  NotificationListProps,
  'notifications' | 'hasOlder' | 'isLoadingOlder' | 'onOlder'
>;

/** Loads older notifications when the last item comes near; returns the ref for that item. */
function useEndReached(list: RefObject<HTMLElement | null>, older: OlderNotificationsProps) {
  const lastItem = useRef<HTMLLIElement>(null);
  const isWaiting = older.hasOlder && !older.isLoadingOlder;
  const count = older.notifications.length;
  const ask = useEffectEvent(older.onOlder);
  useEffect(() => {
    if (!isWaiting || count === 0 || lastItem.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask();
      },
      { root: list.current, rootMargin: `${NEAR_END}px` },
    );
    observer.observe(lastItem.current);
    return () => observer.disconnect();
  }, [isWaiting, count, list]);
  return lastItem;
}
