import { describeDuration } from '../duration.ts';
import { t } from '../languages/translate.ts';
import type { WaitingTimes } from './waiting-times.ts';

/** Minimum decisions for an estimate. */
const ENOUGH = 5;

/**
 * Returns a sentence about current decision times. It is based on measurements, because a queue position
 * would mislead.
 */
export function waitingSentence({ decisions, medianSeconds, p90Seconds }: WaitingTimes): string {
  if (decisions < ENOUGH || medianSeconds === null || p90Seconds === null) {
    return t`Not enough recent reviews to estimate timing.`;
  }
  const half = describeWait(medianSeconds);
  const p90 = describeWait(p90Seconds);
  return t`Of the last ${decisions} reviews, half took up to ${half} and 90% up to ${p90}.`;
}

/** Returns a duration of at least a minute: below that, the difference doesn't matter to anyone who waits. */
function describeWait(seconds: number): string {
  return describeDuration(Math.max(60, seconds));
}
