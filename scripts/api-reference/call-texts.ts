import type { CallInput, CallName } from '#shared/calls.ts';

/** What the reference says about a call. */
export interface CallText<Name extends CallName = CallName> {
  /** A few words, as a heading. */
  readonly summary: string;
  readonly description: string;
  /** A valid input, in which `$NAMES` are to be filled in. */
  readonly example: CallInput<Name>;
}

/** The texts of calls by their name. */
export type CallTexts = { readonly [Name in CallName]?: CallText<Name> };
