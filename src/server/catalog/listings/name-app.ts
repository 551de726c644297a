import { sql } from 'drizzle-orm';
import { AWAITING_REVIEW } from '#shared/statuses/version-status.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { PUBLISHABLE } from './review-rows.ts';

/**
 * Copies the name and summary of a locked app from its listing in the default language, and is the only writer of these
 * copies after `apps.create`. The texts are the live ones; an app that was never live shows its draft. Edits during and
 * after a review don't count, or an app could go live with a name that no reviewer has seen.
 */
export async function nameApp(tx: Tx, appId: string): Promise<void> {
  const { texts, publicTexts, locale } = appListings;
  await tx.execute(sql`
    UPDATE ${apps} SET name = named.texts->>'name', summary = nullif(named.texts->>'summary', '')
    FROM (
      SELECT coalesce(
        (SELECT ${publicTexts} FROM ${appListings}
          WHERE ${appListings.appId} = ${apps.id} AND ${locale} = ${apps.publicDetails}->>'defaultLocale'),
        (SELECT ${texts} FROM ${appListings}
          WHERE ${appListings.appId} = ${apps.id} AND ${locale} = ${apps.details}->>'defaultLocale'
            AND 'draft' IN (${apps.status}, ${apps.removedFrom})
            AND NOT EXISTS (SELECT FROM ${versions} WHERE ${versions.appId} = ${apps.id}
              AND ${oneOf(versions.status, [...AWAITING_REVIEW, ...PUBLISHABLE])}))
      ) AS texts
      FROM ${apps} WHERE ${apps.id} = ${appId}
    ) named
    WHERE ${apps.id} = ${appId} AND named.texts IS NOT NULL`);
}
