import { sql } from 'drizzle-orm';
import { EMPTY_LISTING, type ListingSize, listingDenialReason } from '#shared/listings/limits.ts';
import type { Tx } from '../../platform/db/open.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';

/** Throws `failed-precondition` when a listing exceeds its limits after a write. */
export async function requireListingSize(tx: Tx, appId: string): Promise<void> {
  rejectSize(await measureListing(tx, appId));
}

/** Throws `failed-precondition` for more languages than a listing may have, before any is written. */
export function requireLocaleCount(locales: number): void {
  rejectSize({ ...EMPTY_LISTING, locales });
}

function rejectSize(size: ListingSize): void {
  requireAllowed(() => listingDenialReason(size), { reason: 'listing-too-large' });
}

async function measureListing(tx: Tx, appId: string): Promise<ListingSize> {
  const { rows } = await tx.execute<{ [Part in keyof ListingSize]: string }>(sql`
    SELECT
      (SELECT count(*) FROM (
        SELECT locale FROM app_listings WHERE app_id = ${appId}
        UNION SELECT locale FROM app_graphics WHERE app_id = ${appId}
      ) AS locales) AS locales,
      (SELECT coalesce(sum(octet_length(texts::text) + octet_length(changelogs::text)), 0) FROM app_listings WHERE app_id = ${appId}) AS "textBytes",
      count(*) AS graphics, coalesce(sum(size), 0) AS "graphicBytes"
    FROM app_graphics WHERE app_id = ${appId}`);
  const { locales = 0, textBytes = 0, graphics = 0, graphicBytes = 0 } = rows[0] ?? {};
  return {
    locales: Number(locales),
    textBytes: Number(textBytes),
    graphics: Number(graphics),
    graphicBytes: Number(graphicBytes),
  };
}
