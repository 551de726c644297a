import { findNewCapabilities } from '#shared/packages/capabilities.ts';
import type { PackageChange } from '#shared/packages/changes.ts';
import { findProvenanceChange } from '#shared/provenance/rules.ts';
import type { PolicyReason, StoredPolicyDecision } from '#shared/reviews/policy.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeReview } from '../lifecycle/change-version.ts';
import { needsAnotherAdmin } from '../lifecycle/own-app.ts';
import { findPendingIdentity } from '../listings/pending.ts';
import { recordChanges } from '../listings/record-changes.ts';
import { findConfusing } from '../lookalikes/find.ts';
import { type ComparedRow, findPublishedVersion, findReview } from '../versions/queries.ts';
import { approveVersion } from './approve-version.ts';
import { compareWith } from './compare.ts';
import { decideByPolicy } from './decide-by-policy.ts';
import { findEarlierRejection } from './earlier-rejection.ts';

interface Submitted {
  readonly version: VersionRow;
  readonly app: AppRow;
  readonly now: Date;
}

/** What the policy decides about a version, and the facts that it goes by. */
interface Evaluation {
  readonly published: ComparedRow | null;
  readonly changes: readonly PackageChange[] | null;
  readonly decision: StoredPolicyDecision & { readonly reasons: readonly PolicyReason[] };
}

/** The parts of a submission that a decision of the policy depends on, besides the version. */
interface EvaluationOptions {
  readonly updates: StoreSettings['review']['updates'];
  readonly isOfAdmin: boolean;
}

/** Evaluates the store's policy for a version as it and its app are now. */
export async function evaluatePolicy(
  db: Db | Tx,
  { version, app }: Pick<Submitted, 'version' | 'app'>,
  { updates, isOfAdmin }: EvaluationOptions,
): Promise<Evaluation> {
  const { listingChanges } = await readSettings(db);
  const published = await findPublishedVersion(db, app.id);
  const review = await findReview(db, version.id);
  const changes = compareWith(published, version);
  const decision = decideByPolicy({
    updates,
    package: version.package,
    changes,
    findings: version.findings,
    isOfAdmin,
    listingChanges: await findPendingIdentity(db, app),
    confusing: await findConfusing(db, app),
    wasRejected: (await findEarlierRejection(db, { appId: app.id, review })) !== null,
    provenanceChange: findProvenanceChange(published?.provenance ?? null, version.provenance),
    releaseNotes: listingChanges === 'approval' ? Object.keys(version.releaseNotes) : [],
  });
  return { published, changes, decision };
}

/**
 * Applies the store's policy to a version that was just submitted. Its decision and reasons are stored with the
 * review, as are its new capabilities, and an approval happens in the same transaction.
 */
export async function applyPolicy(
  tx: Tx,
  { version, app, now }: Submitted,
): Promise<{ version: VersionRow; app: AppRow }> {
  const { review } = await readSettings(tx);
  const { published, changes, decision } = await evaluatePolicy(
    tx,
    { version, app },
    { updates: review.updates, isOfAdmin: await needsAnotherAdmin(tx, { app, version }) },
  );
  const newCapabilities = findNewCapabilities(version.package, changes);
  await changeReview(tx, version.id, { policyDecision: decision, newCapabilities });
  if (decision.decision === 'toReview') return { version, app };
  // Nobody reviewed the listing, so only the version's release notes go live with it.
  const approved = await approveVersion(tx, {
    version,
    app,
    by: SYSTEM,
    policy: decision,
    note: null,
    listing: [],
    now,
  });
  await recordReleaseNotes(tx, { version, before: published?.releaseNotes ?? {}, now });
  return approved;
}

interface UnseenVersion {
  readonly version: VersionRow;
  /** The release notes of the published version, by locale. */
  readonly before: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** Records release notes that staff haven't read among the recent listing changes. */
async function recordReleaseNotes(tx: Tx, { version, before, now }: UnseenVersion): Promise<void> {
  const changes = Object.entries(version.releaseNotes)
    .filter(([locale, notes]) => notes !== before[locale])
    .map(([locale, after]) => ({ locale, field: 'whatsNew' as const, before: '', after }));
  const { appId, id: versionId, createdByUid: byUid } = version;
  await recordChanges(tx, changes, { appId, versionId, byUid, now });
}
