import { useEffect } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useAuthState } from '#client/store/store.ts';

/** Specification section 9: the unread count is polled this often. */
const POLL_MS = 30_000;

/**
 * Polls the unread count every 30 seconds while someone is signed in, on every screen. Other updates, such as live
 * events, don't shift the interval.
 */
export function useUnreadPoll(): void {
  const { documents } = useBackend();
  const uid = useAuthState().user?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const poll = () =>
      documents.cache
        .fetchQuery({ ...documents.read('notifications.countUnread', {}), staleTime: 0 })
        .catch(() => undefined);
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => clearInterval(timer);
  }, [documents, uid]);
}
