import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { isSameValue, type ListingValue, picturesOf } from '#shared/listings/values.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { type ListingChangeRow, listingChanges, listingReviews } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { withdrawFromFeed } from '../../platform/files/feed-files.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { readFields } from './differences.ts';
import { noteDrafts } from './drafts.ts';
import { goLive } from './go-live.ts';
import { findOf } from './review-rows.ts';

/**
 * `listings.revert`: restores the live value from before a change that went live without approval. The publisher's
 * draft stays, and needs approval when it is published again. Reverting twice has no effect; a field that changed again is rejected.
 */
export const revertListingChange: Handler<'listings.revert'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { change, app } = await lockChange(tx, data.changeId);
    if (change.revertedAt !== null) return {};
    await requireNewest(tx, { change, app, revision: data.revision });
    const now = context.clock();
    const reason = data.reason || null;
    await tx
      .update(listingChanges)
      .set({ revertedAt: now, revertedByUid: caller.uid, revertReason: reason })
      .where(eq(listingChanges.id, change.id));
    // First, so that subscribers use the name of the app that its publisher knows.
    await emit(tx, {
      by: caller.uid,
      name: 'listing.reverted',
      appId: app.id,
      ...(change.versionId && { versionId: change.versionId }),
      details: { changed: [{ locale: change.locale, field: change.field }], count: 1, reason },
    });
    if (change.versionId === null) await restore(tx, { change, reason, now });
    else await restoreReleaseNotes(tx, change, change.versionId);
    return {};
  });

async function lockChange(tx: Tx, id: string): Promise<{ change: ListingChangeRow; app: AppRow }> {
  const [known] = await tx
    .select({ appId: listingChanges.appId })
    .from(listingChanges)
    .where(eq(listingChanges.id, id));
  const [app] = known ? await tx.select().from(apps).where(eq(apps.id, known.appId)).for('update') : [];
  const [change] = await tx.select().from(listingChanges).where(eq(listingChanges.id, id));
  if (!app || !change) throw new CallError('not-found', 'This change is no longer available.');
  return { change, app };
}

interface RevertRequest {
  readonly change: ListingChangeRow;
  readonly app: AppRow;
  readonly revision: number;
}

/** Throws when the change is no longer live, or was edited after it was reviewed. */
async function requireNewest(tx: Tx, { change, app, revision }: RevertRequest): Promise<void> {
  const [newest] = await tx
    .select({ id: listingChanges.id })
    .from(listingChanges)
    .where(
      and(
        eq(listingChanges.appId, change.appId),
        eq(listingChanges.locale, change.locale),
        inArray(listingChanges.field, [change.field, 'language']),
        change.versionId === null
          ? isNull(listingChanges.versionId)
          : eq(listingChanges.versionId, change.versionId),
        isNull(listingChanges.revertedAt),
      ),
    )
    .orderBy(desc(listingChanges.changedAt), desc(listingChanges.id))
    .limit(1);
  const live = await readLive(tx, app, change);
  const isCurrent =
    change.revision === revision && newest?.id === change.id && isSameValue(live, change.after.value);
  if (isCurrent) return;
  throw new CallError(
    'failed-precondition',
    'This changed again after the change you opened. Review the latest one, then decide.',
    { reason: 'changed-again', changeId: newest?.id ?? null },
  );
}

/** Returns the live value of the field. */
async function readLive(
  tx: Tx,
  app: AppRow,
  { locale, field, versionId }: ListingChangeRow,
): Promise<ListingValue> {
  if (versionId !== null) {
    const [version] = await tx.select().from(versions).where(eq(versions.id, versionId));
    return version?.releaseNotes[locale] ?? '';
  }
  return findOf(await readFields(tx, app, locale), { locale, field })?.before ?? '';
}

interface Restoration {
  readonly change: ListingChangeRow;
  readonly reason: string | null;
  readonly now: Date;
}

async function restore(tx: Tx, { change, reason, now }: Restoration): Promise<void> {
  const { appId, locale, field, before } = change;
  const held = { isHeld: true, reason, decidedAt: now };
  await tx
    .insert(listingReviews)
    .values({ appId, locale, field, status: 'held', revision: '', waitingSince: now, ...held })
    .onConflictDoUpdate({
      target: [listingReviews.appId, listingReviews.locale, listingReviews.field],
      set: held,
    });
  await goLive(tx, appId, [{ locale, field, value: before.value }]);
  await withdrawPictures(tx, change);
  await noteDrafts(tx, appId);
}

/** Stops serving pictures that staff removed, even to clients with an index that lists them. */
async function withdrawPictures(tx: Tx, { appId, before, after }: ListingChangeRow): Promise<void> {
  const kept = new Set(picturesOf(before.value).map(({ key }) => key));
  const gone = picturesOf(after.value).filter(({ key }) => !kept.has(key));
  await withdrawFromFeed(
    tx,
    appId,
    gone.map(({ key }) => key),
  );
}

/** Reverts release notes in the version too: its publisher can't edit them. */
async function restoreReleaseNotes(tx: Tx, { appId, locale, before }: ListingChangeRow, versionId: string) {
  const notes =
    before.value === ''
      ? sql`${versions.releaseNotes} - ${locale}::text`
      : sql`${versions.releaseNotes} || ${JSON.stringify({ [locale]: before.value })}::jsonb`;
  await tx.update(versions).set({ releaseNotes: notes }).where(eq(versions.id, versionId));
  await queueRebuildOf(tx, [appId]);
}
