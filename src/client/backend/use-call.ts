import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef } from 'react';
import type { CallInput, CallName, CallResult, ReadingCall } from '#shared/calls.ts';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import { useBackend } from './backend-context.ts';
import { ReauthenticationContext, withReauthentication } from './reauthentication.ts';
import { useKeptResult } from './use-kept-result.ts';

/** Errors that say that the shown data is outdated, or that the result on the server is unknown. */
const OUTDATED: ReadonlySet<ErrorCode> = new Set(['aborted', 'deadline-exceeded', 'failed-precondition']);

export interface CallQueryOptions {
  /** False while the input is unknown. */
  readonly enabled?: boolean;
  /** Shows the result of the previous input until the new one is loaded. */
  readonly keepPrevious?: boolean;
}

/**
 * Loads data by a call, with `data`, `error`, `isPending` and `refetch` of TanStack Query, under the key `[name,
 * input]`. The result stays current: it is refetched when data changes that the call reads by its contract.
 */
export function useCallQuery<Name extends ReadingCall>(
  name: Name,
  input: CallInput<Name>,
  { enabled = true, keepPrevious = false }: CallQueryOptions = {},
) {
  const { documents } = useBackend();
  return useKeptResult(
    useQuery({
      ...documents.read(name, input),
      enabled,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
    }),
  );
}

/** Maximum wait for the previous screen to unmount, in milliseconds. */
const MAX_LEAVE_MS = 10_000;

/** Navigation options that resolve once the new screen is shown. */
export const LEAVE = { flushSync: true } as const;

export interface CallMutationOptions<Name extends CallName> {
  /**
   * Leaves the screen after the call, because its data can't be read any more; changes are refetched once the screen
   * is gone. Navigate with `LEAVE`.
   */
  readonly leave?: (result: CallResult<Name>) => Promise<void> | void;
}

/**
 * Changes data by a call, with `mutate`, `mutateAsync`, `isPending` and `error`. It is done once the screen shows the
 * change. If the call requires reauthentication, the user is asked for it and the call repeated.
 */
export function useCallMutation<Name extends CallName>(
  name: Name,
  { leave }: CallMutationOptions<Name> = {},
) {
  const { functions, documents } = useBackend();
  const reauthenticate = useContext(ReauthenticationContext);
  const unmounted = useUnmounted();
  return useMutation<CallResult<Name>, Error, CallInput<Name>>({
    mutationFn: async (input) => {
      const call = () => withReauthentication(() => functions.call(name, input), reauthenticate);
      if (!leave) return call();
      const { hold } = await documents.refreshes();
      const release = hold();
      try {
        const result = await call();
        await leave(result);
        await unmounted();
        return result;
      } finally {
        release();
      }
    },
    onSuccess: () => documents.whenRefreshed(),
    onError: async (error, input) => {
      if (error instanceof CallError && OUTDATED.has(error.code)) {
        const { refreshAfterFailure } = await documents.refreshes();
        refreshAfterFailure(input);
      }
    },
  });
}

/**
 * Returns a function that resolves once the component is unmounted, or after a while. A screen stays mounted, hidden,
 * while the next one's script loads.
 */
function useUnmounted(): () => Promise<void> {
  const unmounting = useRef<Promise<void>>(undefined);
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unmounting.current = promise;
    return resolve;
  }, []);
  return () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_LEAVE_MS));
    return Promise.race([unmounting.current, late]);
  };
}
