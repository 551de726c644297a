import { type QueryFunction, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallInput, CallResult } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';
import type { Functions } from './functions.ts';
import { type LoadedPages, type PagedCall, type PagesInput, readPage, withoutRepeats } from './list-pages.ts';
import { useKeptResult } from './use-kept-result.ts';

export interface CallPagesOptions {
  /** False while the list is not visible. */
  readonly enabled?: boolean;
}

/**
 * Loads a list page by page, under the key `[name, input, 'pages']`, with `data.pages`, `hasNextPage` and
 * `fetchNextPage` of TanStack Query. While `input` changes, the previous list stays. Results stay current as in
 * `useCallQuery`; of a list, only the pages are refetched that may have changed.
 */
export function useCallPages<Name extends PagedCall>(
  name: Name,
  input: PagesInput<Name>,
  { enabled = true }: CallPagesOptions = {},
) {
  const { functions } = useBackend();
  const query = useInfiniteQuery({
    ...pagesQuery(functions, name, input),
    enabled,
    select: withoutRepeats,
    placeholderData: (previous) => previous,
  });
  const kept = useKeptResult(query);
  // Getters, as in `useKeptResult`. The button of the next page shows its error, whatever the list shows.
  return Object.create(kept, {
    error: { get: () => (query.isFetchNextPageError ? null : kept.error) },
    nextPageError: { get: () => (query.isFetchNextPageError ? query.error : null) },
  }) as typeof kept & { readonly nextPageError: Error | null };
}

/** A cached query for a list. It has a name because its inferred type is too long for the compiler. */
interface PagesQuery<Name extends PagedCall> {
  readonly queryKey: readonly [Name, PagesInput<Name>, 'pages'];
  readonly queryFn: QueryFunction<CallResult<Name>, QueryKey, string | null>;
  readonly initialPageParam: string | null;
  readonly getNextPageParam: (page: CallResult<Name>) => string | null;
}

/** Returns the cached query for a list, which `useCallPages` shows. */
export function pagesQuery<Name extends PagedCall>(
  functions: Functions,
  name: Name,
  input: PagesInput<Name>,
): PagesQuery<Name> {
  return {
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam, signal, client, queryKey }) =>
      readPage({
        cursor: pageParam,
        loaded: client.getQueryData<LoadedPages<CallResult<Name>>>(queryKey),
        read: (cursor) =>
          functions.call(name, { ...input, ...(cursor !== null && { cursor }) } as CallInput<Name>, {
            signal,
          }),
      }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  };
}
