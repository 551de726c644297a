import { and, eq, sql } from 'drizzle-orm';
import { isPictureField, isTextField } from '#shared/listings/fields.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';
import { denied } from '../../platform/input/denied.ts';
import { type Difference, EVERY_LANGUAGE, onlyDifferent, readFields } from './differences.ts';
import { noteDrafts } from './drafts.ts';
import { removeDraftLanguage } from './go-live.ts';
import { readNamed } from './publish-changes.ts';
import { findOf, noteWaiting, readReviews, settleReview } from './review-rows.ts';
import { nameChanges } from './settle.ts';
import { isListingOf } from './store-texts.ts';

/**
 * `apps.discardListingChanges`: returns drafted fields to what is live, and withdraws what waits of them. A new language of which
 * nothing is left is deleted.
 */
export const discardListingChanges: Handler<'apps.discardListingChanges'> = async ({
  data,
  caller,
  context,
}) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const changes = await readNamed(tx, app, data.changes);
    if (changes.some(({ field }) => field === 'developerName')) {
      throw denied('Your publisher name belongs to your account. Change it in your profile.', {
        reason: 'publisher-name',
      });
    }
    const reviews = await readReviews(tx, app.id);
    for (const change of changes) await settleReview(tx, findOf(reviews, change));
    const now = context.clock();
    for (const [locale, all] of Map.groupBy(changes, (one) => one.locale)) {
      if (locale === EVERY_LANGUAGE) await discardDetails(tx, app.id, all);
      else await discardInLanguage(tx, { appId: app.id, locale, now }, all);
    }
    // Only then it is known whether anything is left of a new language.
    const left = await readFields(tx, app);
    const isNew = ({ locale, isLive }: Difference) => locale !== EVERY_LANGUAGE && !isLive;
    const drafted = new Set(onlyDifferent(left).map(({ locale }) => locale));
    for (const locale of new Set(changes.filter(isNew).map((one) => one.locale))) {
      if (!drafted.has(locale) && locale !== app.details.defaultLocale) {
        await removeDraftLanguage(tx, { appId: app.id, locale });
      }
    }
    await noteWaiting(tx, app.id);
    await noteDrafts(tx, app.id);
    await emit(tx, {
      by: caller.uid,
      name: 'listing.discarded',
      appId: app.id,
      details: nameChanges(changes),
    });
    return {};
  });

async function discardDetails(tx: Tx, appId: string, changes: readonly Difference[]): Promise<void> {
  const details = Object.fromEntries(changes.map(({ field, before }) => [field, before]));
  await tx
    .update(apps)
    .set({
      details: sql`${apps.details} || ${JSON.stringify(details)}::jsonb`,
      detailsRevision: sql`${apps.detailsRevision} + 1`,
    })
    .where(eq(apps.id, appId));
}

interface LanguagePlace {
  readonly appId: string;
  readonly locale: string;
  readonly now: Date;
}

async function discardInLanguage(
  tx: Tx,
  { appId, locale, now }: LanguagePlace,
  changes: readonly Difference[],
): Promise<void> {
  const texts = Object.fromEntries(
    changes.filter(({ field }) => isTextField(field)).map(({ field, before }) => [field, before]),
  );
  const isRestored = changes.some(({ field }) => field === 'language');
  await tx
    .update(appListings)
    .set({
      texts: sql`${appListings.texts} || ${JSON.stringify(texts)}::jsonb`,
      revision: sql`${appListings.revision} + 1`,
      updatedAt: now,
      ...(isRestored && { isDeleted: false }),
    })
    .where(isListingOf(appId, locale));
  for (const { field } of changes) {
    if (!isPictureField(field)) continue;
    const isPlace = and(
      eq(appGraphics.appId, appId),
      eq(appGraphics.locale, locale),
      eq(appGraphics.kind, field),
    );
    await tx.delete(appGraphics).where(and(isPlace, eq(appGraphics.isPublic, false)));
    await tx
      .update(appGraphics)
      .set({ isDraft: true, position: sql`${appGraphics.publicPosition}` })
      .where(isPlace);
  }
}
