import { CallError } from '#shared/errors.ts';

/** One problem of an input, with its path: `details.tags.0`. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** Maximum issues listed in an error; it counts the rest. */
const MAX_ISSUES = 20;
/** Issues repeated in the error's own message. */
const MAX_SUMMARISED = 3;
/** Field names can come from the input, so both are truncated. */
const MAX_PATH_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;

/**
 * Returns the `invalid-argument` error for an input. Its message has the first few issues, `details.issues`
 * up to twenty, and `details.more` counts the rest.
 */
export function invalidInput(issues: readonly InputIssue[]): CallError {
  const listed = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: cutText(path, MAX_PATH_LENGTH),
    message: cutText(message, MAX_MESSAGE_LENGTH),
  }));
  const summarised = listed.slice(0, MAX_SUMMARISED);
  const others = issues.length - summarised.length;
  const sentences = summarised.map(({ path, message }) => `${path}: ${message}`);
  if (others > 0) sentences.push(`And ${others} more ${others === 1 ? 'problem' : 'problems'}.`);
  const more = issues.length - listed.length;
  return new CallError('invalid-argument', sentences.join(' '), {
    issues: listed,
    ...(more > 0 && { more }),
  });
}

/** Returns the `invalid-argument` error for one field, with a self-contained message. */
export function invalidField(path: string, message: string): CallError {
  return new CallError('invalid-argument', message, { issues: [{ path, message }] });
}

function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
