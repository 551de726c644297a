import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import { withDefaults } from '#shared/listings/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { listingHtml } from '../../platform/db/tables/listings.ts';
import { markdownPool } from '../../platform/markdown/markdown-pool.ts';
import { plainHtml } from '../../platform/markdown/plain-html.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';

/** Number of descriptions that one step of the job renders. */
const BATCH = 50;

/** The job's account in the pool, so that it takes turns with all users. */
const SYSTEM = '';

/** The hash under which the HTML of a public description is stored, in SQL over `app_listings l`. */
const PUBLIC_HASH = sql`encode(sha256(convert_to(l.public_texts->>'description', 'UTF8')), 'hex')`;

/** A description of one app in one language, and its rendered HTML. */
export interface RenderedDescription {
  readonly appId: string;
  readonly locale: string;
  readonly description: string;
  readonly html: string;
}

/** Stores the HTML of a saved description, and deletes the HTML of texts that the listing no longer has. */
export async function storeHtml(tx: Tx, rendered: RenderedDescription): Promise<void> {
  const { appId, locale } = rendered;
  if (rendered.description.trim() !== '') await insertHtml(tx, rendered);
  await tx.execute(sql`
    DELETE FROM listing_html h USING app_listings l
    WHERE h.app_id = ${appId} AND h.locale = ${locale} AND l.app_id = h.app_id AND l.locale = h.locale
      AND h.description_sha256 NOT IN (
        encode(sha256(convert_to(coalesce(l.texts->>'description', ''), 'UTF8')), 'hex'),
        encode(sha256(convert_to(coalesce(l.public_texts->>'description', ''), 'UTF8')), 'hex')
      )`);
}

async function insertHtml(db: Db | Tx, { description, ...rendered }: RenderedDescription): Promise<void> {
  const descriptionSha256 = createHash('sha256').update(description).digest('hex');
  await db
    .insert(listingHtml)
    .values({ ...rendered, descriptionSha256 })
    .onConflictDoNothing();
}

/** Returns the HTML of apps' public descriptions by app and language. Descriptions not rendered yet are missing. */
export async function readPublicHtml(
  db: Db | Tx,
  appIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const { rows } = await db.execute<{ appId: string; locale: string; html: string }>(sql`
    SELECT l.app_id AS "appId", l.locale, h.html
    FROM app_listings l
    JOIN listing_html h
      ON h.app_id = l.app_id AND h.locale = l.locale AND h.description_sha256 = ${PUBLIC_HASH}
    WHERE l.app_id = ANY(${sql.param([...appIds])}::text[])`);
  const byApp = Map.groupBy(rows, ({ appId }) => appId);
  return new Map(
    [...byApp].map(([appId, found]) => [appId, new Map(found.map(({ locale, html }) => [locale, html]))]),
  );
}

/** The live texts of an app in one language. */
export interface PublicListingTexts extends ListingTexts {
  readonly descriptionHtml: string;
}

/** Returns an app's live texts in one language; null without any. A description not rendered yet is plain text. */
export async function readPublicTexts(
  db: Db | Tx,
  { appId, locale }: { readonly appId: string; readonly locale: string },
): Promise<PublicListingTexts | null> {
  const { rows } = await db.execute<{ texts: unknown; html: string | null }>(sql`
    SELECT l.public_texts AS texts, h.html
    FROM app_listings l
    LEFT JOIN listing_html h
      ON h.app_id = l.app_id AND h.locale = l.locale AND h.description_sha256 = ${PUBLIC_HASH}
    WHERE l.app_id = ${appId} AND l.locale = ${locale} AND l.public_texts IS NOT NULL`);
  const [row] = rows;
  if (!row) return null;
  const texts = withDefaults(NO_TEXTS, row.texts) as ListingTexts;
  return { ...texts, descriptionHtml: row.html ?? plainHtml(texts.description) };
}

/**
 * Renders public descriptions that were not rendered when they were saved, such as most of a large import; until then
 * the feed has them as plain text. Each step is stored, so the job can stop anywhere and run again.
 */
export async function renderListings(context: Context, signal: AbortSignal): Promise<void> {
  const rendered = new Set<string>();
  while (!signal.aborted) {
    const missing = await findMissing(context.db);
    if (missing.length === 0) break;
    for (const { description, ...listing } of missing) {
      if (signal.aborted) break;
      const html = await context.services.get(markdownPool).render(description, SYSTEM);
      await insertHtml(context.db, { ...listing, description, html });
      rendered.add(listing.appId);
    }
  }
  if (rendered.size > 0) await queueRebuildOf(context.db, [...rendered]);
  if (signal.aborted) await enqueue(context.db, { name: 'render-listings', payload: {} });
}

/** Numbers of public descriptions, and of those whose stored HTML was missing or another one. */
interface RenderedAgain {
  readonly rendered: number;
  readonly changed: number;
}

/** Renders every public description again, replaces HTML that differs, and queues its apps for the feed. */
export async function renderAgain({
  db,
  services,
}: Pick<Context, 'db' | 'services'>): Promise<RenderedAgain> {
  const changed = new Set<string>();
  const found = { rendered: 0, changed: 0 };
  for (let after: Place = { appId: '', locale: '' }; ; ) {
    const batch = await readPublicDescriptions(db, after);
    for (const { stored, description, ...listing } of batch) {
      const html = await services.get(markdownPool).render(description, SYSTEM);
      found.rendered += 1;
      if (html === stored) continue;
      found.changed += 1;
      changed.add(listing.appId);
      const descriptionSha256 = createHash('sha256').update(description).digest('hex');
      await db
        .insert(listingHtml)
        .values({ ...listing, descriptionSha256, html })
        .onConflictDoUpdate({
          target: [listingHtml.appId, listingHtml.locale, listingHtml.descriptionSha256],
          set: { html },
        });
    }
    const last = batch.at(-1);
    if (!last) break;
    after = last;
  }
  if (changed.size > 0) await queueRebuildOf(db, [...changed]);
  return found;
}

type Place = Pick<RenderedDescription, 'appId' | 'locale'>;

async function readPublicDescriptions(db: Db | Tx, { appId, locale }: Place) {
  const { rows } = await db.execute<
    Omit<RenderedDescription, 'html'> & { stored: string | null } & Record<string, unknown>
  >(sql`
    SELECT l.app_id AS "appId", l.locale, l.public_texts->>'description' AS description, h.html AS stored
    FROM app_listings l
    LEFT JOIN listing_html h
      ON h.app_id = l.app_id AND h.locale = l.locale AND h.description_sha256 = ${PUBLIC_HASH}
    WHERE trim(l.public_texts->>'description', E' \\t\\r\\n') <> '' AND (l.app_id, l.locale) > (${appId}, ${locale})
    ORDER BY l.app_id, l.locale LIMIT ${BATCH}`);
  return rows;
}

async function findMissing(db: Db | Tx): Promise<Omit<RenderedDescription, 'html'>[]> {
  const { rows } = await db.execute<Omit<RenderedDescription, 'html'> & Record<string, unknown>>(sql`
    SELECT l.app_id AS "appId", l.locale, l.public_texts->>'description' AS description
    FROM app_listings l
    WHERE trim(l.public_texts->>'description', E' \\t\\r\\n') <> '' AND NOT EXISTS (
      SELECT FROM listing_html h
      WHERE h.app_id = l.app_id AND h.locale = l.locale AND h.description_sha256 = ${PUBLIC_HASH}
    )
    LIMIT ${BATCH}`);
  return rows;
}
