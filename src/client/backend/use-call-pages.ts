import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';

/** The calls that answer page by page. */
export type PagedCall = {
  [Name in CallName]: CallResult<Name> extends { nextCursor: string | null } ? Name : never;
}[CallName];

export interface CallPagesOptions<Name extends PagedCall> {
  /** False while nobody looks at the list. */
  readonly enabled?: boolean;
  /** Milliseconds until the next reading, by the pages that were read last; false stops. */
  readonly refetchInterval?: (pages: readonly CallResult<Name>[]) => number | false;
}

/**
 * Reads a list page by page, under the key `[name, input, 'pages']`: `data.pages`, `hasNextPage`, `fetchNextPage`
 * of TanStack Query. While `input` changes, the previous list stays.
 */
export function useCallPages<Name extends PagedCall>(
  name: Name,
  input: Omit<CallInput<Name>, 'cursor'>,
  { enabled = true, refetchInterval }: CallPagesOptions<Name> = {},
) {
  const { functions } = useBackend();
  return useInfiniteQuery({
    enabled,
    queryKey: [name, input, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      functions.call(
        name,
        { ...input, ...(pageParam !== null && { cursor: pageParam }) } as CallInput<Name>,
        {
          signal,
        },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.pages ?? []) ?? false,
  });
}
