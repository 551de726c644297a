import { asc, count } from 'drizzle-orm';
import { html } from 'hono/html';
import type { Db } from '../../platform/db/open.ts';
import { listedApps } from '../../platform/db/tables/feeds.ts';
import { addressesOf } from '../../platform/store-addresses.ts';
import { selectListed } from '../public/listed-apps.ts';

/** Addresses in one file, of the 50,000 that sitemaps.org allows: few enough to render them at once. */
const SITEMAP_PART = 10_000;

/** Files of a sitemap, of the 50,000 that sitemaps.org allows. */
const MAX_SITEMAP_PARTS = 100;

/** Returns the index of the sitemap's parts, which are `sitemap-1.xml` and so on beside it. */
export async function renderSitemapIndex(db: Db, publicUrl: string): Promise<string> {
  const parts = await countParts(db);
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Array.from({ length: parts }, (_, at) => html`<sitemap><loc>${publicUrl}sitemap-${at + 1}.xml</loc></sitemap>\n`)}</sitemapindex>
`);
}

async function countParts(db: Db): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(listedApps);
  return Math.min(MAX_SITEMAP_PARTS, Math.max(1, Math.ceil((counted?.total ?? 0) / SITEMAP_PART)));
}

/**
 * Returns a part of the sitemap, from 1: the pages of some apps, and in the first part the store's. Null beyond the last
 * part.
 */
export async function renderSitemapPart(db: Db, publicUrl: string, part: number): Promise<string | null> {
  if (part > 1 && part > (await countParts(db))) return null;
  const addresses = addressesOf(publicUrl);
  const rows = await selectListed(db)
    .orderBy(asc(listedApps.applicationId), asc(listedApps.appId))
    .limit(SITEMAP_PART)
    .offset((part - 1) * SITEMAP_PART);
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${part === 1 ? html`<url><loc>${addresses.store}</loc></url>\n` : ''}${rows.map(
  (app) =>
    html`<url><loc>${addresses.page(app)}</loc><lastmod>${app.publishedAt.toISOString()}</lastmod></url>\n`,
)}</urlset>
`);
}

/** Returns `robots.txt`: crawlers find the pages and Atom feeds of the store, and leave the console and the files alone, which would count as downloads. */
export function renderRobots({
  publicUrl,
  isPublic,
}: {
  readonly publicUrl: string;
  readonly isPublic: boolean;
}): string {
  if (!isPublic) return 'User-agent: *\nDisallow: /\n';
  const base = new URL(publicUrl).pathname;
  return [
    'User-agent: *',
    `Allow: ${base}fdroid/repo/$`,
    `Allow: ${base}fdroid/repo/?`,
    // Before the rest of the catalog, because some crawlers follow the first line that matches.
    `Allow: ${base}catalog/v1/releases.atom$`,
    `Allow: ${base}catalog/v1/apps/*/releases.atom$`,
    `Disallow: ${base}fdroid/repo/*.apk$`,
    ...['dashboard', 'admin', 'altstore/', 'catalog/', 'us-central1/'].map(
      (path) => `Disallow: ${base}${path}`,
    ),
    `Sitemap: ${publicUrl}sitemap.xml`,
    '',
  ].join('\n');
}
