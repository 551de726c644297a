import READS from 'virtual:call-reads';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { DataArea } from '#shared/data-areas.ts';
import type { LiveEvents } from '#shared/live-events.ts';
import { idsIn, idsOf } from './ids-in.ts';
import { type LoadedPages, markPages } from './list-pages.ts';

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
export interface Changes extends Partial<LiveEvents['changes']> {
  /** The ids in the request for the change. */
  readonly ids?: ReadonlySet<string>;
}

/** Keeps cached results current. Only this knows which results show changed data. */
export interface Refreshes {
  /** Refetches the shown results that read changed data, by their contracts' `reads`; others when they are shown. */
  refresh(changes: Changes): Promise<void>;
  /** Handles a change from a response to a request with this body. */
  refreshAfterResponse(changes: Changes, body: unknown): void;
  /** Refetches what is shown after a call with this input showed that it's outdated, or had an unknown result. */
  refreshAfterFailure(input: unknown): void;
  /** Handles a change from a live event: together with others, and not again if a response brought it. */
  refreshSoon(changes: Changes): void;
  /**
   * Loads again what the screen shows, and forgets all other results, so that they are loaded when they are shown. The
   * screen shows the new results when it resolves.
   */
  reload(): Promise<void>;
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

/** Returns the ids as part of a change; a request without any may have changed anything. */
function changedIds(ids: ReadonlySet<string>): Pick<Changes, 'ids'> {
  return ids.size > 0 ? { ids } : {};
}

/** Marks the pages of a list that changes concern. In a list about one thing, such as an app, these are all. */
function mark(cache: QueryClient, { queryKey, state }: Query, changes: readonly Changes[]): void {
  const [, input, kind] = queryKey;
  if (kind !== 'pages' || state.data === undefined) return;
  const isAboutOne = idsOf(input).size > 0;
  const marked = changes.reduce(
    (list, change) => markPages(list, isAboutOne ? {} : change),
    state.data as LoadedPages,
  );
  cache.setQueryData(queryKey, marked, { updatedAt: state.dataUpdatedAt });
}

/** Creates the refreshes of a cache. */
export function createRefreshes(cache: QueryClient): Refreshes {
  const responses = new Set<string>();
  const holders = new Set<object>();
  const held: Changes[] = [];
  let soon: Changes[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshed: Promise<unknown> = Promise.resolve();

  function invalidate(changes: readonly Changes[], except?: string): Promise<unknown> {
    const concerned = cache.getQueryCache().findAll({
      predicate: (query) => query.queryKey[0] !== except && changes.some((change) => isStale(query, change)),
    });
    const refetched = Promise.all(
      concerned.map((query) =>
        refetch(
          query,
          changes.filter((change) => isStale(query, change)),
        ),
      ),
    );
    refreshed = Promise.all([refreshed, refetched]);
    return refetched;
  }

  /** Refetches a result that is shown. What the user asks for comes first: a refetch waits while a page is loaded. */
  async function refetch(query: Query, changes: readonly Changes[]): Promise<void> {
    if (query.state.fetchStatus === 'fetching' && wasForNextPage(query))
      await query.promise?.catch(() => undefined);
    mark(cache, query, changes);
    await cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    // Asking for the next page cancels a refetch, which left the earlier pages as they were.
    if (query.isActive() && wasForNextPage(query)) await refetch(query, changes);
  }

  async function refresh(changes: Changes): Promise<void> {
    if (holders.size > 0) held.push(changes);
    else await invalidate([changes]);
  }

  async function refreshCollected(): Promise<void> {
    const collected = soon.filter(({ requestId }) => requestId === undefined || !responses.has(requestId));
    soon = [];
    if (holders.size > 0) held.push(...collected);
    else await invalidate(collected);
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
    async reload() {
      await cache.resetQueries({ type: 'inactive' });
      await cache.refetchQueries({ type: 'active' });
      // The cache tells the screen in a task of its own, after the promise.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    },
    refreshAfterFailure(input) {
      void refresh(changedIds(idsOf(input)));
    },
    refreshAfterResponse(changes, body) {
      if (changes.requestId !== undefined) responses.add(changes.requestId);
      const [oldest] = responses;
      if (oldest !== undefined && responses.size > MAX_REQUESTS) responses.delete(oldest);
      void refresh({ ...changes, ...changedIds(idsIn(body)) });
    },
    refreshSoon(changes) {
      soon.push(changes);
      collect();
    },
    showUnread(count) {
      setUnread(count);
      void invalidate([{ areas: ['notifications'] }], UNREAD_KEY[0]);
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
