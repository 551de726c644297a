import { messageLanguage } from '#shared/languages/translate.ts';

/** Most steps of a vertical axis above zero. */
const MAX_STEPS = 4;

/**
 * Returns the ticks of an axis of counts, from zero up: whole numbers at equal distances of 1, 2 or 5 times a power of
 * ten, the last at or above the highest count.
 */
export function countTicks(highest: number): number[] {
  const least = Math.max(highest, 1) / MAX_STEPS;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? power;
  const steps = Math.ceil(Math.max(highest, 1) / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Returns the positions of labels below so many bars: both ends, and up to three evenly between. */
export function labelledBars(bars: number): number[] {
  const parts = Math.min(4, bars - 1);
  if (parts < 1) return [0];
  return Array.from({ length: parts + 1 }, (_, index) => Math.round((index * (bars - 1)) / parts));
}

/** Returns a day in UTC as text in the page's language, such as `Jan 31`. */
export function dayText(day: string): string {
  return new Date(day).toLocaleDateString(messageLanguage(), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** Bars from which an axis of days names months with their year, because a day alone would stand for two. */
const YEARLY_BARS = 180;

/** Returns the label of a day below so many bars, such as `Jan 31`, or `Jan 2026` where a year is shown. */
export function axisText(day: string, bars: number): string {
  if (bars < YEARLY_BARS) return dayText(day);
  return new Date(day).toLocaleDateString(messageLanguage(), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
