import { eq } from 'drizzle-orm';
import type { Listing } from '#shared/listings/calls.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import type { Db, Tx } from '../db/open.ts';
import { appGraphics, appListings, type GraphicRow, type ListingRow } from '../db/publishing-tables.ts';

/** The listings and graphics of an app. */
export async function readListings(
  db: Db | Tx,
  appId: string,
): Promise<{ listings: Listing[]; graphics: Graphic[] }> {
  const listings = await db
    .select()
    .from(appListings)
    .where(eq(appListings.appId, appId))
    .orderBy(appListings.locale);
  const graphics = await db
    .select()
    .from(appGraphics)
    .where(eq(appGraphics.appId, appId))
    .orderBy(appGraphics.locale, appGraphics.kind, appGraphics.position, appGraphics.createdAt);
  return { listings: listings.map(presentListing), graphics: graphics.map(presentGraphic) };
}

/** A listing as calls answer with it. */
export function presentListing({ locale, texts, publicTexts, revision, updatedAt }: ListingRow): Listing {
  return { locale, texts, publicTexts, revision, updatedAt: updatedAt.toISOString() };
}

/** A graphic as calls answer with it: its storage key is its path. */
export function presentGraphic(row: GraphicRow): Graphic {
  const { id, locale, kind, position, key, width, height, size, findings, isPublic } = row;
  return { id, locale, kind, position, path: key, width, height, size, findings, isPublic };
}
