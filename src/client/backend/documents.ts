import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput, CallName } from '#shared/calls.ts';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import type { Functions } from './functions.ts';

/** Failures that another attempt may cure. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);
const ATTEMPTS = 2;

export interface Documents {
  /** What has been read, kept by call name and input. */
  readonly cache: QueryClient;
  /** How to read a call's answer through the cache; its key is `[name, input]`. */
  read<Name extends CallName>(name: Name, input: CallInput<Name>): ReturnType<typeof readOptions<Name>>;
  /** Reads every answer of these calls anew when it is looked at again. */
  invalidate(names: readonly CallName[]): Promise<void>;
}

function readOptions<Name extends CallName>(functions: Functions, name: Name, input: CallInput<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => functions.call(name, input, { signal }),
  });
}

/** The document database, reached through the typed calls. */
export function createDocuments(functions: Functions): Documents {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < ATTEMPTS && error instanceof CallError && TRANSIENT.has(error.code),
      },
    },
  });
  return {
    cache,
    read: (name, input) => readOptions(functions, name, input),
    async invalidate(names) {
      await Promise.all(names.map((name) => cache.invalidateQueries({ queryKey: [name] })));
    },
  };
}
