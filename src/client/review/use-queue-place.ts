import { useNavigate, useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { isFromQueue, queuedReviewHref, queueHref, readQueueFilter } from './queue/queue-address.ts';

/** The place of a review in the queue that it was opened from, or in the whole queue. */
export interface QueuePlace {
  readonly isFromQueue: boolean;
  readonly queueHref: string;
  /** Paths of the reviews before and after it; null without one. */
  readonly previousHref: string | null;
  readonly nextHref: string | null;
  /** Opens the next review that no other reviewer has claimed, or the queue when there is none. */
  readonly openNext: () => void;
}

/** Returns the place of a review in the queue, by the filters in the address. */
export function useQueuePlace({ version }: Review): QueuePlace {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { data, refetch } = useCallQuery(
    'reviews.neighbors',
    { versionId: version.id, ...readQueueFilter(params) },
    { enabled: version.submittedAt !== null },
  );
  const hrefOf = (versionId: string | null | undefined) =>
    versionId ? queuedReviewHref(params, versionId) : null;

  async function openNext() {
    // A decision can be faster than the neighbors' arrival.
    const { nextToReviewId } = data ?? (await refetch()).data ?? {};
    await navigate(hrefOf(nextToReviewId) ?? queueHref(params));
  }

  return {
    isFromQueue: isFromQueue(params),
    queueHref: queueHref(params),
    previousHref: hrefOf(data?.previousId),
    nextHref: hrefOf(data?.nextId),
    openNext: () => void openNext(),
  };
}
