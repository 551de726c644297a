import { Hono, type Context as HonoContext } from 'hono';
import type { CallContract } from '#shared/call.ts';
import { DEFAULT_TIMEOUT_MS, MAX_BODY_MIB } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { CHANGES_HEADER } from '#shared/data-areas.ts';
import { CallError } from '#shared/errors.ts';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '#shared/idempotency.ts';
import { collectChanges, publishChanges } from '../events/publish-changes.ts';
import type { Authenticate } from '../identity/authenticate.ts';
import { authorise } from '../identity/authorise.ts';
import { clientAddress, networkOf } from '../identity/client-address.ts';
import type { Handler } from '../identity/handler.ts';
import type { Context } from '../platform/context.ts';
import { checkInput } from '../platform/input/check.ts';
import { invalidField } from '../platform/input/invalid.ts';
import { readBody } from '../platform/input/read-body.ts';
import { readJson } from '../platform/input/read-json.ts';
import { createRequestLog, identifyRequest, type RequestEnv } from '../platform/log/requests.ts';
import { CallLimiter } from './call-limiter.ts';
import { errorBody, respondWithCallError, toCallError } from './error-response.ts';
import { readIdempotencyKey, runOnce } from './idempotency.ts';
import type { ObserveResponse } from './metrics/request-metrics.ts';
import { findAddressError } from './request-address.ts';
import { DATA_HEADERS, setDataHeaders } from './security-headers.ts';

/** Maps every call to its handler. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

interface CallableOptions {
  readonly context: Context;
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  /** Counts responses; null while metrics are off. */
  readonly observe: ObserveResponse | null;
}

/**
 * Serves every call at `POST /{name}` by the callable wire protocol: `{"data": …}` returns `{"result": …}` or
 * `{"error": {"status", "message", "details"}}`, with the HTTP statuses of specification section 7. The order
 * is: parse, authenticate, authorize, wait for a slot, call, validate the output.
 *
 * One handler does what middleware does for other routes: browsers poll calls, and the layers would take longer than a
 * small call itself. It writes the headers of a response together with its status.
 */
export function createCallable({ context, handlers, authenticate, observe }: CallableOptions) {
  const app = new Hono<RequestEnv>();
  const limiter = new CallLimiter();
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
      return new Response(JSON.stringify({ result }), { headers });
    } catch (error) {
      setDataHeaders(c);
      c.env.outgoing.setHeader('X-Request-Id', requestId);
      return respondWithError(error, c);
    }
  };

  /** Returns the result of a call. Throws `CallError` to reject it. */
  const call = async (c: HonoContext<RequestEnv, '/:name'>): Promise<unknown> => {
    const addressError = findAddressError(c);
    if (addressError) throw addressError;
    if (c.req.method !== 'POST') {
      throw new CallError('invalid-argument', 'Calls use POST with a JSON body {"data": …}.');
    }
    const name = c.req.param('name');
    if (!isCallName(name))
      throw new CallError('not-found', `There is no call named "${name.slice(0, 100)}".`);
    const contract: CallContract = calls[name];

    const mib = contract.maxBodyMib ?? MAX_BODY_MIB;
    const body = await readBody(c.env, mib * 1024 ** 2);
    if (body === null) throw largeBody(mib);
    const envelope = readEnvelope(readJson(body));
    const caller = await authenticate(c);
    authorise(contract, caller, context.clock());
    const data = checkInput(contract.input, envelope);

    const handler = handlers[name] as (call: unknown) => Promise<unknown>;
    const network = networkOf(clientAddress(c, context.config.trustProxy));
    const who = caller?.uid ?? network;
    const isGone = () => c.env.outgoing.destroyed;
    const run = async (within: Context) =>
      contract.output.parse(await handler({ data, caller, context: within, network, isGone }));
    const key = caller && readIdempotencyKey(c.req.header(IDEMPOTENCY_HEADER), contract);
    const onReplay = () => c.env.outgoing.setHeader(REPLAYED_HEADER, 'true');
    const result = await limiter.run(who, () =>
      withDeadline(
        caller && key ? runOnce(context, { key, caller, name, contract, data, onReplay }, run) : run(context),
        contract.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      ),
    );
    if (contract.changes) {
      await publishChanges(context.db, { areas: contract.changes, uids: [caller?.uid] });
    }
    return result;
  };

  const respondWithError = (error: unknown, c: HonoContext<RequestEnv>): Response => {
    const requestId = c.get('requestId');
    const known = toCallError(error);
    if (known) {
      const { code, message } = known;
      const level = code === 'unavailable' ? 'warn' : 'debug';
      context.log[level](
        { requestId, code, message, ...(known !== error && { err: error }) },
        'call rejected',
      );
      return respondWithCallError(known, c);
    }
    context.log.error({ requestId, err: error }, 'call failed');
    const hidden = new CallError(
      'internal',
      'Something went wrong on our side; nothing was changed. Try again. If it keeps happening, report the request ID.',
      { requestId },
    );
    return c.json(errorBody(hidden), 500);
  };
  return app;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function largeBody(mib: number): CallError {
  return new CallError(
    'invalid-argument',
    `The body is larger than ${mib} MiB. Upload files instead of sending them in a call.`,
  );
}

function readEnvelope(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('data' in body)) {
    throw invalidField('data', 'The body has no field "data". Send {"data": …}.');
  }
  return body.data ?? {};
}

/** Races without `Promise.race`, which makes several promises more for each call. */
function withDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new CallError('deadline-exceeded', `The call took longer than ${timeoutMs / 1000} s.`));
    }, timeoutMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
