import { and, eq } from 'drizzle-orm';
import { wasEverPublic } from '#shared/listings/publication.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { storeMarks } from '../lookalikes/marks.ts';
import { nameApp } from './name-app.ts';
import { findOf, noteWaiting, readReviews, settleReview } from './review-rows.ts';
import { findUnpublished } from './waiting.ts';

/**
 * Follows an edit of a locked app's listing in one language, or in `EVERY_LANGUAGE`, after it was stored. An app that was live keeps
 * it as a draft, until `settleChanges` publishes it; an app that never was only takes its name from the draft.
 */
export async function noteEdit(tx: Tx, appId: string, locale: string): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) return;
  if (!wasEverPublic(app)) {
    await nameApp(tx, appId);
    return storeMarks(tx, appId);
  }
  await cancelDeletion(tx, appId, locale);
  const hasDrafts = isDrafted(await findUnpublished(tx, app, locale));
  // The other languages only count when this one has none.
  if (hasDrafts !== app.hasListingDrafts) await storeDrafts(tx, app, hasDrafts || undefined);
  await storeMarks(tx, appId);
}

/**
 * Stores on a locked app whether its publisher has something to publish, so that pages show it, and what people recognise it by: call
 * it when drafts, waiting changes or approvals of its listing are gone or new.
 */
export async function noteDrafts(tx: Tx, appId: string): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) return;
  await storeDrafts(tx, app);
  await storeMarks(tx, appId);
}

async function storeDrafts(tx: Tx, app: AppRow, known?: boolean): Promise<void> {
  const hasListingDrafts = known ?? isDrafted(await findUnpublished(tx, app));
  if (hasListingDrafts === app.hasListingDrafts) return;
  await tx.update(apps).set({ hasListingDrafts }).where(eq(apps.id, app.id));
}

function isDrafted(changes: Awaited<ReturnType<typeof findUnpublished>>): boolean {
  return changes.some(({ status }) => status === 'draft');
}

/** Withdraws the deletion of a language that waits for approval, once its publisher saved the language again. */
async function cancelDeletion(tx: Tx, appId: string, locale: string): Promise<void> {
  const review = findOf(await readReviews(tx, appId, locale), { locale, field: 'language' });
  if (review?.status !== 'waiting') return;
  const [listing] = await tx
    .select({ isDeleted: appListings.isDeleted })
    .from(appListings)
    .where(and(eq(appListings.appId, appId), eq(appListings.locale, locale)));
  if (listing?.isDeleted) return;
  await settleReview(tx, review);
  await noteWaiting(tx, appId);
}
