import type { CallData, CallResult } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { type BulkFacts, bulkDenialReason } from '#shared/reviews/bulk.ts';
import type { PolicyReason } from '#shared/reviews/policy.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { denialOf, requireAllowed } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';
import { readWaiting } from '../listings/waiting.ts';
import { findReview, findVersion } from '../versions/queries.ts';
import { evaluatePolicy } from './apply-policy.ts';
import { approveLocked } from './approve.ts';
import { type FoundReview, lockReview } from './decide.ts';
import { rejectLocked } from './reject.ts';

type Result = CallResult<'reviews.decideSeveral'>['results'][number];
type Decision = CallData<'reviews.decideSeveral'>['decision'];

/** `reviews.getBulkFacts`: returns what decides if versions may be approved or rejected together. */
export const getBulkFacts: Handler<'reviews.getBulkFacts'> = async ({ data, caller, context }) => {
  const { db } = context;
  const versions: CallResult<'reviews.getBulkFacts'>['versions'] = [];
  for (const versionId of new Set(data.versionIds)) {
    const found = await unlessGone(async () => findVersion(db, versionId));
    if (found === null) continue;
    const review = await findReview(db, versionId);
    versions.push({ versionId, facts: await readBulkFacts(db, { ...found, review }, caller) });
  }
  return { versions };
};

/**
 * `reviews.decideSeveral`: approves or rejects versions one after another, each in its own transaction and with its own
 * record, so that those that can't be decided about don't stop the rest.
 */
export const decideSeveralReviews: Handler<'reviews.decideSeveral'> = async ({ data, caller, context }) => {
  const results: Result[] = [];
  for (const versionId of new Set(data.versionIds)) {
    results.push({ versionId, ...(await tryDecide(context, caller, { versionId, ...data })) });
  }
  return { results };
};

/** Decides about a version; returns the reason why that isn't possible, or null. */
async function tryDecide(
  { db, clock }: Context,
  caller: Caller,
  { versionId, decision }: { versionId: string; decision: Decision },
): Promise<Omit<Result, 'versionId'>> {
  try {
    return await db.transaction(async (tx) => {
      const locked = await lockReview(tx, versionId);
      const facts = await readBulkFacts(tx, locked, caller);
      requireAllowed(() => bulkDenialReason(facts), { reason: 'wrong-status' });
      const by = { uid: caller.uid, now: clock() };
      if (decision.kind === 'reject') await rejectLocked(tx, locked, { ...by, ...decision });
      else
        await approveLocked(tx, locked, { ...by, note: null, listingRevision: undefined, withUndo: false });
      return { denialReason: null };
    });
  } catch (error) {
    if (error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'not-found')) {
      return denialOf(error);
    }
    throw error;
  }
}

async function readBulkFacts(
  db: Db | Tx,
  { version, app, review }: FoundReview,
  { uid }: Caller,
): Promise<BulkFacts & { policyReasons: PolicyReason[] }> {
  const { bulkDecisions } = await readSettings(db);
  // Another admin decides, so that an admin's part in the app is up to the rule for one's own apps.
  const { decision } = await evaluatePolicy(db, { version, app }, { updates: 'approve', isOfAdmin: false });
  return {
    bulkDecisions,
    isAwaitingReview: VERSION_STATUSES[version.status].isAwaitingReview === true,
    isAppRemoved: app.status === 'removed',
    isClaimedByOther:
      version.status === 'in_review' &&
      review !== null &&
      review.reviewerUid !== uid &&
      review.reviewerUid !== null,
    own: await readOwnAppFacts(db, { app, version }, uid),
    hasListingChanges: (await readWaiting(db, app)).length > 0,
    policyReasons: decision.decision === 'approved' ? [] : [...decision.reasons],
  };
}

async function unlessGone<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return null;
    throw error;
  }
}
