import type { InfiniteData } from '@tanstack/react-query';
import { useBackend } from '#client/backend/backend-context.ts';
import type { Documents } from '#client/backend/documents.ts';
import type { CallInput, CallResult } from '#shared/calls.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { hasInGroup, unreadOf } from './notification-groups.ts';

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
  const without = (row: Notification) => (count: number) => Math.max(0, count - unreadOf(row));

  return {
    markRead: (notification: Notification) =>
      change(
        (one) => markRow(one, notification),
        without(notification),
        () => functions.call('notifications.markRead', rowOf(notification)),
      ),
    markAllRead: () =>
      change(
        asRead,
        () => 0,
        () => functions.call('notifications.markAllRead', {}),
      ),
    remove: (notification: Notification) =>
      change(
        (one) => (isOfRow(one, notification) ? null : one),
        without(notification),
        () => functions.call('notifications.delete', rowOf(notification)),
      ),
  };
}

/** Returns what the calls need to change a notification, or all updates of a group. */
function rowOf({ id, group }: Notification) {
  return group === undefined ? { id } : { id, oldest: group.oldest };
}

/** Returns true for the row itself, and for the updates of its group in other lists. */
function isOfRow(one: Notification, row: Notification): boolean {
  if (one.id === row.id) return (one.group === undefined) === (row.group === undefined);
  return row.group !== undefined && hasInGroup(row, one);
}

function asRead(one: Notification): Notification {
  return { ...one, read: true, ...(one.group && { group: { ...one.group, unread: 0 } }) };
}

/** Marks a row read, or one update of a group. */
function markRow(one: Notification, row: Notification): Notification {
  if (isOfRow(one, row)) return asRead(one);
  if (one.group === undefined || row.group !== undefined || row.read || !hasInGroup(one, row)) return one;
  const unread = Math.max(0, one.group.unread - 1);
  return { ...one, read: unread === 0, group: { ...one.group, unread } };
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
