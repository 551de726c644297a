import { eq } from 'drizzle-orm';
import type { ListingTexts } from '#shared/listings/listing.ts';
import type { Review } from '#shared/reviews/calls.ts';
import type { Db } from '../db/open.ts';
import { appGraphics, appListings } from '../db/publishing-tables.ts';

const FIELDS = [
  'name',
  'summary',
  'description',
  'whatsNew',
  'video',
] as const satisfies (keyof ListingTexts)[];

/** What of a listing would change with the next publication, by locale and field; graphics are told by their kind. */
export async function compareListings(db: Db, appId: string): Promise<Review['listingChanges']> {
  const [listings, graphics] = await Promise.all([
    db.select().from(appListings).where(eq(appListings.appId, appId)).orderBy(appListings.locale),
    db.select().from(appGraphics).where(eq(appGraphics.appId, appId)).orderBy(appGraphics.locale),
  ]);
  const texts = listings.flatMap(({ locale, texts: after, publicTexts: before }) =>
    FIELDS.filter((field) => after[field] !== (before?.[field] ?? '')).map((field) => ({
      locale,
      field: field as string,
      before: before?.[field] || null,
      after: after[field] || null,
    })),
  );
  const images = graphics
    .filter(({ isPublic }) => !isPublic)
    .map(({ locale, kind, key }) => ({
      locale,
      field: kind as string,
      before:
        graphics.find((other) => other.isPublic && other.locale === locale && other.kind === kind)?.key ??
        null,
      after: key,
    }));
  return [...texts, ...images];
}
