import type { CallData, CallName, CallResult, calls } from '#shared/calls.ts';
import type { Context } from '../platform/context.ts';
import type { Caller } from './authenticate.ts';

/** The arguments of a handler: the checked input, the caller, and the server's context. */
export interface Call<Name extends CallName> {
  readonly data: CallData<Name>;
  readonly caller: (typeof calls)[Name]['access'] extends 'public' ? Caller | null : Caller;
  readonly context: Context;
  /** The network that the call came from (`networkOf`), for rate limits. */
  readonly network: string;
  /** Returns true once the client has gone, so that a call that waits may end. */
  readonly isGone: () => boolean;
}

/** Serves one call. Returns its result; throws `CallError` to reject it. */
export type Handler<Name extends CallName> = (call: Call<Name>) => Promise<CallResult<Name>>;

/** The handlers of all calls. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };
