import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { compareBuildOrders } from '#shared/packages/build-order.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { KEEPING_QUEUE_POSITION, NOT_INSPECTED } from '#shared/statuses/version-status.ts';
import { resubmissionDenialReason, submissionOf, versionDenialReason } from '#shared/versions/actions.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import { requireScope } from '../../identity/authorise.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { denied, requireAllowed } from '../../platform/input/call-error.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { storeTestCredentials } from '../lifecycle/test-credentials.ts';
import { revisionOfAll } from '../listings/differences.ts';
import { nameApp } from '../listings/name-app.ts';
import { publishNamed } from '../listings/publish-changes.ts';
import { requireCompleteListing } from '../listings/require-complete.ts';
import { readWaiting } from '../listings/waiting.ts';
import { requireProvenance } from '../provenance/require.ts';
import { enqueuePublication, publicationColumns } from '../releases/schedule.ts';
import { presentVersion } from '../versions/present.ts';
import { type FoundVersion, findHighestBuild, findReview, lockVersion } from '../versions/queries.ts';
import { storeSubmissionDraft, suggestReleaseNotes } from '../versions/submission-draft.ts';
import { applyPolicy } from './apply-policy.ts';

/** Time for which a rejected or withdrawn version keeps its queue position for the next one, in milliseconds. */
const QUEUE_POSITION_KEPT_MS = 30 * 86_400_000;

/** The most submissions of one version; each leaves a review. */
const MAX_SUBMISSIONS = 50;

const SUBMISSIONS = defineCountLimit<string>({
  name: 'submissions',
  key: (versionId) => versionId,
  count: (tx, versionId) => tx.$count(reviews, eq(reviews.versionId, versionId)),
  max: () => MAX_SUBMISSIONS,
  error: ({ counted }) =>
    denied(() => t`This version was submitted ${counted} times. Upload a new version.`, {
      reason: 'too-many-submissions',
    }),
});

/**
 * `versions.submit`: submits a draft for review with its release settings, or a version again of which only the listing
 * was rejected; the store's policy may approve an update immediately. Submitting twice has no effect. An app's first
 * submission with an incomplete listing fails with `details.missing`. Drafted listing changes are only published when they are named.
 */
export const submitVersion: Handler<'versions.submit'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const found = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, found.app, { caller, role: 'maintainer' });
    if (data.listingChanges.length > 0) requireScope(caller, 'listing');
    if (isAlreadyDone(found.version, 'submit')) {
      return { version: await presentVersion(tx, found, caller) };
    }
    for (const check of submissionChecks(tx, found, context.config.publicUrl)) await check();
    const decided = await submitChecked(tx, found, {
      data,
      uid: caller.uid,
      now: context.clock(),
      secret: context.secret,
    });
    return { version: await presentVersion(tx, decided, caller) };
  });

/** Returns the checks of a submission; each throws `failed-precondition` when it isn't allowed. */
export function submissionChecks(tx: Tx, { version, app }: FoundVersion, publicUrl: string) {
  return [
    () => requireSubmittable(tx, version, app),
    async () => requireProvenance(app, version),
    () => requireCompleteListing(tx, { app, version, publicUrl }),
  ];
}

/** Submits a locked version that passed all checks; the store's policy may approve it immediately. */
export async function submitChecked(
  tx: Tx,
  { version, app: found }: FoundVersion,
  chosen: Chosen,
): Promise<FoundVersion> {
  const { data, uid, now, secret } = chosen;
  const { reviewerNotes, testCredentials: credentials } = data;
  await storeRelease(tx, version, chosen);
  if (reviewerNotes !== undefined) await storeSubmissionDraft(tx, version.id, { reviewerNotes });
  if (credentials !== undefined) await storeTestCredentials(tx, version.id, { credentials, secret });
  const app = await publishChosen(tx, found, chosen);
  await tx.insert(reviews).values({
    versionId: version.id,
    appId: version.appId,
    warnings: version.warnings,
    submittedAt: now,
    queuedAt: (await findKeptPosition(tx, version, now)) ?? now,
    listingRevision: revisionOfAll(await readWaiting(tx, app)),
  });
  // Before the status, after which the draft no longer names the app.
  await nameApp(tx, app.id);
  const submitted = await changeVersion(tx, version, {
    action: submissionOf(version.status),
    by: { actor: 'publisher', uid },
    set: {
      releaseNotes: withTexts(data.releaseNotes ?? (await suggestReleaseNotes(tx, { version, app }))),
    },
  });
  return applyPolicy(tx, { version: submitted, app, now });
}

/** Publishes the listing changes that are submitted with a version, and returns the app as it is then. */
async function publishChosen(tx: Tx, app: AppRow, { data, uid, now }: Chosen): Promise<AppRow> {
  if (data.listingChanges.length === 0) return app;
  await publishNamed(tx, { app, named: data.listingChanges, by: { uid, now } });
  const [current] = await tx.select().from(apps).where(eq(apps.id, app.id));
  return current as AppRow;
}

async function requireSubmittable(tx: Tx, version: VersionRow, app: AppRow): Promise<void> {
  requireAllowed(() => publishingDenialReason(app.status), { reason: 'app-removed' });
  await requireNotHeld(tx, { version, app });
  const { status } = version;
  requireAllowed(() => versionDenialReason({ action: submissionOf(status), status, actor: 'publisher' }), {
    reason: NOT_INSPECTED.includes(status) ? 'not-inspected' : 'wrong-status',
    status,
  });
  await requireResubmittable(tx, version);
  if (version.buildOrder === null) return;
  const highest = await findHighestBuild(tx, app.id, version.id);
  if (highest === null || compareBuildOrders(version.buildOrder, highest.buildOrder) > 0) return;
  const { versionCode, buildVersion } = highest;
  const own = version.package?.platform === 'ios' ? version.package.buildVersion : version.versionCode;
  const name = versionCode === null ? 'CFBundleVersion' : 'versionCode';
  throw denied(
    () =>
      t`${name} ${String(own)} isn’t above ${String(versionCode ?? buildVersion)}, the highest this app has used. Build with a higher ${name} and upload again.`,
    { reason: 'version-code-taken', highestVersionCode: versionCode },
  );
}

async function requireResubmittable(tx: Tx, version: VersionRow): Promise<void> {
  const earlier = await findReview(tx, version.id);
  if (earlier === null) return;
  if (earlier.decision === 'rejected') {
    const { rejectionReasons } = earlier;
    requireAllowed(
      () => resubmissionDenialReason({ rejectionReasons, fileRemovedAt: version.fileRemovedAt }),
      {
        reason: version.fileRemovedAt === null ? 'package-rejected' : 'file-deleted',
      },
    );
  }
  await requireRoom(tx, SUBMISSIONS, version.id);
}

interface Chosen {
  readonly data: CallData<'versions.submit'>;
  readonly uid: string;
  readonly now: Date;
  /** The server's secret, with which test credentials are encrypted. */
  readonly secret: string;
}

async function storeRelease(tx: Tx, version: VersionRow, { data, now }: Chosen): Promise<void> {
  const chosen = {
    track: data.track,
    percentage: data.percentage,
    ...publicationColumns(data.publication, now),
    updatedAt: now,
  };
  await tx
    .insert(releases)
    .values({ versionId: version.id, appId: version.appId, ...chosen })
    .onConflictDoUpdate({ target: releases.versionId, set: chosen });
  if (chosen.publishAt) await enqueuePublication(tx, version.id, chosen.publishAt);
}

/**
 * Returns the queue position of the version's earlier submission, otherwise of the app's last one that wasn't published
 * since; null without one.
 */
async function findKeptPosition(tx: Tx, version: VersionRow, now: Date): Promise<Date | null> {
  const own = await findReview(tx, version.id);
  if (own) return own.queuedAt;
  const [before] = await tx
    .select({ queuedAt: reviews.queuedAt })
    .from(reviews)
    .innerJoin(versions, eq(versions.id, reviews.versionId))
    .where(
      and(
        eq(versions.appId, version.appId),
        oneOf(versions.status, KEEPING_QUEUE_POSITION),
        gt(reviews.submittedAt, new Date(now.getTime() - QUEUE_POSITION_KEPT_MS)),
        sql`NOT EXISTS (
          SELECT FROM versions later
          WHERE later.app_id = ${versions.appId} AND later.published_at > ${reviews.submittedAt}
        )`,
      ),
    )
    .orderBy(desc(reviews.submittedAt))
    .limit(1);
  return before?.queuedAt ?? null;
}

function withTexts(notes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(notes).filter(([, text]) => text !== ''));
}
