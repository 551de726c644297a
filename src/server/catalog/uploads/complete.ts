import type { Context } from '../../platform/context.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { enqueueInspection } from '../versions/enqueue-inspection.ts';
import { lockVersion, packageKey, uploadKey } from '../versions/queries.ts';

/**
 * Moves a complete upload to the packages, and has any server inspect it. Does nothing when that has
 * happened already or is no longer possible. A crash between the two is made good when the client asks again.
 */
export async function completeUpload({ db, storage }: Context, versionId: string): Promise<void> {
  await storage.move(uploadKey(versionId), packageKey(versionId));
  await db.transaction(async (tx) => {
    const { version } = await lockVersion(tx, versionId);
    if (version.status !== 'uploading') return;
    await changeVersion(tx, version, {
      action: 'completeUpload',
      by: SYSTEM,
      set: { receivedBytes: version.size },
    });
    await enqueueInspection(tx, version);
  });
}
