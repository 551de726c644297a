import { type DataTag, QueryClient } from '@tanstack/react-query';
import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import type { Functions } from './functions.ts';
import { loadChunk } from './load-chunk.ts';
import type { Refreshes } from './refreshes.ts';

/** Errors after which a retry may succeed. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);
const ATTEMPTS = 2;

export interface Documents {
  /** Cached results, by call name and input. */
  readonly cache: QueryClient;
  /** Returns the cached query for a call; its key is `[name, input]`. */
  read<Name extends ReadingCall>(name: Name, input: CallInput<Name>): CallQuery<Name>;
  /** Loads the code that keeps results current; the sign-in page doesn't need it. */
  refreshes(): Promise<Refreshes>;
  /** Forgets the results that nothing shows, so that they are loaded again. */
  forgetUnshown(): void;
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

/** Returns true for an error that doesn't concern the requested data, such as a lost connection. */
function isTransient(error: unknown): boolean {
  return error instanceof CallError && TRANSIENT.has(error.code);
}

interface QueryResult {
  readonly data: unknown;
  readonly error: unknown;
}

/**
 * Returns a query's result without the error of a refetch that may succeed later: the data stays on the screen, with
 * what is being typed there.
 */
export function withKeptData<Result extends QueryResult>(query: Result): Result {
  // TanStack Query tracks which fields a screen reads and renders only for these, so they stay getters.
  return Object.create(query, {
    error: { get: () => (query.data !== undefined && isTransient(query.error) ? null : query.error) },
  }) as Result;
}

/** Returns the document database, accessed by typed calls. */
export function createDocuments(functions: Functions): Documents {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The event stream then reopens and refetches what is shown.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < ATTEMPTS && isTransient(error),
      },
    },
  });
  let loading: Promise<Refreshes> | undefined;
  return {
    cache,
    read: (name, input) => readOptions(functions, name, input),
    async refreshes() {
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
    forgetUnshown() {
      void cache.resetQueries({ type: 'inactive' });
    },
    async whenRefreshed() {
      const refreshes = await loading?.catch(() => undefined);
      await refreshes?.whenRefreshed();
    },
  };
}
