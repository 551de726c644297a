import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';
import { StepUpContext, withProof } from './step-up.ts';

export interface CallQueryOptions<Name extends CallName> {
  /** False while the input is not known yet. */
  readonly enabled?: boolean;
  /** Milliseconds between two readings; a function decides by the last answer, false stops. */
  readonly refetchInterval?: number | false | ((result: CallResult<Name> | undefined) => number | false);
  /** Goes on reading at that interval while the page is hidden. */
  readonly whileHidden?: boolean;
  /** Shows the answer of the previous input until the new one's arrives. */
  readonly keepPrevious?: boolean;
}

/** Reads through a call: `data`, `error`, `isPending`, `refetch` of TanStack Query, under the key `[name, input]`. */
export function useCallQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  {
    enabled = true,
    refetchInterval = false,
    whileHidden = false,
    keepPrevious = false,
  }: CallQueryOptions<Name> = {},
) {
  const { documents } = useBackend();
  return useQuery({
    ...documents.read(name, input),
    enabled,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? ({ state }) => refetchInterval(state.data as CallResult<Name> | undefined)
        : refetchInterval,
    refetchIntervalInBackground: whileHidden,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

/**
 * Changes through a call: `mutate`, `mutateAsync`, `isPending`, `error`. Answers of `invalidates` are read anew.
 * Where the call asks for a fresh proof, the person is asked for it and the call made again.
 */
export function useCallMutation<Name extends CallName>(
  name: Name,
  { invalidates = [] }: { invalidates?: readonly CallName[] } = {},
) {
  const { functions, documents } = useBackend();
  const prove = useContext(StepUpContext);
  return useMutation<CallResult<Name>, Error, CallInput<Name>>({
    mutationFn: (input) => withProof(() => functions.call(name, input), prove),
    onSuccess: () => documents.invalidate(invalidates),
  });
}
