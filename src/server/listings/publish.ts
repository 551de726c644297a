import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { appGraphics, appListings } from '../db/publishing-tables.ts';

/** What people see of an app becomes what its publisher wrote, new names and icons included: a version went public. */
export async function makeListingPublic(tx: Tx, appId: string): Promise<void> {
  await tx
    .update(appListings)
    .set({ publicTexts: sql`${appListings.texts}` })
    .where(eq(appListings.appId, appId));
  await tx.execute(sql`
    UPDATE apps SET name = l.texts->>'name', summary = nullif(l.texts->>'summary', '')
    FROM app_listings l
    WHERE apps.id = ${appId} AND l.app_id = apps.id AND l.locale = apps.details->>'defaultLocale'`);
  const replaced = await tx
    .select({ locale: appGraphics.locale })
    .from(appGraphics)
    .where(and(eq(appGraphics.appId, appId), eq(appGraphics.kind, 'icon'), eq(appGraphics.isPublic, false)));
  const locales = replaced.map(({ locale }) => locale);
  if (locales.length > 0) {
    await tx
      .delete(appGraphics)
      .where(
        and(
          eq(appGraphics.appId, appId),
          eq(appGraphics.kind, 'icon'),
          eq(appGraphics.isPublic, true),
          inArray(appGraphics.locale, locales),
        ),
      );
  }
  await tx.update(appGraphics).set({ isPublic: true }).where(eq(appGraphics.appId, appId));
}
