import type { Db, Tx } from '../../platform/db/open.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { enqueueFairly } from '../../platform/queue/enqueue.ts';

/** Enqueues the inspection of a version; accounts take turns, by the uploader. */
export async function enqueueInspection(
  tx: Tx | Db,
  { id, createdByUid }: Pick<VersionRow, 'id' | 'createdByUid'>,
): Promise<void> {
  await enqueueFairly(tx, { name: 'analyse-version', payload: { versionId: id }, uid: createdByUid });
}
