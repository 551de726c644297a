import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { findNameless, namelessSentence } from '#shared/listings/publication.ts';
import { ownAppDenialReason, removedAppDenialReason } from '#shared/reviews/rules.ts';
import { emit } from '../../events/emit.ts';
import { lockAnyApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import {
  type ListingReviewRow,
  listingApprovals,
  listingReviews,
} from '../../platform/db/tables/listings.ts';
import { denied, requireAllowed } from '../../platform/input/denied.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';
import { revisionOf } from './differences.ts';
import { noteDrafts } from './drafts.ts';
import { recordChanges } from './record-changes.ts';
import { goLiveComplete } from './require-publishable.ts';
import { findOf, isField, noteWaiting } from './review-rows.ts';
import { nameChanges } from './settle.ts';
import { readLiveLanguages, readWaiting } from './waiting.ts';

/** `listings.approve`: publishes the submitted changes that an admin reviewed, without a new version; rejects outdated ones. */
export const approveListing: Handler<'listings.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockPublishedApp(tx, data.appId);
    requireAllowed(
      ownAppDenialReason(await readOwnAppFacts(tx, { app, version: null }, caller.uid), 'approve'),
      { reason: 'own-app' },
    );
    requireAllowed(removedAppDenialReason(app.status, 'listing'), { reason: 'app-removed' });
    const { waiting, chosen } = await readChosen(tx, app, data.changes);
    const nameless = findNameless(chosen, await readLiveLanguages(tx, app.id));
    if (nameless) {
      throw denied(namelessSentence(nameless), { reason: 'nameless' });
    }
    for (const change of chosen) {
      await tx.delete(listingReviews).where(isField(listingReviews, app.id, change));
      // An older approval must not return with its version.
      await tx.delete(listingApprovals).where(isField(listingApprovals, app.id, change));
    }
    // First, so that subscribers use the name of the app that its publisher knows.
    await emit(tx, {
      by: caller.uid,
      name: 'listing.approved',
      appId: app.id,
      details: nameChanges(chosen),
    });
    await goLiveComplete(
      tx,
      app,
      chosen.map(({ locale, field, after }) => ({ locale, field, value: after })),
    );
    const now = context.clock();
    for (const [submittedByUid, all] of Map.groupBy(chosen, (one) => one.submittedByUid)) {
      const edit = { appId: app.id, byUid: submittedByUid ?? app.ownerUid, approvedByUid: caller.uid, now };
      await recordChanges(tx, all, edit);
    }
    await noteWaiting(tx, app.id);
    await noteDrafts(tx, app.id);
    return { waiting: waiting.length - chosen.length };
  });

/** `listings.reject`: keeps submitted changes from going live, now and with the next version, until they are edited. */
export const rejectListing: Handler<'listings.reject'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockPublishedApp(tx, data.appId);
    const { waiting, chosen } = await readChosen(tx, app, data.changes);
    const now = context.clock();
    const { reason } = data;
    for (const change of chosen) {
      const { locale, field } = change;
      const set = {
        status: 'rejected' as const,
        isHeld: true,
        revision: revisionOf(change),
        submitted: null,
        pictureKeys: [],
        reason,
        decidedAt: now,
      } satisfies Partial<ListingReviewRow>;
      await tx
        .insert(listingReviews)
        .values({ appId: app.id, locale, field, waitingSince: now, ...set })
        .onConflictDoUpdate({
          target: [listingReviews.appId, listingReviews.locale, listingReviews.field],
          set,
        });
    }
    await noteWaiting(tx, app.id);
    await noteDrafts(tx, app.id);
    await emit(tx, {
      by: caller.uid,
      name: 'listing.rejected',
      appId: app.id,
      details: { ...nameChanges(chosen), reason },
    });
    return { waiting: waiting.length - chosen.length };
  });

async function lockPublishedApp(tx: Tx, appId: string): Promise<AppRow> {
  const app = await lockAnyApp(tx, appId);
  if (app.status === 'draft') {
    throw denied('This app was never published. Its listing is reviewed with its first version.', {
      reason: 'not-published',
    });
  }
  return app;
}

type ChosenChanges = CallData<'listings.approve'>['changes'];

/** Returns the waiting changes and the chosen ones. Throws when a chosen one changed after it was reviewed. */
async function readChosen(tx: Tx, app: AppRow, choice: ChosenChanges) {
  const waiting = await readWaiting(tx, app);
  const changed = choice.filter((one) => {
    const current = findOf(waiting, one);
    return current === undefined || revisionOf(current) !== one.revision;
  });
  if (changed.length > 0) {
    throw new CallError(
      'failed-precondition',
      'The listing changed after you opened this page. Review it again, then decide.',
      {
        reason: 'listing-changed',
        changed: changed.slice(0, 20).map(({ locale, field }) => ({ locale, field })),
      },
    );
  }
  const chosen = waiting.filter((one) => findOf(choice, one) !== undefined);
  return { waiting, chosen };
}
