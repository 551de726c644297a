import type { CallResult } from '#shared/calls.ts';
import { plural } from '#shared/languages/translate.ts';

/** Returns what became of published changes, as sentences. */
export function outcomeText({
  live,
  waiting,
}: Pick<CallResult<'apps.publishListing'>, 'live' | 'waiting'>): string {
  return [
    live.length > 0 && plural(live.length, { one: '# change is live.', other: '# changes are live.' }),
    waiting.length > 0 &&
      plural(waiting.length, { one: '# waits for approval.', other: '# wait for approval.' }),
  ]
    .filter(Boolean)
    .join(' ');
}
