import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: everybody, every signed-in user, developers and admins, or admins alone. */
export type Access = 'public' | 'signedIn' | 'developer' | 'admin';

/** What a personal API token may be allowed to do. */
export const TOKEN_SCOPES = ['apps:read', 'apps:write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export interface CallContract<
  Who extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly access: Who;
  /** The scope with which an API token may call too; without it only sessions may. */
  readonly token?: TokenScope;
  /**
   * Whether the session must have proved password or passkey within the last ten minutes; otherwise the call answers
   * `failed-precondition` with the reason `step-up`, and works after `sessions.stepUp`.
   */
  readonly stepUp?: boolean;
  readonly input: Input;
  readonly output: Output;
  /** The codes that this call answers with beyond those every call may give. */
  readonly errors: readonly ErrorCode[];
  /** How long a caller waits, in milliseconds; DEFAULT_TIMEOUT_MS where a call says nothing. */
  readonly timeoutMs?: number;
}

/** How long a caller waits for any call, in milliseconds (specification section 9). */
export const DEFAULT_TIMEOUT_MS = 70_000;

/** States the contract of one call; access, input, output and errors are all required. */
export function defineCall<Who extends Access, Input extends z.ZodType, Output extends z.ZodType>(
  contract: CallContract<Who, Input, Output>,
): CallContract<Who, Input, Output> {
  return contract;
}
