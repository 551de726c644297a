import { PLATFORM_CHOICES } from '#client/components/app/platform-filter.ts';
import { chosenOf } from '#client/ui/filters.tsx';
import type { CallInput } from '#shared/calls.ts';
import { MAX_QUERY_LENGTH } from '#shared/reviews/queue-limits.ts';
import { CHANGES, FACTS, REVIEWERS, SORTS } from './queue-choices.ts';

/** The filters of the queue in the address: those of `reviews.queue`, with the search as `q`. */
export type QueueFilterInput = Pick<
  CallInput<'reviews.queue'>,
  'query' | 'sort' | 'reviewer' | 'change' | 'platform' | 'has'
>;

/** Returns the filters in an address, without values that don't exist. */
export function readQueueFilter(params: URLSearchParams): QueueFilterInput {
  const query = params.get('q') ?? '';
  const sort = chosenOf(SORTS, params.get('sort'));
  const reviewer = chosenOf(REVIEWERS, params.get('reviewer'));
  const change = chosenOf(CHANGES, params.get('change'));
  const platform = chosenOf(PLATFORM_CHOICES, params.get('platform'));
  const has = chosenOf(FACTS, params.get('has'));
  return {
    ...(query !== '' && query.trim().length <= MAX_QUERY_LENGTH && { query }),
    ...(sort && { sort }),
    ...(reviewer && { reviewer }),
    ...(change && { change }),
    ...(platform && { platform }),
    ...(has && { has }),
  };
}

/** Returns true when the address was reached from the queue, so that decisions go on to the next version in it. */
export function isFromQueue(params: URLSearchParams): boolean {
  return params.get('view') === 'queue';
}

/** Returns the path of the queue with an address's filters. */
export function queueHref(params: URLSearchParams): string {
  const { query, ...filter } = readQueueFilter(params);
  return `/admin?${new URLSearchParams({ view: 'queue', ...(query && { q: query }), ...filter })}`;
}

/** Returns the path of a review that goes on in the queue with an address's filters. */
export function queuedReviewHref(params: URLSearchParams, versionId: string): string {
  return `${queueHref(params)}&version=${encodeURIComponent(versionId)}`;
}
