import type { DataTag, QueryClient } from '@tanstack/react-query';
import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import type { PageStart } from '#shared/page-start.ts';
import type { Functions } from './functions.ts';
import { loadChunk } from './load-chunk.ts';
import type { Changes, Refreshes } from './refreshes.ts';
import { createStoreSettings, type StoreSettingsReader } from './store-settings.ts';

type FirstResults = NonNullable<PageStart['own']>;

export interface Documents {
  /** Cached results, by call name and input. Use it only below `DocumentsProvider`, which opens it; throws before. */
  readonly cache: QueryClient;
  /** The settings that everyone gets, for what is shown before sign-in. */
  readonly storeSettings: StoreSettingsReader;
  /** Returns the cached query for a call; its key is `[name, input]`. */
  read<Name extends ReadingCall>(name: Name, input: CallInput<Name>): CallQuery<Name>;
  /** Caches results of calls without input that the user starts with, as soon as the cache is open. */
  keep(results: FirstResults): void;
  /** Forgets all results, when they belong to another user. */
  clear(): void;
  /** Opens the cache, unless it is open. The sign-in page runs without it, to need no library for it. */
  open(create: () => QueryClient): QueryClient;
  /** Loads the code that keeps results current. */
  refreshes(): Promise<Refreshes>;
  /** Refetches what a response to a request with this body changed. */
  refreshAfterResponse(changes: Changes, body: unknown): Promise<void>;
  /** Resolves when everything that changed so far has been refetched. */
  whenRefreshed(): Promise<void>;
}

/** A cached query for a call. It has a name because its inferred type is too long for the compiler. */
export interface CallQuery<Name extends ReadingCall> {
  readonly queryKey: DataTag<readonly [Name, CallInput<Name>], CallResult<Name>>;
  readonly queryFn: (reading: { signal: AbortSignal }) => Promise<CallResult<Name>>;
}

function readOptions<Name extends ReadingCall>(
  functions: Functions,
  name: Name,
  input: CallInput<Name>,
): CallQuery<Name> {
  return {
    queryKey: [name, input] as unknown as CallQuery<Name>['queryKey'],
    queryFn: ({ signal }) => functions.call(name, input, { signal }),
  };
}

/** Returns the document database, accessed by typed calls. */
export function createDocuments(functions: Functions): Documents {
  const storeSettings = createStoreSettings(functions);
  let opened: QueryClient | undefined;
  let kept: { readonly results: FirstResults; readonly updatedAt: number } | undefined;
  let loading: Promise<Refreshes> | undefined;

  function openCache(): QueryClient {
    if (opened === undefined) throw new Error('There is no DocumentsProvider.');
    return opened;
  }

  function cacheKept() {
    if (kept === undefined) return;
    const { results, updatedAt } = kept;
    for (const [name, result] of Object.entries(results))
      opened?.setQueryData([name, {}], result, { updatedAt });
  }

  const documents: Documents = {
    get cache() {
      return openCache();
    },
    storeSettings,
    read: (name, input) => readOptions(functions, name, input),
    keep(results) {
      kept = { results, updatedAt: Date.now() };
      cacheKept();
    },
    clear() {
      kept = undefined;
      opened?.clear();
    },
    open(create) {
      if (opened !== undefined) return opened;
      opened = create();
      cacheKept();
      return opened;
    },
    async refreshes() {
      const cache = openCache();
      loading ??= loadChunk('refreshes', () => import('./refreshes.ts')).then(({ createRefreshes }) =>
        createRefreshes(cache),
      );
      try {
        return await loading;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
    async refreshAfterResponse(changes, body) {
      // Nothing is cached before.
      if (opened === undefined) return;
      const { refreshAfterResponse } = await documents.refreshes();
      refreshAfterResponse(changes, body);
    },
    async whenRefreshed() {
      const refreshes = await loading?.catch(() => undefined);
      await refreshes?.whenRefreshed();
    },
  };
  return documents;
}
