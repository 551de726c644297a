import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { AppDetails } from '#shared/listings/details.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { isPictureField, isTextField, type ListingField } from '#shared/listings/fields.ts';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import type { Language, ListingPicture, ListingValue } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import {
  appGraphics,
  appListings,
  listingApprovals,
  listingReviews,
} from '../../platform/db/tables/listings.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { EVERY_LANGUAGE } from './differences.ts';
import { nameApp } from './name-app.ts';
import { type GraphicPlace, readGraphics } from './queries.ts';

/** One listing field and its new live value. */
export interface LiveValue {
  readonly locale: string;
  readonly field: ListingField;
  readonly value: ListingValue;
}

interface ListingPlace {
  readonly appId: string;
  readonly locale: string;
}

/** Sets the live values of a locked app; `noteDrafts` must follow. Nothing else changes what users see of a listing. */
export async function goLive(tx: Tx, appId: string, values: readonly LiveValue[]): Promise<void> {
  if (values.length === 0) return;
  for (const [locale, all] of Map.groupBy(values, (one) => one.locale)) {
    if (locale === EVERY_LANGUAGE) await publishDetails(tx, appId, all);
    else await publishLanguage(tx, { appId, locale }, all);
  }
  await nameApp(tx, appId);
  await queueRebuildOf(tx, [appId]);
}

async function publishDetails(tx: Tx, appId: string, values: readonly LiveValue[]): Promise<void> {
  const author = values.find(({ field }) => field === 'developerName');
  const details = Object.fromEntries(
    values.filter((one) => one !== author).map(({ field, value }) => [field, value]),
  ) as Partial<AppDetails>;
  await tx
    .update(apps)
    .set({
      publicDetails: sql`${apps.publicDetails} || ${JSON.stringify(details)}::jsonb`,
      ...(author && { publicDeveloperName: (author.value as string) || null }),
    })
    .where(eq(apps.id, appId));
}

async function publishLanguage(tx: Tx, place: ListingPlace, values: readonly LiveValue[]): Promise<void> {
  const texts = values.filter(({ field }) => isTextField(field)).map(({ field, value }) => [field, value]);
  if (texts.length > 0) await publishTexts(tx, place, Object.fromEntries(texts));
  for (const { field, value } of values) {
    if (isPictureField(field))
      await publishPictures(tx, { ...place, kind: field }, value as ListingPicture[]);
    else if (field === 'language' && value === '') await removeLanguage(tx, place);
    else if (field === 'language') await restoreLanguage(tx, place, value as Language);
  }
}

/** Without release notes: those are shown per version. */
async function publishTexts(tx: Tx, place: ListingPlace, texts: Partial<ListingTexts>): Promise<void> {
  await tx
    .update(appListings)
    .set({
      publicTexts: sql`coalesce(${appListings.publicTexts}, ${JSON.stringify(NO_TEXTS)}::jsonb) || ${JSON.stringify(texts)}::jsonb`,
    })
    .where(isPlace(appListings, place));
}

async function publishPictures(
  tx: Tx,
  place: GraphicPlace,
  pictures: readonly ListingPicture[],
): Promise<void> {
  const rows = await readGraphics(tx, place);
  for (const { id, key, isDraft } of rows) {
    const publicPosition = pictures.findIndex((picture) => picture.key === key);
    if (publicPosition >= 0) {
      await tx.update(appGraphics).set({ isPublic: true, publicPosition }).where(eq(appGraphics.id, id));
    } else if (isDraft) {
      await tx.update(appGraphics).set({ isPublic: false }).where(eq(appGraphics.id, id));
    } else {
      await tx.delete(appGraphics).where(eq(appGraphics.id, id));
    }
  }
  const known = new Set(rows.map(({ key }) => key));
  const missing = pictures.flatMap((picture, at) => (known.has(picture.key) ? [] : [{ picture, at }]));
  for (const { picture, at } of missing) {
    await tx.insert(appGraphics).values({
      id: randomUUID(),
      ...place,
      ...picture,
      sha256: /([0-9a-f]{64})\.\w+$/.exec(picture.key)?.[1] ?? '',
      position: at,
      publicPosition: at,
      isDraft: false,
      isPublic: true,
    });
  }
}

/** Removes a language with its drafts. A hold on its deletion stays, because the language could return. */
export async function removeLanguage(tx: Tx, place: ListingPlace): Promise<void> {
  await tx.delete(appListings).where(isPlace(appListings, place));
  await tx.delete(appGraphics).where(isPlace(appGraphics, place));
  await tx.delete(listingApprovals).where(isPlace(listingApprovals, place));
  await tx
    .delete(listingReviews)
    .where(and(isPlace(listingReviews, place), ne(listingReviews.field, 'language')));
}

/** Removes the draft of a language whose texts aren't live, and what waits of it; pictures that are live stay so. */
export async function removeDraftLanguage(tx: Tx, place: ListingPlace): Promise<void> {
  const pictures = isPlace(appGraphics, place);
  await tx.delete(appListings).where(isPlace(appListings, place));
  await tx
    .update(appGraphics)
    .set({ isDraft: false })
    .where(and(pictures, eq(appGraphics.isPublic, true)));
  await tx.delete(appGraphics).where(and(pictures, eq(appGraphics.isDraft, true)));
  await tx.delete(listingApprovals).where(isPlace(listingApprovals, place));
  await tx
    .delete(listingReviews)
    .where(and(isPlace(listingReviews, place), ne(listingReviews.status, 'held')));
}

/** Restores the publisher's draft too, unless they have started a new one since. */
async function restoreLanguage(tx: Tx, place: ListingPlace, { texts, pictures }: Language): Promise<void> {
  const [restored] = await tx
    .insert(appListings)
    .values({ ...place, texts, publicTexts: texts, updatedByUid: '' })
    .onConflictDoUpdate({
      target: [appListings.appId, appListings.locale],
      set: { publicTexts: texts },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  for (const [kind, all] of Object.entries(pictures)) {
    await publishPictures(tx, { ...place, kind: kind as GraphicKind }, all ?? []);
  }
  if (!restored?.isNew) return;
  await tx
    .update(appGraphics)
    .set({ isDraft: true, position: sql`${appGraphics.publicPosition}` })
    .where(and(isPlace(appGraphics, place), eq(appGraphics.isPublic, true)));
}

type ByPlace = typeof appListings | typeof appGraphics | typeof listingApprovals | typeof listingReviews;

function isPlace(table: ByPlace, { appId, locale }: ListingPlace) {
  return and(eq(table.appId, appId), eq(table.locale, locale));
}
