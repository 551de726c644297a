import { callPath } from './settings.ts';

/*
 * What every page asks for first is requested by a small script, while the large ones still load. Each response is
 * used by the first request like it.
 */

/** The age at which a response is too old: the data may have changed since. */
const MAX_AGE_MS = 30_000;

interface EarlyRequest {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Early extends EarlyRequest {
  readonly requestedAt: number;
  readonly response: Promise<Response>;
}

/** By address and body. */
const pending = new Map<string, Early>();
/** Those that the page has requested itself: another response would come too late, with older data. */
const requested = new Set<string>();

/** Returns what tells the requests of a page apart; only the user differs otherwise. */
function keyOf(address: string, body: unknown = ''): string {
  return `${address} ${body}`;
}

/** Returns null when the page was faster. */
function requestEarly(address: string, request: EarlyRequest = {}): Promise<Response> | null {
  const key = keyOf(address, request.body);
  if (requested.has(key)) return null;
  const response = fetch(address, {
    ...request,
    // Calls know their user by the token.
    ...(request.body === undefined
      ? { credentials: 'same-origin' }
      : { method: 'POST', credentials: 'omit' }),
    signal: AbortSignal.timeout(MAX_AGE_MS),
  });
  // A failure shows where the response is used.
  response.catch(() => undefined);
  pending.set(key, { ...request, requestedAt: performance.now(), response });
  return response;
}

/** A call's name and input. */
type EarlyCall = readonly [name: string, input: object];

function callEarly(baseUrl: string, [name, input]: EarlyCall, headers: Record<string, string> = {}): void {
  void requestEarly(new URL(callPath(name), baseUrl).href, {
    body: JSON.stringify({ data: input }),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Returns the body of an early response, which stays usable; null after a failure. */
async function peek(response: Promise<Response> | null): Promise<unknown> {
  try {
    return (await (await response)?.clone().json()) ?? null;
  } catch {
    return null;
  }
}

/**
 * Requests the store's settings and the session, then the token, the record of its user and what else the screen starts
 * with.
 */
export async function requestEarlyResponses(
  baseUrl: string,
  firstCalls: readonly EarlyCall[] = [],
): Promise<void> {
  const request = (path: string) => peek(requestEarly(new URL(path, baseUrl).href));
  callEarly(baseUrl, ['settings.get', {}]);
  if ((await request('auth/get-session')) === null) return;
  const { token } = ((await request('auth/token')) ?? {}) as { readonly token?: string };
  if (token === undefined) return;
  const user = { Authorization: `Bearer ${token}` };
  const calls: readonly EarlyCall[] = [['users.me', {}], ...firstCalls, ['notifications.countUnread', {}]];
  for (const call of calls) callEarly(baseUrl, call, user);
}

/** Returns the response to the same request of the same user, if it was made early and is unused. */
export function takeEarlyResponse(url: URL, { body, headers }: RequestInit = {}): Promise<Response> | null {
  const key = keyOf(url.href, body);
  requested.add(key);
  const early = pending.get(key);
  if (early === undefined) return null;
  pending.delete(key);
  const authorization = new Headers(headers).get('Authorization');
  const isSame = (early.headers?.['Authorization'] ?? null) === authorization;
  return isSame && performance.now() - early.requestedAt < MAX_AGE_MS ? early.response : null;
}

/** Drops the unused responses. Call it when they may belong to another session or be outdated. */
export function forgetEarlyResponses(): void {
  for (const key of pending.keys()) requested.add(key);
  pending.clear();
}
