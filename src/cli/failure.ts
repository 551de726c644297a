import { CallError, type ErrorCode } from '#shared/errors.ts';
import { missingRequirementsSchema } from '#shared/listings/completeness.ts';
import { problemsSchema } from '#shared/listings/problems.ts';
import { type CommandResult, EXIT } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The exit codes of errors; all others are rejections by the store. */
const EXITS: Partial<Record<ErrorCode, number>> = {
  unauthenticated: EXIT.notAuthorised,
  'permission-denied': EXIT.notAuthorised,
  unavailable: EXIT.timedOut,
  'deadline-exceeded': EXIT.timedOut,
  // A fault of the store isn't its decision: the same command may succeed later.
  internal: EXIT.timedOut,
};

/** Returns the outcome of a command that threw: rejected, not authorised, or a fault of the command. */
export function describeFailure(error: unknown): CommandResult {
  if (error instanceof UsageError) {
    return { exit: EXIT.usage, text: error.message, data: { code: 'usage', message: error.message } };
  }
  if (!(error instanceof CallError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { exit: EXIT.fault, text, data: { code: 'fault', message: text } };
  }
  const { code, message, details } = error;
  const lines = [...describeMissing(details?.['missing']), ...describeProblems(details?.['problems'])];
  return {
    exit: EXITS[code] ?? EXIT.rejected,
    text: [message, ...lines].join('\n'),
    data: { code, message, details },
  };
}

function describeMissing(details: unknown): string[] {
  const missing = missingRequirementsSchema.safeParse(details).data ?? [];
  return missing.map(({ label, link }) => `  ${label.padEnd(26)}${link}`);
}

/** Returns the lines of several problems, or the details of the one that the message names. */
function describeProblems(details: unknown): string[] {
  const problems = problemsSchema.safeParse(details).data ?? [];
  return problems.flatMap(({ path, message, details: more }) => [
    ...(problems.length > 1 ? [`  ${path}: ${message}`] : []),
    ...describeMissing(more?.missing),
  ]);
}
