import { useQueries } from '@tanstack/react-query';
import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';

export interface CallQueriesOptions<Name extends ReadingCall> {
  /** Returns what to show for an input while it's loaded, from the results of other inputs. */
  readonly placeholder: (input: CallInput<Name>, loaded: readonly CallResult<Name>[]) => CallResult<Name>;
}

/**
 * Loads the results of a call for several inputs, such as for each page of a list. Another input leaves the loaded
 * results as they are. They stay current as in `useCallQuery`.
 */
export function useCallQueries<Name extends ReadingCall>(
  name: Name,
  inputs: readonly CallInput<Name>[],
  { placeholder }: CallQueriesOptions<Name>,
): readonly CallResult<Name>[] {
  const { documents } = useBackend();
  function loaded(): CallResult<Name>[] {
    const results = documents.cache.getQueriesData<CallResult<Name>>({ queryKey: [name] });
    return results.flatMap(([, result]) => (result === undefined ? [] : [result]));
  }
  return useQueries({
    queries: inputs.map((input) => ({
      ...documents.read(name, input),
      placeholderData: () => placeholder(input, loaded()),
    })),
    combine: (queries) =>
      queries.flatMap(({ data }) => (data === undefined ? [] : [data as CallResult<Name>])),
  });
}
