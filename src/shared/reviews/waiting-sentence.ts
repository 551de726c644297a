import { describeDuration } from '../duration.ts';
import type { WaitingTimes } from './calls.ts';

/** Fewer decisions than these say too little about the next one. */
const ENOUGH = 5;

/** How long a decision takes at present, as a sentence: measured, as a place in the queue would mislead. */
export function waitingSentence({ decisions, medianSeconds, p90Seconds }: WaitingTimes): string {
  if (decisions < ENOUGH || medianSeconds === null || p90Seconds === null) {
    return 'The store has decided too little lately to say how long it takes.';
  }
  const half = describeDuration(medianSeconds);
  const most = describeDuration(p90Seconds);
  return `Of the last ${decisions} decisions, half came within about ${half}, nine of ten within about ${most}.`;
}
