import type { z } from 'zod';
import type { DataArea } from './data-areas.ts';
import type { ErrorCode } from './errors.ts';
import type { TokenScope } from './token-scope.ts';

/** Callers of a call: everyone, signed-in users, developers and admins, or admins only. */
export type Access = 'public' | 'signedIn' | 'developer' | 'admin';

export interface CallContract<
  Who extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Reads extends readonly DataArea[] = readonly DataArea[],
> {
  readonly access: Who;
  /** The scope that an API token needs; without it only sessions may call. */
  readonly token?: TokenScope;
  /**
   * True when the session must have authenticated by password or passkey within the last ten minutes; otherwise the
   * call fails with `failed-precondition` and the reason `reauthentication`, until `sessions.reauthenticate` succeeds.
   */
  readonly reauthentication?: boolean;
  /**
   * True when the caller must have confirmed their email address; otherwise the call fails with `failed-precondition`
   * and the reason `email-not-confirmed`.
   */
  readonly confirmedEmail?: boolean;
  /** Areas of the data in the result. When one of them changes, clients refetch a kept result. */
  readonly reads?: Reads;
  /**
   * The areas of the data of the caller that the call changes without an event: no history shows what somebody has read
   * or prefers.
   */
  readonly changes?: readonly DataArea[];
  readonly input: Input;
  readonly output: Output;
  /** The part of `output` that callers of a public call get who aren't signed in; all of it by default. */
  readonly publicOutput?: z.ZodType;
  /** Error codes of this call besides those that every call may return. */
  readonly errors: readonly ErrorCode[];
  /** Client time-out in milliseconds; DEFAULT_TIMEOUT_MS by default. */
  readonly timeoutMs?: number;
  /** Maximum size of the body in MiB; MAX_BODY_MIB by default. */
  readonly maxBodyMib?: number;
}

/** Default maximum size of a call's body in MiB; files are uploaded separately. */
export const MAX_BODY_MIB = 1;

/** Default client time-out of calls, in milliseconds (specification section 9). */
export const DEFAULT_TIMEOUT_MS = 70_000;

/** Defines the contract of one call; access, input, output and errors are required. */
export function defineCall<
  Who extends Access,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Reads extends readonly DataArea[] = readonly [],
>(contract: CallContract<Who, Input, Output, Reads>): CallContract<Who, Input, Output, Reads> {
  return contract;
}
