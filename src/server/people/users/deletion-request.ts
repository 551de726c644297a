import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { DeletionRequest } from '#shared/account/deletion.ts';
import { accountDeletionRequests, type DeletionRequestRow } from '../../platform/db/tables/users.ts';

/** A request of a query; its times have PostgreSQL's form. */
export interface StoredDeletion extends Pick<DeletionRequestRow, 'state' | 'ground' | 'declineReason'> {
  readonly requestedAt: string | Date;
  readonly deleteAt: string | Date;
  readonly declinedAt: string | Date | null;
}

/** Selects a user's last request to delete their account, as JSON; null without one. */
export function deletionRequestOf(uid: SQLWrapper): SQL<StoredDeletion | null> {
  const { state, ground, requestedAt, deleteAt, declineReason, declinedAt } = accountDeletionRequests;
  return sql<StoredDeletion | null>`(
    SELECT jsonb_build_object('state', ${state}, 'ground', ${ground}, 'requestedAt', ${requestedAt}, 'deleteAt', ${deleteAt},
      'declineReason', ${declineReason}, 'declinedAt', ${declinedAt})
    FROM ${accountDeletionRequests} WHERE ${accountDeletionRequests.uid} = ${uid})`;
}

/** Converts a request to the shape of the API. */
export function presentDeletion(stored: StoredDeletion): DeletionRequest {
  const { state, ground, requestedAt, deleteAt, declineReason, declinedAt } = stored;
  return {
    state,
    requestedAt: new Date(requestedAt).toISOString(),
    deleteAt: new Date(deleteAt).toISOString(),
    declined:
      ground && declineReason !== null && declinedAt !== null
        ? { at: new Date(declinedAt).toISOString(), ground, reason: declineReason }
        : null,
  };
}
