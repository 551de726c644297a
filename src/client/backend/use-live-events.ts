import { useEffect } from 'react';
import type { CallName } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';
import { followLiveEvents } from './live-events.ts';

/** What shows the status of apps, versions and reviews. */
const ABOUT_VERSIONS: readonly CallName[] = [
  'apps.get',
  'apps.list',
  'versions.get',
  'releases.list',
  'reviews.queue',
  'reviews.get',
  'admin.overview',
];

/** Changes that come within this time are read anew together, in milliseconds. */
const TOGETHER_MS = 300;

/** Keeps what is shown of notifications and of versions as the server has it, by its event stream. */
export function useLiveEvents(): void {
  const backend = useBackend();
  useEffect(() => {
    const { documents } = backend;
    let refreshing: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      refreshing ??= setTimeout(() => {
        refreshing = undefined;
        void documents.invalidate(ABOUT_VERSIONS);
      }, TOGETHER_MS);
    };
    const stop = followLiveEvents(backend, {
      notification({ unread }) {
        const { queryKey } = documents.read('notifications.countUnread', {});
        if (documents.cache.getQueryData(queryKey)?.count !== unread) {
          documents.cache.setQueryData(queryKey, { count: unread });
        }
        void documents.invalidate(['notifications.list']);
      },
      version: refresh,
      resync: refresh,
    });
    return () => {
      clearTimeout(refreshing);
      stop();
    };
  }, [backend]);
}
