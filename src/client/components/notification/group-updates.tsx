import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import List from '@mui/material/List';
import { Fragment, type ReactNode } from 'react';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { wordRow } from './notification-groups.ts';

/** Updates of a group that are loaded together. */
const PAGE_SIZE = 20;

interface GroupUpdatesProps {
  readonly id: string;
  readonly notification: Notification;
  readonly oldest: string;
  readonly unreadOnly?: boolean;
  /** Shows one update as an item of the list. */
  readonly children: (update: Notification) => ReactNode;
}

/** Lists the updates of a group, newest first, page by page. After errors it is empty, as all lists of notifications are. */
export function GroupUpdates({ id, notification, oldest, unreadOnly = false, children }: GroupUpdatesProps) {
  const list = useCallPages('notifications.list', {
    limit: PAGE_SIZE,
    updates: { id: notification.id, oldest },
    ...(unreadOnly && { unreadOnly }),
  });
  const updates = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <Box
      id={id}
      sx={{ width: '100%', pl: 3, pb: list.hasNextPage ? 1.5 : 0, borderTop: 1, borderColor: 'divider' }}
    >
      {list.isLoading ? (
        <Box sx={{ display: 'grid', placeItems: 'center', p: 1.5 }}>
          <CircularProgress size={20} aria-label={t`Loading updates`} />
        </Box>
      ) : (
        <List disablePadding aria-label={wordRow(notification).title}>
          {updates.map((update) => (
            <Fragment key={update.id}>{children(update)}</Fragment>
          ))}
        </List>
      )}
      <LoadMore pages={list} />
    </Box>
  );
}
