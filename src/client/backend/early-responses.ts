import { callPath } from './settings.ts';

/*
 * What every page asks for first is requested by a small script, while the large ones still load. Each response is
 * used by the first request like it.
 */

/** The header in which the identity provider sends a token with the session (better-auth's jwt plugin). */
export const TOKEN_HEADER = 'set-auth-jwt';

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

const pending = new Map<string, Early>();

function requestEarly(address: string, request: EarlyRequest = {}): Promise<Response> {
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
  pending.set(address, { ...request, requestedAt: performance.now(), response });
  return response;
}

function callEarly(baseUrl: string, name: string, headers: Record<string, string> = {}): void {
  void requestEarly(new URL(callPath(name), baseUrl).href, {
    body: JSON.stringify({ data: {} }),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Requests the store's settings and the session, then the record of its user. */
export async function requestEarlyResponses(baseUrl: string): Promise<void> {
  callEarly(baseUrl, 'settings.get');
  const session = await requestEarly(new URL('auth/get-session', baseUrl).href).catch(() => null);
  const token = session?.headers.get(TOKEN_HEADER);
  if (!token) return;
  const user = { Authorization: `Bearer ${token}` };
  callEarly(baseUrl, 'users.me', user);
  callEarly(baseUrl, 'notifications.countUnread', user);
}

/** Returns the response to the same request of the same user, if it was made early and is unused. */
export function takeEarlyResponse(url: URL, { body, headers }: RequestInit = {}): Promise<Response> | null {
  const early = pending.get(url.href);
  if (early === undefined) return null;
  pending.delete(url.href);
  const authorization = new Headers(headers).get('Authorization');
  const isSame = early.body === body && (early.headers?.['Authorization'] ?? null) === authorization;
  return isSame && performance.now() - early.requestedAt < MAX_AGE_MS ? early.response : null;
}
