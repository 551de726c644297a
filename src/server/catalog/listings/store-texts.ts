import { and, eq } from 'drizzle-orm';
import {
  type Changelogs,
  MAX_CHANGELOGS,
  type SkippedFile,
  skippedNotes,
} from '#shared/listings/fastlane.ts';
import { initialTexts, type ListingTexts } from '#shared/listings/listing.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings, type ListingRow } from '../../platform/db/tables/listings.ts';
import { markdownPool } from '../../platform/markdown/markdown-pool.ts';
import { findHighestBuild } from '../versions/queries.ts';

/** The condition that a listing is that of an app in one language. */
export const isListingOf = (appId: string, locale: string) =>
  and(eq(appListings.appId, appId), eq(appListings.locale, locale));

/** Returns the texts of a locked app in one language; null without any. */
export async function findListing(tx: Tx, appId: string, locale: string): Promise<ListingRow | null> {
  const [row] = await tx.select().from(appListings).where(isListingOf(appId, locale));
  return row ?? null;
}

/** The author of an edit of a listing, and its time. */
export interface Editor {
  readonly uid: string;
  readonly now: Date;
}

interface TextsEdit {
  readonly app: AppRow;
  readonly locale: string;
  readonly texts: ListingTexts;
  readonly by: Editor;
}

/** Returns true when saving texts would change nothing. */
export function hasTexts(before: ListingRow, texts: ListingTexts): boolean {
  const fields = Object.keys(texts) as (keyof ListingTexts)[];
  return !before.isDeleted && fields.every((field) => before.texts[field] === texts[field]);
}

/** Stores the texts of a language as the draft and records the edit; `noteEdit` must follow. */
export async function storeTexts(
  tx: Tx,
  before: ListingRow | null,
  { app, locale, texts, by }: TextsEdit,
): Promise<ListingRow> {
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
  await emit(tx, { by: by.uid, name: 'listing.updated', appId: app.id, details: { locale } });
  return row as ListingRow;
}

/** Like `storeTexts`, but keeps texts that aren't named. Returns null when nothing changes. */
export async function mergeTexts(
  tx: Tx,
  { app, locale, texts, by }: Omit<TextsEdit, 'texts'> & { readonly texts: Partial<ListingTexts> },
): Promise<ListingRow | null> {
  const before = await findListing(tx, app.id, locale);
  const merged = { ...initialTexts({ name: app.name, summary: '' }), ...before?.texts, ...texts };
  return before && hasTexts(before, merged)
    ? null
    : storeTexts(tx, before, { app, locale, texts: merged, by });
}

/**
 * Adds release notes to those of the languages, for the newest version that was submitted and for versions to come. Returns
 * those that aren't kept, with the reason.
 */
export async function storeChangelogs(
  tx: Tx,
  appId: string,
  imported: ReadonlyMap<string, Changelogs>,
): Promise<SkippedFile[]> {
  if (imported.size === 0) return [];
  const newest = (await findHighestBuild(tx, appId))?.versionCode ?? 0;
  const skipped: SkippedFile[] = [];
  for (const [locale, added] of imported) {
    const before = await findListing(tx, appId, locale);
    const all = Object.entries({ ...before?.changelogs, ...added }).sort(([a], [b]) => Number(a) - Number(b));
    const coming = all.filter(([code]) => Number(code) >= newest);
    const kept = Object.fromEntries(coming.slice(-MAX_CHANGELOGS));
    for (const code of Object.keys(added)) {
      if (!(code in kept)) skipped.push(skippedNotes(locale, code, newest));
    }
    await tx.update(appListings).set({ changelogs: kept }).where(isListingOf(appId, locale));
  }
  return skipped;
}

/** Time limit for rendering descriptions during an import; the job that renders listings does the rest. */
const RENDER_MS = 10_000;

/** Returns the HTML of imported descriptions by locale, as many as there is time for. */
export async function renderDescriptions(
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
