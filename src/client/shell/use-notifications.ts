import type { InfiniteData } from '@tanstack/react-query';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { useNotificationChanges } from '#client/components/notification/use-notification-changes.ts';

/** Notifications per page; updates between others are one row. */
const PAGE = { limit: 20, grouped: true };

/**
 * Returns the user's notifications. After errors the list is empty and the count 0, and changes fail silently
 * (specification section 8). `isOpen`: the list is visible.
 */
export function useNotifications(isOpen: boolean) {
  const { cache } = useBackend().documents;
  const changes = useNotificationChanges();
  const unread = useCallQuery('notifications.countUnread', {});
  const list = useCallPages('notifications.list', PAGE, { enabled: isOpen });

  // When only older ones can't be loaded, the others stay.
  const isShown = list.error === null || list.isFetchNextPageError;

  return {
    ...changes,
    /** False until the count is loaded, and while it can't be. */
    isCounted: unread.error === null && unread.data !== undefined,
    unreadCount: unread.error === null ? (unread.data?.count ?? 0) : 0,
    notifications: isShown ? (list.data?.pages.flatMap((page) => page.notifications) ?? []) : [],
    isLoading: list.isLoading,
    hasOlder: list.hasNextPage && !list.isFetchNextPageError,
    isLoadingOlder: list.isFetchingNextPage,
    onOlder: () => void list.fetchNextPage(),
    /** Keeps only the first page, so that the next refetch loads just that. */
    forgetOlder() {
      const queryKey = ['notifications.list', PAGE, 'pages'];
      void cache.cancelQueries({ queryKey, exact: true });
      cache.setQueryData<InfiniteData<unknown>>(
        queryKey,
        (kept) => kept && { pages: kept.pages.slice(0, 1), pageParams: kept.pageParams.slice(0, 1) },
        { updatedAt: 0 },
      );
    },
  };
}
