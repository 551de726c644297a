import { useState } from 'react';
import { isTransient } from './cache-rules.ts';

interface QueryResult {
  readonly data: unknown;
  readonly error: Error | null;
  readonly errorUpdatedAt: number;
}

/**
 * Returns a query's result without the error of a refetch that may succeed later: the data stays on the screen, with
 * what is being typed there. Without data the error stays during another attempt, with the button that asked for it.
 */
export function useKeptResult<Result extends QueryResult>(query: Result): Result {
  const [failure, setFailure] = useState<{ readonly error: Error; readonly at: number }>();
  const { error, errorUpdatedAt } = query;
  if (error !== null && error !== failure?.error) setFailure({ error, at: errorUpdatedAt });

  function keptError(): Error | null {
    if (query.data !== undefined) return isTransient(error) ? null : error;
    return error ?? (failure?.at === errorUpdatedAt ? failure.error : null);
  }

  // TanStack Query tracks which fields a screen reads and renders only for these, so they stay getters.
  return Object.create(query, { error: { get: keptError } }) as Result;
}
