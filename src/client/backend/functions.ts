import TIMEOUTS_MS from 'virtual:call-timeouts';
import { DEFAULT_TIMEOUT_MS } from '#shared/call.ts';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { CallError, codeForStatus, codeForWireStatus, type ErrorCode } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import type { Auth } from './auth.ts';
import { callPath } from './settings.ts';

/** Time after which a page counts as not left after all, as when a download starts. */
const STAYS_MS = 3_000;

/** True while the page is being left, when aborted requests are no failures. */
let isLeaving = false;
globalThis.addEventListener?.('beforeunload', () => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, STAYS_MS);
});

/**
 * Returns true when a call ended for a reason on the page's side: it was cancelled, the session is over, or the page
 * is being left. All other failures of notification calls are logged (specification section 8).
 */
function isExpected({ code }: CallError): boolean {
  return code === 'cancelled' || code === 'unauthenticated' || isLeaving;
}

/** Time-outs of the calls whose contract has one, in milliseconds. */
export type CallTimeouts = { readonly [Name in CallName]?: number };

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** True to call without the user's token, for what everyone gets. */
  readonly isAnonymous?: boolean;
}

export interface Functions {
  /**
   * Calls a server function. Throws a CallError whose `details.requestId` identifies the request in the server's log.
   */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<CallResult<Name>>;
}

interface ErrorBody {
  readonly error?: { status?: unknown; message?: unknown; details?: Record<string, unknown> };
}

const NO_RESPONSE: Partial<Record<ErrorCode, string>> = {
  cancelled: t`The request was cancelled.`,
  'deadline-exceeded': t`The server took too long to respond.`,
  unavailable: t`Can’t reach the server.`,
};

/** Returns the error of a request without a response: cancelled, timed out, or without a connection. */
export function noResponse(error: unknown, caller?: AbortSignal): CallError {
  // A call cancelled while its response arrives looks like a response without a body.
  if (error instanceof CallError && caller?.aborted !== true) return error;
  let code: ErrorCode = 'unavailable';
  if (caller?.aborted === true) code = 'cancelled';
  else if (error instanceof DOMException && error.name === 'TimeoutError') code = 'deadline-exceeded';
  return new CallError(code, NO_RESPONSE[code] ?? '');
}

/**
 * Returns the error in a response; its code takes precedence over the HTTP status. The message is empty when the
 * server sent none, since callers have a fallback.
 */
function responseError(response: Response, body: ErrorBody | null): CallError {
  const byStatus = codeForStatus(response.status);
  const code = codeForWireStatus(body?.error?.status) ?? (byStatus === 'ok' ? 'internal' : byStatus);
  const message = body?.error?.message;
  const text = typeof message === 'string' ? message.trim() : '';
  const requestId = response.headers.get('X-Request-Id');
  const details = body?.error?.details;
  return new CallError(code, writeSentence(details?.['sentence'], text), {
    ...details,
    ...(requestId !== null && { requestId }),
  });
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns the result in a callable response. Throws its error as a CallError. */
export async function readResult(response: Response): Promise<unknown> {
  const body = await bodyOf(response);
  if (!response.ok || body === null || !('result' in body)) throw responseError(response, body);
  return body['result'];
}

/** Returns the result of a request with a callable response. Throws every failure as a CallError. */
export async function requestResult(request: Promise<Response>): Promise<unknown> {
  const response = await request.catch((error: unknown) => {
    throw noResponse(error);
  });
  return readResult(response);
}

/**
 * Returns the callable functions of the backend: POST `{base}us-central1/{name}` with `{"data": …}`, and
 * `{"result": …}` or `{"error": …}` in return (the public callable protocol). Time-outs are those of the contracts.
 */
export function createFunctions(auth: Auth, timeouts: CallTimeouts = TIMEOUTS_MS): Functions {
  return {
    async call(
      name,
      input,
      { signal: caller, timeoutMs = timeouts[name] ?? DEFAULT_TIMEOUT_MS, isAnonymous } = {},
    ) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(caller ? [caller] : [])]);
      try {
        const response = await auth.fetch(callPath(name), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ data: input }),
          signal,
          isAnonymous,
        });
        return (await readResult(response)) as CallResult<typeof name>;
      } catch (error) {
        const failure = noResponse(error, caller);
        if (name.startsWith('notifications.') && !isExpected(failure))
          console.error('Notifications', failure);
        throw failure;
      }
    },
  };
}
