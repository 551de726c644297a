import type { Context as HonoContext } from 'hono';
import { type CallContract, DEFAULT_TIMEOUT_MS } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { publishChanges } from '../events/publish-changes.ts';
import type { Caller } from '../identity/authenticate.ts';
import { authorise } from '../identity/authorise.ts';
import { clientAddress, networkOf } from '../identity/client-address.ts';
import type { Handlers } from '../identity/handler.ts';
import type { Context } from '../platform/context.ts';
import { callError } from '../platform/input/call-error.ts';
import { checkInput } from '../platform/input/check.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import { CallLimiter } from './call-limiter.ts';
import { toCallError } from './error-response.ts';
import { readIdempotencyKey, runOnce } from './idempotency.ts';

/** A call that a request asks for. */
export interface RequestedCall {
  readonly name: CallName;
  /** The input as it came, unchecked. */
  readonly input: unknown;
  readonly authenticate: () => Promise<Caller | null>;
  /** The account whose slot a call without a caller takes; without it that of the network. */
  readonly uid?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Called instead of the handler when the result is that of an earlier call with the same key. */
  readonly onReplay?: () => void;
}

/** Returns the result of a call. What it throws is described by `describeFailure`. */
export type RunCall = (c: HonoContext<RequestEnv>, call: RequestedCall) => Promise<unknown>;

interface CallRunnerOptions {
  readonly context: Context;
  readonly handlers: Handlers;
}

/**
 * Creates the function that runs every call, whichever request it comes with: authenticate, authorise, check the input,
 * wait for a slot, call within the deadline, validate the output.
 */
export function createCallRunner({ context, handlers }: CallRunnerOptions): RunCall {
  const limiter = new CallLimiter();

  return async (c, { name, input, authenticate, uid, idempotencyKey, onReplay = () => {} }) => {
    const contract: CallContract = calls[name];
    const caller = await authenticate();
    authorise(contract, caller, context.clock());
    const data = checkInput(contract.input, input);

    const handler = handlers[name] as (call: unknown) => Promise<unknown>;
    const network = networkOf(clientAddress(c, context.config.trustProxy));
    const isGone = () => c.env.outgoing.destroyed;
    // The schema leaves out what it doesn't name.
    const output = caller === null ? (contract.publicOutput ?? contract.output) : contract.output;
    const run = async (within: Context) =>
      output.parse(await handler({ data, caller, context: within, network, isGone }));
    const key = caller && readIdempotencyKey(idempotencyKey, contract);
    const result = await limiter.run(caller?.uid ?? uid ?? network, () =>
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
}

/** Logs what a call threw; returns the error that the client gets, which hides unexpected failures. */
export function describeFailure({ log }: Pick<Context, 'log'>, error: unknown, requestId: string): CallError {
  const known = toCallError(error);
  if (known) {
    const { code, message } = known;
    const level = code === 'unavailable' ? 'warn' : 'debug';
    log[level]({ requestId, code, message, ...(known !== error && { err: error }) }, 'call rejected');
    return known;
  }
  log.error({ requestId, err: error }, 'call failed');
  return callError(
    'internal',
    () =>
      t`Something went wrong on our side; nothing was changed. Try again. If it keeps happening, report the request ID.`,
    { requestId },
  );
}

/** Races without `Promise.race`, which makes several promises more for each call. */
function withDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(callError('deadline-exceeded', () => t`The call took longer than ${timeoutMs / 1000} s.`));
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
