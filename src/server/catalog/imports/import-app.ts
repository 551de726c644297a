import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AntiFeatureReasons, declarableSchema } from '#shared/listings/anti-feature.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type AppRow, appAntiFeatures, apps } from '../../platform/db/tables/apps.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import type { MadeGraphic } from '../listings/images.ts';
import { requireListingSize } from '../listings/limits.ts';
import { nameApp } from '../listings/name-app.ts';
import { storeIconHash } from '../lookalikes/icon-hash.ts';

/** An Android app of another repository, as a draft of this store has it. */
export interface ImportedApp {
  readonly ownerUid: string;
  readonly applicationId: string;
  readonly details: AppDetails;
  /** By locale; the default language is one of them. */
  readonly texts: ReadonlyMap<string, ListingTexts>;
  /** Declared as if by its publisher. */
  readonly antiFeatures: readonly DeclaredInImport[];
}

interface DeclaredInImport {
  readonly antiFeature: z.output<typeof declarableSchema>;
  readonly reasons: AntiFeatureReasons;
}

/** Returns the Android app with this id; null when there is none. */
export async function findAndroidApp(db: Db | Tx, applicationId: string): Promise<AppRow | null> {
  const [row] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.platform, 'android'), eq(apps.applicationId, applicationId)));
  return row ?? null;
}

/**
 * Creates an app as a draft, or replaces the texts of the draft that an interrupted import left. An app with another status
 * stays as it is. Throws `failed-precondition` when its listing is too large.
 */
export async function saveImportedApp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { ownerUid, applicationId, details, texts, antiFeatures }: ImportedApp,
): Promise<AppRow> {
  return db.transaction(async (tx) => {
    const main = texts.get(details.defaultLocale);
    const [created] = await tx
      .insert(apps)
      .values({
        id: randomUUID(),
        ownerUid,
        platform: 'android',
        applicationId,
        name: main?.name ?? applicationId,
        summary: main?.summary || null,
        details,
        status: 'draft',
      })
      .onConflictDoNothing({ target: [apps.platform, apps.applicationId] })
      .returning();
    const app = created ?? ((await findAndroidApp(tx, applicationId)) as AppRow);
    if (app.status !== 'draft') return app;
    for (const [locale, own] of texts) {
      const set = { texts: own, updatedByUid: ownerUid };
      await tx
        .insert(appListings)
        .values({ appId: app.id, locale, ...set })
        .onConflictDoUpdate({ target: [appListings.appId, appListings.locale], set });
    }
    const [row] = await tx.update(apps).set({ details }).where(eq(apps.id, app.id)).returning();
    await requireListingSize(tx, app.id);
    await nameApp(tx, app.id);
    if (created) {
      await emit(tx, {
        by: null,
        name: 'app.created',
        appId: app.id,
        details: { platform: 'android', applicationId, name: created.name },
      });
    }
    for (const declared of antiFeatures) {
      const isNew = await tx
        .insert(appAntiFeatures)
        .values({ appId: app.id, setBy: 'publisher', setAt: clock(), ...declared })
        .onConflictDoNothing()
        .returning();
      if (isNew.length === 0) continue;
      await emit(tx, {
        by: null,
        name: 'app.anti-feature-set',
        appId: app.id,
        details: { ...declared, by: 'publisher' },
      });
    }
    return row as AppRow;
  });
}

interface ImportedGraphic {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly position: number;
  readonly made: MadeGraphic;
}

/** Adds a picture to the draft of an imported app, unless it is there already. Throws `failed-precondition`. */
export async function saveImportedGraphic(
  context: Context,
  { appId, locale, kind, position, made }: ImportedGraphic,
): Promise<void> {
  const file = { key: `graphics/${made.sha256}.${made.extension}`, bytes: made.bytes };
  await storeShared(context, file, async (tx) => {
    await tx.select().from(apps).where(eq(apps.id, appId)).for('update');
    const isSame = and(
      eq(appGraphics.appId, appId),
      eq(appGraphics.locale, locale),
      eq(appGraphics.kind, kind),
      eq(appGraphics.sha256, made.sha256),
    );
    const [known] = await tx.select({ id: appGraphics.id }).from(appGraphics).where(isSame);
    if (known) return;
    const { bytes, extension: _, iconHash, ...facts } = made;
    if (kind === 'icon') await storeIconHash(tx, file.key, iconHash);
    await tx.insert(appGraphics).values({
      id: randomUUID(),
      appId,
      locale,
      kind,
      position,
      key: file.key,
      size: bytes.length,
      ...facts,
      createdAt: context.clock(),
    });
    await requireListingSize(tx, appId);
  });
}
