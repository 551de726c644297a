import type { CallInput } from '#shared/calls.ts';
import { queueFilterSchema } from '#shared/reviews/queue-filter.ts';

/** The filters of the queue in the address: those of `reviews.queue`, with the search as `q`. */
const NAMES = ['sort', 'reviewer', 'change', 'platform', 'has'] as const;

export type QueueFilterInput = Pick<CallInput<'reviews.queue'>, (typeof NAMES)[number] | 'query'>;

/** Returns the filters in an address, without values that don't exist. */
export function readQueueFilter(params: URLSearchParams): QueueFilterInput {
  const given = {
    query: params.get('q'),
    ...Object.fromEntries(NAMES.map((name) => [name, params.get(name)])),
  };
  const { shape } = queueFilterSchema;
  const valid = Object.entries(given).filter(
    ([name, value]) => value && shape[name as keyof typeof shape].safeParse(value).success,
  );
  return Object.fromEntries(valid) as QueueFilterInput;
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
