import { eq } from 'drizzle-orm';
import { compareVersions } from '#shared/packages/changes.ts';
import { decideByPolicy } from '#shared/reviews/policy.ts';
import type { Tx } from '../db/open.ts';
import { type AppRow, type VersionRow, versions } from '../db/tables.ts';
import { describePendingIdentity } from '../listings/pending.ts';
import { readSettings } from '../settings/queries.ts';
import { findPublishedVersion } from '../versions/queries.ts';
import { THE_STORE } from '../versions/transition.ts';
import { approveVersion } from './approve-version.ts';

interface Submitted {
  readonly version: VersionRow;
  readonly app: AppRow;
  readonly now: Date;
}

/**
 * Has the store's policy look at a version that was just submitted. What it decided, and why, is stored with the
 * version; what it approves is approved in the same transaction.
 */
export async function applyPolicy(
  tx: Tx,
  { version, app, now }: Submitted,
): Promise<{ version: VersionRow; app: AppRow }> {
  const settings = await readSettings(tx);
  const published = await findPublishedVersion(tx, app.id);
  const listingChanges = await describePendingIdentity(tx, app.id);
  const policyDecision = decideByPolicy({
    updates: settings.review.updates,
    changes: compareWith(published, version),
    findings: version.findings,
    listingChanges,
  });
  const [row] = await tx
    .update(versions)
    .set({ policyDecision })
    .where(eq(versions.id, version.id))
    .returning();
  const judged = row as VersionRow;
  if (policyDecision.decision === 'toReview') return { version: judged, app };
  return approveVersion(tx, { version: judged, app, by: THE_STORE, note: null, now });
}

/** What differs from the published version; null without one, or when one of both could not be read. */
export function compareWith(published: VersionRow | null, version: VersionRow) {
  if (!published?.package || !published.signature || !version.package || !version.signature) return null;
  return compareVersions(
    { package: published.package, signature: published.signature },
    { package: version.package, signature: version.signature },
  );
}
