import { Hono, type Context as HonoContext } from 'hono';
import { type CallContract, MAX_BODY_MIB } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { CHANGES_HEADER } from '#shared/data-areas.ts';
import { type CallError } from '#shared/errors.ts';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '#shared/idempotency.ts';
import { t } from '#shared/languages/translate.ts';
import { collectChanges } from '../events/publish-changes.ts';
import type { Authenticate } from '../identity/authenticate.ts';
import type { Context } from '../platform/context.ts';
import { callError } from '../platform/input/call-error.ts';
import { invalidField } from '../platform/input/invalid.ts';
import { readBody } from '../platform/input/read-body.ts';
import { readJson } from '../platform/input/read-json.ts';
import { createRequestLog, identifyRequest, type RequestEnv } from '../platform/log/requests.ts';
import { respondWithCallError } from './error-response.ts';
import type { ObserveResponse } from './metrics/request-metrics.ts';
import { findAddressError } from './request-address.ts';
import { describeFailure, type RunCall } from './run-call.ts';
import { DATA_HEADERS, setDataHeaders } from './security-headers.ts';

const EVENT_STREAM = 'text/event-stream';

interface CallableOptions {
  readonly context: Context;
  readonly runCall: RunCall;
  readonly authenticate: Authenticate;
  /** Counts responses; null while metrics are off. */
  readonly observe: ObserveResponse | null;
}

/**
 * Serves every call at `POST /{name}` by the callable wire protocol: `{"data": …}` returns `{"result": …}` or
 * `{"error": {"status", "message", "details"}}`, with the HTTP statuses of specification section 7.
 *
 * One handler does what middleware does for other routes: browsers poll calls, and the layers would take longer than a
 * small call itself. It writes the headers of a response together with its status.
 */
export function createCallable({ context, runCall, authenticate, observe }: CallableOptions) {
  const app = new Hono<RequestEnv>();
  const logResponse = createRequestLog(context.log, observe);

  app.all('/:name', async (c) => {
    const started = performance.now();
    const requestId = identifyRequest(c);
    const response = await respond(c, requestId);
    logResponse(c, { started, status: response.status });
    return response;
  });

  const respond = async (c: HonoContext<RequestEnv, '/:name'>, requestId: string): Promise<Response> => {
    try {
      let result: unknown;
      const areas = await collectChanges(requestId, async () => {
        result = await call(c);
      });
      const headers: Record<string, string> = {
        ...DATA_HEADERS,
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
      };
      if (areas.length > 0) headers[CHANGES_HEADER] = areas.join(',');
      const text = JSON.stringify({ result });
      return wantsStream(c) ? streamOf(text, { headers }) : new Response(text, { headers });
    } catch (error) {
      setDataHeaders(c);
      c.env.outgoing.setHeader('X-Request-Id', requestId);
      const response = respondWithCallError(describeFailure(context, error, requestId), c);
      return wantsStream(c) ? streamOf(await response.text(), response) : response;
    }
  };

  /** Returns the result of a call. Throws `CallError` to reject it. */
  const call = async (c: HonoContext<RequestEnv, '/:name'>): Promise<unknown> => {
    const addressError = findAddressError(c);
    if (addressError) throw addressError;
    if (c.req.method !== 'POST') {
      throw callError('invalid-argument', () => t`Calls use POST with a JSON body {"data": …}.`);
    }
    const name = c.req.param('name');
    if (!isCallName(name))
      throw callError('not-found', () => t`There is no call named "${name.slice(0, 100)}".`);
    const contract: CallContract = calls[name];

    const mib = contract.maxBodyMib ?? MAX_BODY_MIB;
    const body = await readBody(c.env, mib * 1024 ** 2);
    if (body === null) throw largeBody(mib);
    const envelope = readEnvelope(readJson(body));
    return runCall(c, {
      name,
      input: envelope,
      authenticate: () => authenticate(c),
      idempotencyKey: c.req.header(IDEMPOTENCY_HEADER),
      onReplay: () => c.env.outgoing.setHeader(REPLAYED_HEADER, 'true'),
    });
  };
  return app;
}

/** Returns true for `.stream()` of Firebase's client library, which would wait for ever for the end of plain JSON. */
function wantsStream(c: HonoContext): boolean {
  return c.req.header('Accept') === EVENT_STREAM;
}

interface StreamedResponse {
  readonly status?: number;
  readonly headers: Headers | Record<string, string>;
}

/** Returns the body of a call as the only event of a stream. */
function streamOf(text: string, { status, headers }: StreamedResponse): Response {
  const changed = new Headers(headers);
  changed.set('Content-Type', EVENT_STREAM);
  changed.delete('Content-Length');
  return new Response(`data: ${text}\n\n`, { headers: changed, ...(status !== undefined && { status }) });
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function largeBody(mib: number): CallError {
  return callError(
    'invalid-argument',
    () => t`The body is larger than ${mib} MiB. Upload files instead of sending them in a call.`,
  );
}

function readEnvelope(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('data' in body)) {
    throw invalidField('data', () => t`The body has no field "data". Send {"data": …}.`);
  }
  return body.data ?? {};
}
