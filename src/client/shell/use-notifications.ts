import { useEffect } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { Notification } from '#shared/notifications/calls.ts';

/** Specification section 9: the unread count is polled this often. */
const POLL_MS = 30_000;

/**
 * The notifications of the person signed in. Failures are only logged: the list is empty then and the count 0,
 * and changes fail silently (specification section 8). `isOpen` says whether the list is looked at.
 */
export function useNotifications(isOpen: boolean) {
  const { functions, documents } = useBackend();
  const unread = useCallQuery('notifications.countUnread', {}, { refetchInterval: POLL_MS });
  const list = useCallQuery('notifications.list', {}, { enabled: isOpen });

  useLoggedFailure(unread.error);
  useLoggedFailure(list.error);

  async function change(action: Promise<unknown>) {
    try {
      await action;
      await documents.invalidate(['notifications.countUnread', 'notifications.list']);
    } catch (error) {
      console.error('Notifications', error);
    }
  }

  return {
    unreadCount: unread.error === null ? (unread.data?.count ?? 0) : 0,
    notifications: list.error === null ? (list.data?.notifications ?? []) : [],
    isLoading: list.isLoading,
    markRead: ({ id }: Notification) => change(functions.call('notifications.markRead', { id })),
    markAllRead: () => change(functions.call('notifications.markAllRead', {})),
  };
}

function useLoggedFailure(error: Error | null) {
  useEffect(() => {
    if (error !== null) console.error('Notifications', error);
  }, [error]);
}
