import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: everybody, every signed-in user, developers and admins, or admins alone. */
export type Access = 'public' | 'signedIn' | 'developer' | 'admin';

/** What a personal API token may be allowed to do. */
export type TokenScope = 'apps:read' | 'apps:write';

export interface CallContract<
  Who extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly access: Who;
  /** The scope with which an API token may call too; without it only sessions may. */
  readonly token?: TokenScope;
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
