import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: everybody, every signed-in user, developers and admins, or admins alone. */
export type Access = 'public' | 'signedIn' | 'developer' | 'admin';

/** What a personal API token may be allowed to do. */
export type TokenScope = 'apps:read' | 'apps:write';

export interface CallContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly access: Access;
  /** The scope with which an API token may call too; without it only sessions may. */
  readonly token?: TokenScope;
  readonly input: Input;
  readonly output: Output;
  /** The codes that this call answers with beyond those every call may give. */
  readonly errors: readonly ErrorCode[];
  /** How long a caller waits, in milliseconds. */
  readonly timeoutMs: number;
}

/** Specification section 9: the callable function time-out. */
export const DEFAULT_TIMEOUT_MS = 70_000;

/** States the contract of one call; access, input, output and errors are all required. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(
  contract: Omit<CallContract<Input, Output>, 'timeoutMs'> & { timeoutMs?: number },
): CallContract<Input, Output> {
  return { timeoutMs: DEFAULT_TIMEOUT_MS, ...contract };
}
