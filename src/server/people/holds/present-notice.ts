import type { HoldNotice } from '#shared/holds/hold.ts';
import type { StoredNotice } from '../../platform/db/tables/holds.ts';

/** Converts a hold to the shape of the API, in which everybody with access to the app sees it. */
export function presentNotice(stored: StoredNotice | null): HoldNotice | null {
  if (stored === null) return null;
  return {
    ...stored,
    since: new Date(stored.since).toISOString(),
    reviewAt: new Date(stored.reviewAt).toISOString(),
  };
}
