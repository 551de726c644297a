import type { InfiniteData } from '@tanstack/react-query';
import { useBackend } from '#client/backend/backend-context.ts';
import type { Documents } from '#client/backend/documents.ts';
import type { CallInput, CallResult } from '#shared/calls.ts';
import type { Notification } from '#shared/notifications/calls.ts';

/** Returns the changed notification, or null when it is deleted. */
type NotificationEdit = (notification: Notification) => Notification | null;

/**
 * Changes the user's notifications. Each change shows immediately; a failure is only logged (specification section
 * 8), and the server's state shows again.
 */
export function useNotificationChanges() {
  const { functions, documents } = useBackend();

  async function change(
    edit: NotificationEdit,
    editCount: (count: number) => number,
    send: () => Promise<unknown>,
  ) {
    editLists(documents, edit);
    const { queryKey } = documents.read('notifications.countUnread', {});
    documents.cache.setQueryData(queryKey, (known) => known && { count: editCount(known.count) });
    try {
      await send();
    } catch {
      const refreshes = await documents.refreshes();
      await refreshes.refresh({ areas: ['notifications'] });
    }
  }
  const without =
    ({ read }: Notification) =>
    (count: number) =>
      Math.max(0, read ? count : count - 1);

  return {
    markRead: (notification: Notification) =>
      change(
        (one) => (one.id === notification.id ? { ...one, read: true } : one),
        without(notification),
        () => functions.call('notifications.markRead', { id: notification.id }),
      ),
    markAllRead: () =>
      change(
        (one) => ({ ...one, read: true }),
        () => 0,
        () => functions.call('notifications.markAllRead', {}),
      ),
    remove: (notification: Notification) =>
      change(
        (one) => (one.id === notification.id ? null : one),
        without(notification),
        () => functions.call('notifications.delete', { id: notification.id }),
      ),
  };
}

type List = CallResult<'notifications.list'>;

/** Edits all cached lists, plain or paged; read notifications leave the lists of unread ones. */
function editLists({ cache }: Documents, edit: NotificationEdit): void {
  const lists = cache.getQueriesData<List | InfiniteData<List>>({ queryKey: ['notifications.list'] });
  for (const [queryKey, list] of lists) {
    const { unreadOnly = false } = queryKey[1] as CallInput<'notifications.list'>;
    const editPage = (page: List): List => ({
      ...page,
      notifications: page.notifications.flatMap((one) => {
        const edited = edit(one);
        return edited === null || (unreadOnly && edited.read) ? [] : [edited];
      }),
    });
    if (list === undefined) continue;
    cache.setQueryData(
      queryKey,
      'pages' in list ? { ...list, pages: list.pages.map(editPage) } : editPage(list),
    );
  }
}
