import { t } from '../../languages/translate.ts';
import type { CaseValues } from '../rules/rule.ts';
import { ANDROID_PROBLEMS } from './android-problems.ts';
import { APPLE_PROBLEMS } from './apple-problems.ts';
import { CERTIFICATE_PROBLEMS } from './certificate-problems.ts';

/** What can be wrong with a file’s format, each as a part of a sentence. */
const FORMAT_PROBLEMS = {
  outOfBounds: () => t`it refers to bytes that it hasn’t got`,
  ...ANDROID_PROBLEMS,
  ...APPLE_PROBLEMS,
  ...CERTIFICATE_PROBLEMS,
};

/** What is wrong with a file’s format: the problem’s id and values, which a finding keeps. */
export type FormatProblem = CaseValues<typeof FORMAT_PROBLEMS, 'problem'>;

/**
 * Thrown by the readers of a package. It's a RangeError, as `DataView` throws for bytes that a damaged file lacks. The
 * message is for logs.
 */
export class FormatError extends RangeError {
  override readonly name: string = 'FormatError';
  readonly problem: FormatProblem;

  constructor(problem: FormatProblem) {
    super(describeProblem(problem));
    this.problem = problem;
  }
}

/** Returns what a reader found wrong, also where it went past the end of the file. */
export function problemOf(error: RangeError): FormatProblem {
  return error instanceof FormatError ? error.problem : { problem: 'outOfBounds' };
}

/**
 * Returns a problem as part of a sentence, in the page's language. Findings of earlier inspections have this part itself
 * instead of an id.
 */
export function describeProblem(values: { readonly problem: string }): string {
  const { problem } = values;
  return isKnown(problem) ? FORMAT_PROBLEMS[problem](values as never) : problem;
}

function isKnown(problem: string): problem is keyof typeof FORMAT_PROBLEMS {
  return Object.hasOwn(FORMAT_PROBLEMS, problem);
}
