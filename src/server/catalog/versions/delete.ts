import { eq } from 'drizzle-orm';
import { deletionDenialReason, reservesVersionCode } from '#shared/versions/actions.ts';
import { emit } from '../../events/emit.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { submissionDrafts } from '../../platform/db/tables/reviews.ts';
import { provenanceBundles, versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { eraseTestCredentials } from '../lifecycle/test-credentials.ts';
import { removeFilesOf } from './files.ts';
import { findReview, lockVersion } from './queries.ts';

/**
 * `versions.delete`: deletes a version that is neither live nor waiting for a decision, with its file. The version
 * code of a submitted version stays reserved and is returned.
 */
export const deleteVersion: Handler<'versions.delete'> = async ({ data, caller, context }) => {
  const now = context.clock();
  return context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    requireAllowed(() => deletionDenialReason(version.status), {
      reason: 'wrong-status',
      status: version.status,
    });
    await requireNotHeld(tx, { version, app });
    const review = await findReview(tx, version.id);
    const isKept = reservesVersionCode({ submittedAt: review?.submittedAt ?? null });
    const here = eq(versions.id, version.id);
    if (isKept) {
      await tx.update(versions).set({ deletedAt: now, fileRemovedAt: now, provenance: null }).where(here);
      await tx.delete(provenanceBundles).where(eq(provenanceBundles.versionId, version.id));
      await tx.delete(submissionDrafts).where(eq(submissionDrafts.versionId, version.id));
      await eraseTestCredentials(tx, version.id);
    } else {
      await tx.delete(versions).where(here);
    }
    await removeFilesOf(tx, [version.id]);
    await emit(tx, {
      by: caller.uid,
      name: 'version.deleted',
      appId: app.id,
      versionId: version.id,
      details: { fileName: version.fileName, versionCode: version.versionCode, reservesVersionCode: isKept },
    });
    return { reservedVersionCode: isKept ? version.versionCode : null };
  });
};
