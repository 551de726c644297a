import type { InfiniteData } from '@tanstack/react-query';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { useLoggedFailure } from '#client/backend/use-logged-failure.ts';
import { useNotificationChanges } from '#client/backend/use-notification-changes.ts';

/** Specification section 9: the unread count is polled this often. */
const POLL_MS = 30_000;

/** Notifications that are fetched at a time. */
const PAGE = { limit: 20 };

/**
 * The notifications of the person signed in. Failures are only logged: the list is empty then and the count 0,
 * and changes fail silently (specification section 8). `isOpen` says whether the list is looked at.
 */
export function useNotifications(isOpen: boolean) {
  const { cache } = useBackend().documents;
  const changes = useNotificationChanges();
  const unread = useCallQuery(
    'notifications.countUnread',
    {},
    { refetchInterval: POLL_MS, whileHidden: true },
  );
  const list = useCallPages('notifications.list', PAGE, { enabled: isOpen });

  // Where only older ones could not be had, the others stay.
  const isShown = list.error === null || list.isFetchNextPageError;

  useLoggedFailure(unread.error);
  useLoggedFailure(list.error);

  return {
    ...changes,
    unreadCount: unread.error === null ? (unread.data?.count ?? 0) : 0,
    notifications: isShown ? (list.data?.pages.flatMap((page) => page.notifications) ?? []) : [],
    isLoading: list.isLoading,
    hasOlder: list.hasNextPage && !list.isFetchNextPageError,
    isLoadingOlder: list.isFetchingNextPage,
    onOlder: () => void list.fetchNextPage(),
    /** Keeps the newest only, so that they alone are read anew the next time. */
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
