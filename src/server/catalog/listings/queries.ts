import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Listing } from '#shared/listings/calls.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import {
  appGraphics,
  appListings,
  type GraphicRow,
  type ListingRow,
} from '../../platform/db/tables/listings.ts';

interface ListingValues {
  readonly appId: string;
  readonly locale: string;
}

const { appId: _, updatedByUid: _by, ...listingColumns } = getTableColumns(appListings);
const { appId: _of, sha256: _hash, createdAt: _at, ...graphicColumns } = getTableColumns(appGraphics);

/** A listing, or a graphic of one, without what only its writers need. */
export type ReadListing = Pick<ListingRow, keyof typeof listingColumns>;
export type ReadGraphic = Pick<GraphicRow, keyof typeof graphicColumns>;

const isOf = (
  table: typeof appListings | typeof appGraphics,
  inOneLocale: boolean,
  values: StatementValues<ListingValues>,
) => sql`
  ${table.appId} = ${values.appId} ${inOneLocale ? sql`AND ${table.locale} = ${values.locale}` : sql``}`;

const listingsIn = (inOneLocale: boolean) => (values: StatementValues<ListingValues>) => ({
  select: listingColumns,
  from: sql`
    FROM ${appListings} WHERE ${isOf(appListings, inOneLocale, values)} ORDER BY ${appListings.locale}`,
});

const graphicsIn = (inOneLocale: boolean) => (values: StatementValues<ListingValues>) => ({
  select: graphicColumns,
  from: sql`
    FROM ${appGraphics} WHERE ${isOf(appGraphics, inOneLocale, values)}
    ORDER BY ${appGraphics.locale}, ${appGraphics.kind}, ${appGraphics.position}, ${appGraphics.createdAt}`,
});

const LISTINGS = defineStatement('listings', listingsIn(false));
const GRAPHICS = defineStatement('graphics', graphicsIn(false));
const LISTINGS_OF_LOCALE = defineStatement('listings:locale', listingsIn(true));
const GRAPHICS_OF_LOCALE = defineStatement('graphics:locale', graphicsIn(true));

/** Returns the listings and graphics of an app; of one locale where it is given. */
export async function readTextsAndGraphics(
  db: Db | Tx,
  appId: string,
  locale?: string,
): Promise<{ listings: ReadListing[]; graphics: ReadGraphic[] }> {
  const values = { appId, locale: locale ?? '' };
  const listings = await (locale ? LISTINGS_OF_LOCALE : LISTINGS).all(db, values);
  const graphics = await (locale ? GRAPHICS_OF_LOCALE : GRAPHICS).all(db, values);
  return { listings, graphics };
}

/** Returns the listings and graphics of an app. */
export async function readListings(
  db: Db | Tx,
  appId: string,
): Promise<{ listings: Listing[]; graphics: Graphic[] }> {
  const { listings, graphics } = await readTextsAndGraphics(db, appId);
  return { listings: listings.map(presentListing), graphics: graphics.map(presentGraphic) };
}

/** The pictures of one kind in one language. */
export interface GraphicPlace {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Returns the pictures of one place in order, with those that people still see after their deletion. */
export async function readGraphics(tx: Tx, { appId, locale, kind }: GraphicPlace): Promise<GraphicRow[]> {
  return tx
    .select()
    .from(appGraphics)
    .where(and(eq(appGraphics.appId, appId), eq(appGraphics.locale, locale), eq(appGraphics.kind, kind)))
    .orderBy(appGraphics.position);
}

/** Converts a listing to the shape of the API. */
export function presentListing(row: ReadListing): Listing {
  const { locale, texts, publicTexts, isDeleted, revision, updatedAt } = row;
  return { locale, texts, publicTexts, isDeleted, revision, updatedAt: updatedAt.toISOString() };
}

/** Converts a graphic to the shape of the API. Its path is its storage key. */
export function presentGraphic(row: ReadGraphic): Graphic {
  const { id, locale, kind, position, key: path, sourceSha256, isDraft, isPublic } = row;
  const { width, height, size } = row;
  const findings = row.findings.map(describeFinding);
  return {
    id,
    locale,
    kind,
    position,
    path,
    sourceSha256,
    width,
    height,
    size,
    findings,
    isDraft,
    isPublic,
  };
}
