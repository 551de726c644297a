import type { PageStart } from '#shared/page-start.ts';
import { callPath } from './settings.ts';

/** Milliseconds after which the page asks for each part by itself. */
const TIMEOUT_MS = 30_000;

/**
 * Loads what every page starts with, by the request that the page has preloaded. Returns null when it can't be loaded,
 * or an older server doesn't have it: then each part is requested by itself.
 */
export async function loadPageStart(baseUrl: string): Promise<PageStart | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(new URL('page-start', baseUrl), { credentials: 'same-origin', signal });
    return response.ok ? ((await response.json()) as PageStart) : null;
  } catch {
    return null;
  }
}

/** A call's name and input. */
type EarlyCall = readonly [name: string, input: object, ...mark: unknown[]];

/** Results of calls that were requested before the product's large scripts had arrived, by `resultKey`. */
export type FirstResults = ReadonlyMap<string, Promise<never>>;

/** Returns the key of a call's result for a user. */
export function resultKey(uid: string, [name, input]: EarlyCall): string {
  return JSON.stringify([uid, name, input]);
}

/** A user and the token of the session. */
interface Caller {
  readonly uid: string;
  readonly token: string;
}

/** Requests calls as a user. A result rejects when its call fails, so that it is made again. */
export function requestCalls(
  baseUrl: string,
  { uid, token }: Caller,
  calls: readonly EarlyCall[],
): FirstResults {
  return new Map(
    calls.map((call) => {
      const result = requestCall(baseUrl, token, call);
      // A failure shows where the result is used.
      result.catch(() => undefined);
      return [resultKey(uid, call), result];
    }),
  );
}

async function requestCall(baseUrl: string, token: string, [name, input]: EarlyCall): Promise<never> {
  const response = await fetch(new URL(callPath(name), baseUrl), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: input }),
  });
  if (!response.ok) throw new Error(`${name} failed with status ${response.status}.`);
  return ((await response.json()) as { result: never }).result;
}
