import type { PageStart } from '#shared/page-start.ts';
import { callPath } from './settings.ts';

/*
 * What every page asks for first is requested by the page itself and a small script, while the large ones still load.
 * Each response is used by the first request like it.
 */

/** The age at which a response is too old: the data may have changed since. */
const MAX_AGE_MS = 30_000;

interface Early {
  /** The `Authorization` header of the request; null without one. */
  readonly authorization: string | null;
  readonly requestedAt: number;
  readonly response: Promise<Response>;
}

/** By the key of the request. */
const pending = new Map<string, Early>();
/** Those that the page has requested itself: another response would come too late, with older data. */
const requested = new Set<string>();

/** Returns what tells the requests of a page apart; only the user of those with one differs otherwise. */
function keyOf(address: string, body: unknown, authorization: string | null): string {
  return `${address} ${body ?? ''} ${authorization === null}`;
}

interface EarlyRequest {
  readonly address: string;
  readonly body?: string;
  readonly authorization?: string;
}

function callRequest(baseUrl: string, name: string, authorization?: string): EarlyRequest {
  return {
    address: new URL(callPath(name), baseUrl).href,
    body: JSON.stringify({ data: {} }),
    ...(authorization && { authorization }),
  };
}

function sendEarly({ address, body, authorization }: EarlyRequest): Promise<Response> {
  const signal = AbortSignal.timeout(MAX_AGE_MS);
  if (body === undefined) return fetch(address, { credentials: 'same-origin', signal });
  const user = authorization === undefined ? undefined : { Authorization: authorization };
  // Calls know their user by the token.
  const headers = { 'Content-Type': 'application/json', ...user };
  return fetch(address, { method: 'POST', credentials: 'omit', body, headers, signal });
}

/** Keeps a response for the page, unless this was faster. */
function keepEarly(request: EarlyRequest, respond: () => Promise<Response>): void {
  const { address, body, authorization = null } = request;
  const key = keyOf(address, body, authorization);
  if (requested.has(key)) return;
  const response = respond();
  // A failure shows where the response is used.
  response.catch(() => undefined);
  pending.set(key, { authorization, requestedAt: performance.now(), response });
}

async function loadPageStart(baseUrl: string): Promise<PageStart> {
  // The page has preloaded it by the same request.
  const response = await sendEarly({ address: new URL('page-start', baseUrl).href });
  if (!response.ok) throw new Error(`The start of the page failed with status ${response.status}.`);
  return (await response.json()) as PageStart;
}

/**
 * Requests what every page starts with in one response: the session, its token and the results of some calls. What
 * that response lacks, as when it fails or an older
 * server doesn't have it, is requested by itself.
 */
export async function requestEarlyResponses(baseUrl: string): Promise<void> {
  const start = loadPageStart(baseUrl).then((loaded) => {
    // Before anything below: what uses the session or the token finds these.
    if (loaded.token !== undefined) keepOfUser(baseUrl, loaded);
    return loaded;
  });
  const keepPart = (request: EarlyRequest, partOf: (loaded: PageStart) => unknown) =>
    keepEarly(request, async () => {
      const part = await start.then(partOf, () => undefined);
      return part === undefined ? sendEarly(request) : Response.json(part);
    });
  keepPart({ address: new URL('auth/get-session', baseUrl).href }, ({ session }) => session);
  keepPart(callRequest(baseUrl, 'settings.get'), ({ results }) => asResponse(results['settings.get']));
  await start.catch(() => undefined);
}

/** Keeps a user's token and the results of their calls. */
function keepOfUser(baseUrl: string, { token, own = {} }: PageStart): void {
  keepEarly({ address: new URL('auth/token', baseUrl).href }, async () => Response.json({ token }));
  const authorization = `Bearer ${token}`;
  for (const [name, result] of Object.entries(own)) {
    keepEarly(callRequest(baseUrl, name, authorization), async () => Response.json(asResponse(result)));
  }
}

/** Returns the body of a call's response; undefined without a result. */
function asResponse(result: unknown): { readonly result: unknown } | undefined {
  return result === undefined ? undefined : { result };
}

/** Returns the response to the same request of the same user, if it was made early and is unused. */
export function takeEarlyResponse(url: URL, { body, headers }: RequestInit = {}): Promise<Response> | null {
  const authorization = new Headers(headers).get('Authorization');
  const key = keyOf(url.href, body, authorization);
  requested.add(key);
  const early = pending.get(key);
  if (early === undefined) return null;
  pending.delete(key);
  const isSame = early.authorization === authorization;
  return isSame && performance.now() - early.requestedAt < MAX_AGE_MS ? early.response : null;
}

/** Drops the unused responses. Call it when they may belong to another session or be outdated. */
export function forgetEarlyResponses(): void {
  for (const key of pending.keys()) requested.add(key);
  pending.clear();
}
