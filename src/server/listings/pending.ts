import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { appGraphics, appListings } from '../db/publishing-tables.ts';

/** Names and icons of a listing that people would see for the first time with the next publication, as sentences. */
export async function describePendingIdentity(db: Db | Tx, appId: string): Promise<string[]> {
  const listings = await db
    .select()
    .from(appListings)
    .where(eq(appListings.appId, appId))
    .orderBy(appListings.locale);
  const icons = await db
    .select({ locale: appGraphics.locale })
    .from(appGraphics)
    .where(and(eq(appGraphics.appId, appId), eq(appGraphics.kind, 'icon'), eq(appGraphics.isPublic, false)))
    .orderBy(appGraphics.locale);
  const names = listings
    .filter(({ texts, publicTexts }) => texts.name !== publicTexts?.name)
    .map(({ locale, texts, publicTexts }) =>
      publicTexts
        ? `The listing's name in ${locale} changes from "${publicTexts.name}" to "${texts.name}".`
        : `The listing's name in ${locale} is new: "${texts.name}".`,
    );
  return [...names, ...icons.map(({ locale }) => `The listing's icon in ${locale} is new.`)];
}
