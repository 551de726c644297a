import type { CallError } from '#shared/errors.ts';
import { joinSentences, noteSentence, type Sentence } from '#shared/languages/sentence.ts';
import { plural } from '#shared/languages/translate.ts';
import { errorOf, messageOf } from './call-error.ts';

/** One problem of an input, with its path: `details.tags.0`. */
export interface InputIssue {
  readonly path: string;
  readonly problem: Sentence;
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
  const listed = issues.slice(0, MAX_ISSUES).map(({ path, problem }) => ({
    path: cutText(path, MAX_PATH_LENGTH),
    problem: { ...problem, text: cutText(problem.text, MAX_MESSAGE_LENGTH) },
  }));
  const summarised = listed.slice(0, MAX_SUMMARISED);
  const others = issues.length - summarised.length;
  const sentences = summarised.map(({ path, problem }) => joinSentences(`${path}: `, problem));
  if (others > 0) {
    sentences.push(
      noteSentence(() => plural(others, { one: 'And # more problem.', other: 'And # more problems.' })),
    );
  }
  const more = issues.length - listed.length;
  const summary = joinSentences(
    ...sentences.flatMap((sentence, at) => (at > 0 ? [' ', sentence] : [sentence])),
  );
  return errorOf('invalid-argument', messageOf(summary), {
    issues: listed.map(({ path, problem }) => ({ path, ...messageOf(problem) })),
    ...(more > 0 && { more }),
  });
}

/** Returns the `invalid-argument` error for one field, with a self-contained message. */
export function invalidField(path: string, write: () => string): CallError {
  const written = messageOf(noteSentence(write));
  return errorOf('invalid-argument', written, { issues: [{ path, ...written }] });
}

function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
