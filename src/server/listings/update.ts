import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { readFastlane } from '#shared/listings/fastlane.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { appGraphics, appListings, type ListingRow } from '../db/publishing-tables.ts';
import type { AppRow } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { presentListing } from './queries.ts';
import { refuseStale } from './stale.ts';

/**
 * `apps.updateListing`: stores an app's texts in one language. What is public already changes at once, but for the name,
 * which waits for the next review. An edit of an older state is `aborted` with both sides' values.
 */
export const updateListing: Handler<'apps.updateListing'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const before = await findListing(tx, app.id, data.locale);
    if (before && isSame(before.texts, data.listing)) return { listing: presentListing(before) };
    if ((before?.revision ?? 0) !== data.revision) {
      refuseStale({
        current: before?.texts ?? emptyTexts(app),
        yours: data.listing,
        revision: before?.revision ?? 0,
      });
    }
    const by = { uid: caller.uid, now: context.clock() };
    const listing = await store(tx, { app, before, locale: data.locale, texts: data.listing, by });
    return { listing: presentListing(listing) };
  });

/** `apps.importListing`: takes over the texts of a folder in the fastlane layout; what it does not name stays. */
export const importListing: Handler<'apps.importListing'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const { texts, skipped } = readFastlane(data.files);
    const by = { uid: caller.uid, now: context.clock() };
    for (const [locale, changed] of texts) {
      const before = await findListing(tx, app.id, locale);
      const merged = { ...emptyTexts(app), ...before?.texts, ...changed };
      if (!before || !isSame(before.texts, merged))
        await store(tx, { app, before, locale, texts: merged, by });
    }
    return { locales: [...texts.keys()].sort(), skipped: [...skipped] };
  });

/** `apps.deleteLocale`: deletes an app's texts and pictures in one language; its default language stays. */
export const deleteLocale: Handler<'apps.deleteLocale'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    if (data.locale === app.details.defaultLocale) {
      const reason = 'This is the default language of the app. Choose another one first.';
      throw new CallError('failed-precondition', reason, { reason });
    }
    const { rowCount } = await tx.delete(appListings).where(isOf(app.id, data.locale));
    if (!rowCount) throw new CallError('not-found', 'The listing has no such language.');
    await tx
      .delete(appGraphics)
      .where(and(eq(appGraphics.appId, app.id), eq(appGraphics.locale, data.locale)));
    await record(tx, app, { uid: caller.uid, event: 'listing.deleted', locale: data.locale });
    return {};
  });

const isOf = (appId: string, locale: string) =>
  and(eq(appListings.appId, appId), eq(appListings.locale, locale));

async function findListing(tx: Tx, appId: string, locale: string): Promise<ListingRow | null> {
  const [row] = await tx.select().from(appListings).where(isOf(appId, locale));
  return row ?? null;
}

function emptyTexts({ name }: AppRow): ListingTexts {
  return { name: name.slice(0, 50), summary: '', description: '', whatsNew: '', video: '' };
}

function isSame(a: ListingTexts, b: ListingTexts): boolean {
  return (Object.keys(a) as (keyof ListingTexts)[]).every((field) => a[field] === b[field]);
}

interface Edit {
  readonly app: AppRow;
  readonly before: ListingRow | null;
  readonly locale: string;
  readonly texts: ListingTexts;
  readonly by: { readonly uid: string; readonly now: Date };
}

async function store(tx: Tx, { app, before, locale, texts, by }: Edit): Promise<ListingRow> {
  const shown = before?.publicTexts;
  const set = {
    texts,
    publicTexts: shown ? { ...texts, name: shown.name } : null,
    revision: (before?.revision ?? 0) + 1,
    updatedByUid: by.uid,
    updatedAt: by.now,
  };
  const [row] = await tx
    .insert(appListings)
    .values({ appId: app.id, locale, ...set })
    .onConflictDoUpdate({ target: [appListings.appId, appListings.locale], set })
    .returning();
  await record(tx, app, { uid: by.uid, event: 'listing.updated', locale });
  return row as ListingRow;
}

async function record(
  tx: Tx,
  app: AppRow,
  { uid, event, locale }: { uid: string; event: string; locale: string },
): Promise<void> {
  await recordAudit(tx, { actorUid: uid, event, appId: app.id, details: { locale } });
  await enqueue(tx, 'rebuild-feeds', {});
}
