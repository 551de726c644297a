import { useEffect } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { followLiveEvents } from '#client/backend/live-events.ts';
import type { Refreshes } from '#client/backend/refreshes.ts';

/** Keeps the shown data current by the server's event stream. */
export function useLiveEvents(): void {
  const { auth, documents } = useBackend();
  useEffect(() => {
    // Loaded on each event, so that a script that failed is retried with the next one.
    const tell =
      <Input>(use: (kept: Refreshes, input: Input) => void) =>
      (input: Input) =>
        void documents
          .refreshes()
          .then((kept) => use(kept, input))
          .catch(console.error);
    return followLiveEvents(auth, {
      notification: tell((kept, { unread }) => kept.showUnread(unread)),
      changes: tell((kept, changes) => kept.refreshSoon(changes)),
      resync: tell((kept) => kept.refreshSoon({})),
      opened: tell((kept, { unread }) => kept.setUnread(unread)),
    });
  }, [auth, documents]);
}
