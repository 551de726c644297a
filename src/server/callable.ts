import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { CallContract } from '#shared/call.ts';
import { DEFAULT_TIMEOUT_MS } from '#shared/call.ts';
import { type CallData, type CallName, type CallResult, calls } from '#shared/calls.ts';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { errorBody } from './answer-error.ts';
import type { Caller } from './auth/authenticate.ts';
import { authorise } from './auth/authorise.ts';
import type { Context } from './context.ts';
import type { RequestEnv } from './requests.ts';

/** What a handler is given: the checked input, who calls, and the server's parts. */
export interface Call<Name extends CallName> {
  readonly data: CallData<Name>;
  readonly caller: (typeof calls)[Name]['access'] extends 'public' ? Caller | null : Caller;
  readonly context: Context;
}

export type Handler<Name extends CallName> = (call: Call<Name>) => Promise<CallResult<Name>>;
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The largest body of a call, in bytes; files travel by upload, never in a call. */
const MAX_BODY_BYTES = 1024 * 1024;

interface CallableOptions {
  readonly context: Context;
  readonly handlers: Handlers;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/**
 * Serves every call at `POST /{name}` by the callable wire protocol: `{"data": …}` is answered with
 * `{"result": …}` or `{"error": {"status", "message", "details"}}`, under the HTTP statuses of specification section 7.
 * Parse, authenticate, authorise, call, check the output: in this order.
 */
export function createCallable({ context, handlers, authenticate }: CallableOptions) {
  const app = new Hono<RequestEnv>();

  app.post('/:name', limitBody, async (c) => {
    const name = c.req.param('name');
    if (!isCallName(name))
      throw new CallError('not-found', `There is no call named "${name.slice(0, 100)}".`);
    const contract: CallContract = calls[name];

    const envelope = readEnvelope(await c.req.text());
    const caller = await authenticate(c.req.header('authorization'));
    authorise(contract, caller, context.clock());
    const data = checkInput(contract.input, envelope);

    const handler = handlers[name] as (call: unknown) => Promise<unknown>;
    const result = await withDeadline(
      handler({ data, caller, context }),
      contract.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    return c.json({ result: contract.output.parse(result) });
  });
  app.all('/:name', () => {
    throw new CallError('invalid-argument', 'Calls are made with POST and a JSON body {"data": …}.');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    if (error instanceof CallError) {
      context.log.debug({ requestId, code: error.code, message: error.message }, 'call refused');
      const wait = error.details?.retryAfterSeconds;
      if (typeof wait === 'number') c.header('Retry-After', String(wait));
      return c.json(errorBody(error), ERROR_STATUS[error.code] as ContentfulStatusCode);
    }
    context.log.error({ requestId, err: error }, 'call failed');
    const hidden = new CallError(
      'internal',
      'Something went wrong on our side; nothing was changed. Try again, and name the request id if it stays.',
      { requestId },
    );
    return c.json(errorBody(hidden), 500);
  });
  return app;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

const limitStreamedBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseLargeBody });

/** Asks only bodies of unknown length for a stream that counts: making one costs more than the rest of a small call. */
const limitBody: MiddlewareHandler = async (c, next) => {
  const length = c.req.header('content-length');
  if (length === undefined) return limitStreamedBody(c, next);
  return Number(length) > MAX_BODY_BYTES ? refuseLargeBody(c) : next();
};

/** Answers before the whole body has arrived, so the connection cannot serve another request. */
function refuseLargeBody(c: HonoContext) {
  const refused = new CallError(
    'invalid-argument',
    'The body is larger than 1 MiB. Files travel by upload, not in a call.',
  );
  return c.json(errorBody(refused), 400, { Connection: 'close' });
}

function readEnvelope(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('body', 'The body is no JSON. Send {"data": …}.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('data' in body)) {
    throw invalid('data', 'The body has no field "data". Send {"data": …}.');
  }
  return body.data ?? {};
}

function checkInput(schema: z.ZodType, data: unknown): unknown {
  const checked = schema.safeParse(data);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: path.length > 0 ? path.join('.') : 'data',
    message,
  }));
  throw new CallError(
    'invalid-argument',
    issues.map((issue) => `${issue.path}: ${issue.message}`).join(' '),
    {
      issues,
    },
  );
}

function invalid(path: string, message: string): CallError {
  return new CallError('invalid-argument', message, { issues: [{ path, message }] });
}

async function withDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CallError('deadline-exceeded', `The call took longer than ${timeoutMs / 1000} s.`));
    }, timeoutMs);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
