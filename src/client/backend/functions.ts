import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { CallError, codeForStatus, codeForWireStatus, type ErrorCode } from '#shared/errors.ts';
import type { Auth } from './auth.ts';

/** Specification section 9: how long a call may take, and the region its address names. */
const CALL_TIMEOUT_MS = 70_000;
const REGION = 'us-central1';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface Functions {
  /** Calls a server function; throws a CallError whose `details.requestId` names the request in the server's log. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<CallResult<Name>>;
}

interface ErrorBody {
  readonly error?: { status?: unknown; message?: unknown; details?: Record<string, unknown> };
}

const NO_ANSWER: Partial<Record<ErrorCode, string>> = {
  cancelled: 'The request was cancelled.',
  'deadline-exceeded': 'The server took too long to answer.',
  unavailable: 'The server cannot be reached.',
};

/** What a failed fetch means: given up by the caller, out of time, or no way to the server. */
function noAnswer(error: unknown, caller: AbortSignal | undefined): CallError {
  let code: ErrorCode = 'unavailable';
  if (caller?.aborted === true) code = 'cancelled';
  else if (error instanceof DOMException && error.name === 'TimeoutError') code = 'deadline-exceeded';
  return new CallError(code, NO_ANSWER[code] ?? '');
}

/** The error that an answer carries; the wire's status decides, the HTTP status stands in for it. */
function answerError(response: Response, body: ErrorBody | null): CallError {
  const byStatus = codeForStatus(response.status);
  const code = codeForWireStatus(body?.error?.status) ?? (byStatus === 'ok' ? 'internal' : byStatus);
  const message = body?.error?.message;
  const requestId = response.headers.get('X-Request-Id');
  return new CallError(
    code,
    typeof message === 'string' && message !== '' ? message : 'The server could not do this.',
    {
      ...body?.error?.details,
      ...(requestId !== null && { requestId }),
    },
  );
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The result that a callable answer carries; throws its error as a CallError. */
export async function readResult(response: Response): Promise<unknown> {
  const body = await bodyOf(response);
  if (!response.ok || body === null || !('result' in body)) throw answerError(response, body);
  return body['result'];
}

/**
 * The callable functions of the backend at `baseUrl`: POST `{base}us-central1/{name}` with `{"data": …}`,
 * answered with `{"result": …}` or `{"error": …}` (the public callable wire protocol).
 */
export function createFunctions({ baseUrl, auth }: { baseUrl: string; auth: Auth }): Functions {
  function send(name: string, input: unknown, init: { token: string | null; signal: AbortSignal }) {
    return fetch(new URL(`${REGION}/${name}`, baseUrl), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(init.token !== null && { Authorization: `Bearer ${init.token}` }),
      },
      body: JSON.stringify({ data: input }),
      credentials: 'omit',
      signal: init.signal,
    });
  }

  return {
    async call(name, input, { signal: caller, timeoutMs = CALL_TIMEOUT_MS } = {}) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(caller ? [caller] : [])]);
      try {
        const token = await auth.getToken();
        let response = await send(name, input, { token, signal });
        if (response.status === 401 && token !== null) {
          const fresh = await auth.renewToken(token);
          if (fresh !== null) response = await send(name, input, { token: fresh, signal });
          if (response.status === 401) auth.expire();
        }
        return (await readResult(response)) as CallResult<typeof name>;
      } catch (error) {
        throw error instanceof CallError ? error : noAnswer(error, caller);
      }
    },
  };
}
