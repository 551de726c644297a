import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DETAIL_FIELDS, GRAPHIC_KINDS, type ListingField, TEXT_FIELDS } from '#shared/listings/fields.ts';
import type { ListingDifference } from '#shared/listings/review-calls.ts';
import {
  canonical,
  isSameValue,
  type Language,
  type ListingPicture,
  type ListingValue,
} from '#shared/listings/values.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { users } from '../../platform/db/tables/users.ts';
import { type ReadGraphic, type ReadListing, readTextsAndGraphics } from './queries.ts';

/** The locale of fields that all languages share. */
export const EVERY_LANGUAGE = '';

/** One listing field whose draft differs from its live value. */
export interface Difference {
  /** Empty for fields that all languages share. */
  readonly locale: string;
  readonly field: ListingField;
  /** The live value. */
  readonly before: ListingValue;
  /** The publisher's draft. */
  readonly after: ListingValue;
  /** This language of the app is live already. */
  readonly isLive: boolean;
  /** A new default language changes the live name of the app. */
  readonly renames: boolean;
}

/** Returns a revision of the value that a difference would publish, to detect approvals of another value. */
export function revisionOf({ after }: Pick<Difference, 'after'>): string {
  return createHash('sha256').update(canonical(after)).digest('hex');
}

/** Converts a difference to the shape of the API. */
export function presentDifference(difference: Difference): ListingDifference {
  const { locale, field, before, after } = difference;
  return { locale, field, before, after, revision: revisionOf(difference) };
}

/** Returns a revision of the values that a set of differences would publish. */
export function revisionOfAll(differences: readonly Difference[]): string {
  const lines = differences.map((one) => `${one.locale} ${one.field} ${revisionOf(one)}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Returns the differences between a listing's draft and its live values, optionally of one locale. */
export async function readDifferences(db: Db | Tx, app: AppRow, locale?: string): Promise<Difference[]> {
  return onlyDifferent(await readFields(db, app, locale));
}

/** Returns the fields whose draft differs from the live value. Of a deleted language only the deletion counts. */
export function onlyDifferent(fields: readonly Difference[]): Difference[] {
  const different = fields.filter(({ before, after }) => !isSameValue(before, after));
  const deleted = new Set(different.filter(({ field }) => field === 'language').map(({ locale }) => locale));
  return different.filter(({ locale, field }) => field === 'language' || !deleted.has(locale));
}

/** Returns all fields of a listing with their live values and drafts, optionally of one locale. */
export async function readFields(db: Db | Tx, app: AppRow, locale?: string): Promise<Difference[]> {
  const details = locale === undefined || locale === EVERY_LANGUAGE ? await readDetails(db, app) : [];
  if (locale === EVERY_LANGUAGE) return details;
  const { listings, graphics } = await readTextsAndGraphics(db, app.id, locale);
  const locales = new Set([...listings, ...graphics].map((row) => row.locale));
  const ofLocales = [...locales].sort().flatMap((one) =>
    compareLanguage({
      locale: one,
      listing: listings.find((row) => row.locale === one),
      graphics: graphics.filter((row) => row.locale === one),
    }),
  );
  return [...details, ...ofLocales];
}

interface LanguageRows {
  readonly locale: string;
  readonly listing: ReadListing | undefined;
  readonly graphics: readonly ReadGraphic[];
}

function compareLanguage({ locale, listing, graphics }: LanguageRows): Difference[] {
  const publicTexts = listing?.publicTexts ?? null;
  const difference = (field: ListingField, before: ListingValue, after: ListingValue): Difference => ({
    locale,
    field,
    before,
    after,
    isLive: publicTexts !== null || graphics.some(({ isPublic }) => isPublic),
    renames: false,
  });
  const live: Language | '' = publicTexts ? { texts: publicTexts, pictures: livePictures(graphics) } : '';
  const language = difference('language', live, listing?.isDeleted ? '' : live);
  const texts = TEXT_FIELDS.map((field) => ({
    ...difference(field, publicTexts?.[field] ?? '', listing?.texts[field] ?? ''),
    isLive: publicTexts !== null,
  }));
  const pictures = GRAPHIC_KINDS.map((kind) => {
    const rows = graphics.filter((row) => row.kind === kind);
    return difference(kind, orderLive(rows), orderDraft(rows));
  });
  return [language, ...texts, ...pictures];
}

const DEVELOPER_NAME = defineStatement('developer-name', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: { developerName: users.developerName },
  from: sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
}));

async function readDetails(db: Db | Tx, app: AppRow): Promise<Difference[]> {
  const owner = await DEVELOPER_NAME.first(db, { uid: app.ownerUid });
  const renames = await isRenaming(db, app);
  const details = DETAIL_FIELDS.map((field) => ({
    field: field as ListingField,
    before: app.publicDetails[field],
    after: app.details[field],
  }));
  const author = {
    field: 'developerName' as const,
    before: app.publicDeveloperName ?? '',
    after: owner?.developerName ?? '',
  };
  return [...details, author].map((one) => ({
    ...one,
    locale: EVERY_LANGUAGE,
    isLive: true,
    renames: one.field === 'defaultLocale' && renames,
  }));
}

const LIVE_NAMES = defineStatement(
  'listings:live-names',
  ({ appId }: StatementValues<{ appId: string }>) => ({
    select: { locale: appListings.locale, name: sql<string>`${appListings.publicTexts}->>'name'` },
    from: sql`FROM ${appListings} WHERE ${appListings.appId} = ${appId} AND ${appListings.publicTexts} IS NOT NULL`,
  }),
);

/** Returns true when the chosen default language would change or remove the live name. */
async function isRenaming(db: Db | Tx, { id, details, publicDetails }: AppRow): Promise<boolean> {
  if (details.defaultLocale === publicDetails.defaultLocale) return false;
  const rows = await LIVE_NAMES.all(db, { appId: id });
  const nameIn = (locale: string) => rows.find((row) => row.locale === locale)?.name;
  const name = nameIn(details.defaultLocale);
  return name === undefined || name !== nameIn(publicDetails.defaultLocale);
}

function livePictures(graphics: readonly ReadGraphic[]): Language['pictures'] {
  const kinds = Map.groupBy(
    graphics.filter(({ isPublic }) => isPublic),
    ({ kind }) => kind,
  );
  return Object.fromEntries([...kinds].map(([kind, rows]) => [kind, orderLive(rows)]));
}

function orderLive(rows: readonly ReadGraphic[]): ListingPicture[] {
  return rows
    .filter(({ isPublic }) => isPublic)
    .sort((a, b) => a.publicPosition - b.publicPosition)
    .map(pictureOf);
}

function orderDraft(rows: readonly ReadGraphic[]): ListingPicture[] {
  return rows
    .filter(({ isDraft }) => isDraft)
    .sort((a, b) => a.position - b.position)
    .map(pictureOf);
}

function pictureOf({ key, width, height, size }: ReadGraphic): ListingPicture {
  return { key, width, height, size };
}
