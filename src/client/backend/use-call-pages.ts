import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';
import { withKeptData } from './documents.ts';
import { type LoadedPages, readPage, withoutRepeats } from './list-pages.ts';

/** Calls with paged results. */
export type PagedCall = {
  [Name in ReadingCall]: CallResult<Name> extends { nextCursor: string | null } ? Name : never;
}[ReadingCall];

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
  input: Omit<CallInput<Name>, 'cursor'>,
  { enabled = true }: CallPagesOptions = {},
) {
  const { functions } = useBackend();
  return withKeptData(
    useInfiniteQuery({
      enabled,
      queryKey: [name, input, 'pages'] as const,
      queryFn: ({ pageParam, signal, client, queryKey }) =>
        readPage({
          cursor: pageParam,
          loaded: client.getQueryData<LoadedPages<CallResult<Name>>>(queryKey),
          read: (cursor) =>
            functions.call(name, { ...input, ...(cursor !== null && { cursor }) } as CallInput<Name>, {
              signal,
            }),
        }),
      select: withoutRepeats,
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (previous) => previous,
    }),
  );
}
