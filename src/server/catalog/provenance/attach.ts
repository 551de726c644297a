import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { attachingDenialReason } from '#shared/provenance/rules.ts';
import { emit } from '../../events/emit.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { provenanceBundles, versions } from '../../platform/db/tables/versions.ts';
import { denied, requireAllowed } from '../../platform/input/call-error.ts';
import { findVersion, lockVersion } from '../versions/queries.ts';
import { openVerifier } from './trust.ts';
import { verifyBundle } from './verify.ts';

/**
 * `provenance.attach`: verifies a bundle against the SHA-256 of a version's file, or the announced one until the
 * inspection, which rejects files that differ from it. The same bundle again changes nothing.
 */
export const attachProvenance: Handler<'provenance.attach'> = async ({ data, caller, context }) => {
  const { db, config } = context;
  const found = await findVersion(db, data.versionId);
  await requireAppRole(db, found.app, { caller, role: 'maintainer' });
  const sha256 = found.version.sha256 ?? found.version.expectedSha256;
  if (sha256 === null) {
    throw denied(
      () =>
        t`The SHA-256 of this version isn’t known yet. Wait for its inspection, or announce it with versions.create.`,
      { reason: 'not-inspected' },
    );
  }
  requireAllowed(() => attachingDenialReason(found.version.status), {
    reason: 'wrong-status',
    status: found.version.status,
  });
  // Before the lock: a verification needs nothing of the database.
  const verifier = await openVerifier(config.sigstoreTrustedRoot);
  const provenance = await verifyBundle(verifier, { text: data.bundle, sha256 });
  return db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    requireAllowed(() => attachingDenialReason(version.status), {
      reason: 'wrong-status',
      status: version.status,
    });
    const [stored] = await tx
      .select({ bundle: provenanceBundles.bundle })
      .from(provenanceBundles)
      .where(eq(provenanceBundles.versionId, version.id));
    if (stored?.bundle === data.bundle) return { provenance };
    await tx
      .insert(provenanceBundles)
      .values({ versionId: version.id, bundle: data.bundle })
      .onConflictDoUpdate({ target: provenanceBundles.versionId, set: { bundle: data.bundle } });
    await tx.update(versions).set({ provenance }).where(eq(versions.id, version.id));
    const { repository, commit, workflow } = provenance;
    await emit(tx, {
      by: caller.uid,
      name: 'version.provenance-attached',
      appId: app.id,
      versionId: version.id,
      details: { repository, commit, workflow },
    });
    return { provenance };
  });
};
