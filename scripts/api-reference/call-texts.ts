import type { CallInput, CallName } from '#shared/calls.ts';
import type { TokenScope } from '#shared/token-scope.ts';

/** The text of the reference about a call. */
export interface CallText<Name extends CallName = CallName> {
  /** A few words, as a heading. */
  readonly summary: string;
  readonly description: string;
  /** The scopes of a token for all parts of the call, where they are more than that of its contract. */
  readonly scopes?: readonly TokenScope[];
  /** A valid input, in which `$NAMES` are to be filled in. */
  readonly example: CallInput<Name>;
}

/** The texts of calls by their name. */
export type CallTexts = { readonly [Name in CallName]?: CallText<Name> };
