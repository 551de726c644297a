import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_TIMEOUT_MS } from '#shared/call.ts';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { CallError, codeForStatus, codeForWireStatus, ERROR_STATUS } from '#shared/errors.ts';
import type { StagedGraphic } from '#shared/listings/graphics.ts';
import { UsageError } from './usage-error.ts';

/** The longest that a request is repeated while the store can't be reached or is busy. */
const RETRY_MS = 120_000;
const MAX_PAUSE_MS = 5_000;
/** Calls that fail when they are repeated after a lost response. All others give the same result again. */
const UNREPEATABLE: ReadonlySet<CallName> = new Set(['apps.create', 'apps.applyListing']);

/** Identifies the command to a store. */
export interface Identity {
  readonly kind: 'token' | 'job' | 'sign-in';
  /** Says whose token it is, and why this one is used. */
  readonly description: string;
  /** Returns the API token for the next request: another one than the rejected one, where it can be replaced. */
  readonly token: (rejected?: string) => Promise<string>;
}

/** A store as a program uses it, with an API token. */
export interface Store {
  /** The address with a slash at its end. */
  readonly url: string;
  /** Null for calls that everybody may make. */
  readonly identity: Identity | null;
  /**
   * Makes a call; repeats it while the store is busy or the network is cut, until a time by the clock of this process, if one
   * is given. Throws `CallError`.
   */
  call<Name extends CallName>(
    name: Name,
    data: CallInput<Name>,
    deadline?: number,
  ): Promise<CallResult<Name>>;
  /**
   * Sends one request with the token to a path of the store's host. Throws `CallError` when no response comes back, and
   * for a rejected token.
   */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Stages a picture by a path and returns its ID; repeats it like a call. Throws `CallError`. */
  stagePicture(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** Returns the store at an address; requests have a token of the identity. */
export function connectStore(url: string, identity: Identity | null): Store {
  // Without a response so far, the address is probably wrong, which waiting doesn't change.
  let wasReached = false;

  const send = async (path: string, init: RequestInit, token: string | undefined) => {
    const authorization: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), {
      signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS),
      ...init,
      headers: { ...init.headers, ...authorization },
      // The token is for this store alone.
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new CallError('unavailable', `The store can’t be reached: ${reasonOf(error)}.`);
    });
    wasReached = true;
    return response;
  };
  const request: Store['request'] = async (path, init = {}) => {
    const token = await identity?.token();
    const response = await send(path, init, token);
    if (response.status !== ERROR_STATUS.unauthenticated || token === undefined) return response;
    const next = await identity?.token(token);
    if (next === token) return response;
    await response.body?.cancel();
    return send(path, init, next);
  };

  return {
    url,
    identity,
    request,
    async stagePicture(path, body) {
      return repeat(
        async () => {
          const response = await request(path, { method: 'POST', body });
          return (await readResult<{ graphic: StagedGraphic }>(response)).graphic.id;
        },
        () => wasReached,
      );
    },
    async call(name, data, deadline = Number.POSITIVE_INFINITY) {
      const key = UNREPEATABLE.has(name) ? { 'idempotency-key': randomUUID() } : {};
      return repeat(
        async () => {
          const response = await request(`us-central1/${name}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...key },
            body: JSON.stringify({ data }),
          });
          return readResult<CallResult<typeof name>>(response);
        },
        () => wasReached && performance.now() < deadline,
      );
    },
  };
}

/**
 * Repeats an attempt, with growing pauses, while it fails because the store is busy or the network is cut, and `canRetry`
 * returns true. Throws the last error.
 */
export async function repeat<Value>(attempt: () => Promise<Value>, canRetry: () => boolean): Promise<Value> {
  let deadline: number | null = null;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CallError) || !isPassing(error) || !canRetry()) throw error;
      const seconds = error.details?.['retryAfterSeconds'];
      const pause =
        typeof seconds === 'number' ? seconds * 1000 : Math.min(MAX_PAUSE_MS, 250 * 2 ** failures);
      deadline ??= performance.now() + RETRY_MS;
      if (performance.now() + pause > deadline) throw error;
      await sleep(pause);
    }
  }
}

/** Returns true for an error that may be over in a moment: the network, a busy server, or too many requests. */
function isPassing({ code, details }: CallError): boolean {
  // A full quota has no time after which it has room.
  const hasTime = details?.['retryAfterSeconds'] !== undefined;
  // A call with the same idempotency key may still run.
  const endsSoon = hasTime && (code === 'resource-exhausted' || code === 'aborted');
  return code === 'unavailable' || code === 'deadline-exceeded' || endsSoon;
}

/** Returns the result of a call's response. Throws `CallError`, or `UsageError` when it isn't one of a store. */
async function readResult<Outcome>(response: Response): Promise<Outcome> {
  const body = (await response.json().catch(() => null)) as { result?: Outcome } | null;
  if (response.ok && body?.result !== undefined) return body.result;
  throw responseError(response, body);
}

/** Returns the error of a failed call's response, whose body is null when it isn't JSON. */
export function responseError({ status, headers }: Response, body: unknown): Error {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retry = Number.isInteger(seconds) ? { retryAfterSeconds: seconds } : {};
  const error = readError(body);
  if (error !== null) {
    const code = codeForWireStatus(error.status) ?? 'unknown';
    return new CallError(code, error.message, { ...error.details, ...retry });
  }
  // A proxy in front of a store that restarts responds with a page of its own.
  if (status >= 500 || codeForStatus(status) === 'resource-exhausted') {
    return new CallError('unavailable', `The store is busy: it responded with status ${status}.`, retry);
  }
  return new UsageError(`The address responded with status ${status}. Is it a store?`);
}

interface WireError {
  readonly status: unknown;
  readonly message: string;
  readonly details: object;
}

function readError(body: unknown): WireError | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return {
    status: 'status' in error ? error.status : null,
    message: String(error.message),
    details: 'details' in error && typeof error.details === 'object' ? (error.details ?? {}) : {},
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // Attempts with several addresses have no message of their own.
  if (cause instanceof AggregateError) return String(cause.errors[0]?.message ?? cause.message);
  return cause instanceof Error ? cause.message : error.message;
}
