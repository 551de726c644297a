import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { type Changelogs, readFastlane, type SkippedFile } from '#shared/listings/fastlane.ts';
import { initialTexts, type ListingTexts } from '#shared/listings/listing.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings, type ListingRow } from '../../platform/db/tables/listings.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { findHighestBuild } from '../versions/queries.ts';
import { removeLanguage } from './go-live.ts';
import { storeHtml } from './html.ts';
import { requireListingSize, requireLocaleCount } from './limits.ts';
import { markdownPool } from './markdown-pool.ts';
import { presentListing } from './queries.ts';
import { settleListing } from './settle.ts';
import { rejectStaleEdit } from './stale.ts';

/**
 * `apps.updateListing`: stores an app's texts in one language; `settleListing` decides which go live immediately. An
 * edit of an old revision is `aborted` with both sides' values.
 */
export const updateListing: Handler<'apps.updateListing'> = async ({ data, caller, context }) => {
  const html = await context.services.get(markdownPool).render(data.listing.description, caller.uid);
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const before = await findListing(tx, app.id, data.locale);
    if (before && !before.isDeleted && isSame(before.texts, data.listing))
      return { listing: presentListing(before) };
    if ((before?.revision ?? 0) !== data.revision) {
      rejectStaleEdit({
        current: before?.texts ?? initialTexts({ name: app.name, summary: '' }),
        yours: data.listing,
        revision: before?.revision ?? 0,
      });
    }
    const by = { uid: caller.uid, now: context.clock() };
    const listing = await store(tx, { app, before, locale: data.locale, texts: data.listing, by });
    await storeHtml(tx, { ...listing, description: listing.texts.description, html });
    await requireListingSize(tx, app.id);
    return { listing: presentListing(listing) };
  });
};

/** `apps.importListing`: imports the texts of a folder in the fastlane layout; other texts stay. */
export const importListing: Handler<'apps.importListing'> = async ({ data, caller, context }) => {
  const { texts, changelogs, skipped } = readFastlane(data.files);
  const locales = [...new Set([...texts.keys(), ...changelogs.keys()])].sort();
  requireLocaleCount(locales.length);
  const html = await renderDescriptions(context, texts, caller.uid);
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const by = { uid: caller.uid, now: context.clock() };
    for (const locale of locales) {
      const before = await findListing(tx, app.id, locale);
      const merged = {
        ...initialTexts({ name: app.name, summary: '' }),
        ...before?.texts,
        ...texts.get(locale),
      };
      if (before && !before.isDeleted && isSame(before.texts, merged)) continue;
      const { description } = (await store(tx, { app, before, locale, texts: merged, by })).texts;
      const rendered = html.get(locale);
      if (rendered !== undefined) await storeHtml(tx, { appId: app.id, locale, description, html: rendered });
    }
    const dropped = await storeChangelogs(tx, app.id, changelogs);
    await requireListingSize(tx, app.id);
    return { locales, skipped: [...skipped, ...dropped] };
  });
};

/** Release notes kept for each language; folders keep those of all versions. */
const MAX_CHANGELOGS = 20;

/**
 * Adds release notes to those of the languages, for the newest version that was submitted and for versions to come. Returns
 * the imported ones that are too many.
 */
async function storeChangelogs(
  tx: Tx,
  appId: string,
  imported: ReadonlyMap<string, Changelogs>,
): Promise<SkippedFile[]> {
  if (imported.size === 0) return [];
  const newest = (await findHighestBuild(tx, appId))?.versionCode ?? 0;
  const dropped: SkippedFile[] = [];
  for (const [locale, added] of imported) {
    const before = await findListing(tx, appId, locale);
    const sorted = Object.entries({ ...before?.changelogs, ...added })
      .filter(([code]) => Number(code) >= newest)
      .sort(([a], [b]) => Number(a) - Number(b));
    const kept = sorted.splice(-MAX_CHANGELOGS);
    const reason = t`Only the release notes of the ${MAX_CHANGELOGS} highest version codes are kept.`;
    for (const [code] of sorted) {
      if (code in added) dropped.push({ path: `${locale}/changelogs/${code}.txt`, reason });
    }
    await tx
      .update(appListings)
      .set({ changelogs: Object.fromEntries(kept) })
      .where(isOf(appId, locale));
  }
  return dropped;
}

/** Time limit for rendering descriptions during an import; the job that renders listings does the rest. */
const RENDER_MS = 10_000;

/** Returns the HTML of imported descriptions by locale, as many as there is time for. */
async function renderDescriptions(
  { services }: Context,
  texts: ReadonlyMap<string, Partial<ListingTexts>>,
  account: string,
): Promise<Map<string, string>> {
  const html = new Map<string, string>();
  const end = performance.now() + RENDER_MS;
  for (const [locale, { description }] of texts) {
    if (performance.now() > end) break;
    if (description !== undefined)
      html.set(locale, await services.get(markdownPool).render(description, account));
  }
  return html;
}

/**
 * `apps.deleteLocale`: deletes an app's texts and pictures in one language, except the default language. Deleting a
 * live language may need approval; saving its texts again cancels the deletion.
 */
export const deleteLocale: Handler<'apps.deleteLocale'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    requireAllowed(defaultDenialReason(app, data.locale), { reason: 'default-language' });
    const listing = await findListing(tx, app.id, data.locale);
    if (!listing) throw new CallError('not-found', 'The listing doesn’t have this language.');
    if (listing.publicTexts === null) await removeLanguage(tx, { appId: app.id, locale: data.locale });
    else {
      await tx
        .update(appListings)
        .set({ isDeleted: true, revision: listing.revision + 1 })
        .where(isOf(app.id, data.locale));
    }
    const by = { uid: caller.uid, now: context.clock() };
    await settle(tx, app, { by, event: 'listing.deleted', locale: data.locale });
    return {};
  });

/** Returns the reason why a language can't be deleted: it is the default one; null when it can. */
function defaultDenialReason({ details, publicDetails, status }: AppRow, locale: string): string | null {
  if (locale === details.defaultLocale)
    return 'This is the app’s default language. Choose another one first.';
  if (status === 'draft' || locale !== publicDetails.defaultLocale) return null;
  return 'This stays the default language until your new one is approved.';
}

const isOf = (appId: string, locale: string) =>
  and(eq(appListings.appId, appId), eq(appListings.locale, locale));

async function findListing(tx: Tx, appId: string, locale: string): Promise<ListingRow | null> {
  const [row] = await tx.select().from(appListings).where(isOf(appId, locale));
  return row ?? null;
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
  const set = {
    texts,
    isDeleted: false,
    revision: (before?.revision ?? 0) + 1,
    updatedByUid: by.uid,
    updatedAt: by.now,
  };
  const [row] = await tx
    .insert(appListings)
    .values({ appId: app.id, locale, ...set })
    .onConflictDoUpdate({ target: [appListings.appId, appListings.locale], set })
    .returning();
  await settle(tx, app, { by, event: 'listing.updated', locale });
  return (await findListing(tx, app.id, locale)) ?? (row as ListingRow);
}

/** Records an edit and decides which parts go live. */
async function settle(
  tx: Tx,
  app: AppRow,
  { by, event, locale }: Pick<Edit, 'by' | 'locale'> & { event: 'listing.updated' | 'listing.deleted' },
): Promise<void> {
  await emit(tx, { by: by.uid, name: event, appId: app.id, details: { locale } });
  await settleListing(tx, app.id, { byUid: by.uid, now: by.now, locale });
}
