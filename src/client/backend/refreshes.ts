import READS from 'virtual:call-reads';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { DataArea } from '#shared/data-areas.ts';
import type { LiveEvents } from '#shared/live-events.ts';

/** Live events within this time are handled together, in milliseconds. */
const TOGETHER_MS = 300;

/** Number of requests remembered, so that live events don't refetch the same changes again. */
const MAX_REQUESTS = 100;

/** Results of the identity provider belong to the account. */
const IDENTITY_PREFIX = 'auth/';
const ACCOUNT: readonly DataArea[] = ['account'];

/** The query key of the unread count. */
const UNREAD_KEY = ['notifications.countUnread', {}] as const;

/** Changed data: all without areas, and of one app with `appId`. */
export type Changes = Partial<LiveEvents['changes']>;

/** Keeps cached results current. Only this knows which results show changed data. */
export interface Refreshes {
  /** Refetches the shown results that read changed data, by their contracts' `reads`; others when they are shown. */
  refresh(changes: Changes): Promise<void>;
  /** Handles a change from a response. */
  refreshAfterResponse(changes: Changes): void;
  /** Handles a change from a live event: together with others, and not again if a response brought it. */
  refreshSoon(changes: Changes): void;
  /** Shows an unread count. */
  setUnread(count: number): void;
  /** Shows the unread count of a live event, and refetches the lists of notifications. */
  showUnread(count: number): void;
  /** Resolves when all changes so far are refetched. */
  whenRefreshed(): Promise<void>;
  /** Pauses refetching until the returned function is called, for leaving a screen whose data was deleted. */
  hold(): () => void;
}

/** Returns true when a cached result shows changed data. */
function isStale({ queryKey: [name, input] }: Query, { areas, appId }: Changes): boolean {
  // It comes by the stream and by polling.
  if (!areas && name === UNREAD_KEY[0]) return false;
  const reads = String(name).startsWith(IDENTITY_PREFIX) ? ACCOUNT : READS[String(name)];
  if (!reads || (areas && !areas.some((area) => reads.includes(area)))) return false;
  const shown = (input as { readonly appId?: string } | undefined)?.appId;
  return appId === undefined || shown === undefined || shown === appId;
}

/** Returns true if the last fetch of a list, running or finished, was of its next page. */
function wasForNextPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/** Creates the refreshes of a cache. */
export function createRefreshes(cache: QueryClient): Refreshes {
  const responses = new Set<string>();
  const holders = new Set<object>();
  const held: Changes[] = [];
  let soon: Changes[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshed: Promise<unknown> = Promise.resolve();

  function invalidate(isConcerned: (query: Query) => boolean): Promise<unknown> {
    const concerned = cache.getQueryCache().findAll({ predicate: isConcerned });
    const refetched = Promise.all(concerned.map(refetch));
    refreshed = Promise.all([refreshed, refetched]);
    return refetched;
  }

  /** Refetches a result that is shown. What the user asks for comes first: a refetch waits while a page is loaded. */
  async function refetch(query: Query): Promise<void> {
    if (query.state.fetchStatus === 'fetching' && wasForNextPage(query))
      await query.promise?.catch(() => undefined);
    await cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    // Asking for the next page cancels a refetch, which left the earlier pages as they were.
    if (query.isActive() && wasForNextPage(query)) await refetch(query);
  }

  async function refresh(changes: Changes): Promise<void> {
    if (holders.size > 0) held.push(changes);
    else await invalidate((query) => isStale(query, changes));
  }

  async function refreshCollected(): Promise<void> {
    const collected = soon.filter(({ requestId }) => requestId === undefined || !responses.has(requestId));
    soon = [];
    if (holders.size > 0) held.push(...collected);
    else await invalidate((query) => collected.some((changes) => isStale(query, changes)));
    // Later changes wait until these are refetched, however often data changes.
    timer = undefined;
    if (soon.length > 0) collect();
  }

  function collect(): void {
    timer ??= setTimeout(() => void refreshCollected(), TOGETHER_MS);
  }

  function setUnread(count: number): void {
    cache.setQueryData(UNREAD_KEY, (known: { count: number } | undefined) =>
      known?.count === count ? known : { count },
    );
  }

  return {
    refresh,
    setUnread,
    refreshAfterResponse(changes) {
      if (changes.requestId !== undefined) responses.add(changes.requestId);
      const [oldest] = responses;
      if (oldest !== undefined && responses.size > MAX_REQUESTS) responses.delete(oldest);
      void refresh(changes);
    },
    refreshSoon(changes) {
      soon.push(changes);
      collect();
    },
    showUnread(count) {
      setUnread(count);
      const [unread] = UNREAD_KEY;
      void invalidate(
        (query) => query.queryKey[0] !== unread && isStale(query, { areas: ['notifications'] }),
      );
    },
    async whenRefreshed() {
      await refreshed;
    },
    hold() {
      const holder = {};
      holders.add(holder);
      return () => {
        holders.delete(holder);
        if (holders.size === 0) for (const changes of held.splice(0)) void refresh(changes);
      };
    },
  };
}
