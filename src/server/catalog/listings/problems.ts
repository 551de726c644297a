import { CallError, type ErrorDetails } from '#shared/errors.ts';
import { joinSentences, noteSentence, type SentencePart } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import { MAX_PROBLEMS } from '#shared/listings/problems.ts';
import type { Reason } from '#shared/reasons.ts';
import { errorOf, messageOf } from '../../platform/input/call-error.ts';

/** A part of an input that can't be applied. */
export interface Problem {
  /** The field of the input. */
  readonly path: string;
  readonly reason: Reason;
  readonly message: string;
  readonly sentence?: readonly SentencePart[];
  /** Further details of the reason. */
  readonly details?: ErrorDetails;
}

/** Runs a check; adds its `CallError` to the problems if it has a reason. */
export async function collect(problems: Problem[], path: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof CallError) || !error.details?.reason) throw error;
    const { reason, sentence, ...details } = error.details;
    const hasMore = Object.keys(details).length > 0;
    problems.push({
      path,
      reason,
      message: error.message,
      ...(sentence && { sentence }),
      ...(hasMore && { details }),
    });
  }
}

/** Throws `failed-precondition` with all problems, which rolls the transaction back, unless there are none. */
export function requireNone(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const listed = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length - listed.length;
  const why =
    problems.length === 1
      ? joinSentences(`${first.path}: `, { text: first.message, parts: first.sentence ?? [first.message] })
      : noteSentence(() => t`There are ${problems.length} problems.`);
  const nothing = noteSentence(() => t`Nothing was applied.`);
  throw errorOf('failed-precondition', messageOf(joinSentences(nothing, ' ', why)), {
    reason: 'not-applied',
    problems: listed,
    ...(more > 0 && { more }),
  });
}
