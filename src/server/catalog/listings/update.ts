import { t } from '#shared/languages/translate.ts';
import { readFastlane } from '#shared/listings/fastlane.ts';
import { initialTexts, type ListingTexts } from '#shared/listings/listing.ts';
import { emit } from '../../events/emit.ts';
import { lockApp, requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { markdownPool } from '../../platform/markdown/markdown-pool.ts';
import { noteEdit } from './drafts.ts';
import { removeDraftLanguage } from './go-live.ts';
import { storeHtml } from './html.ts';
import { requireListingSize, requireLocaleCount } from './limits.ts';
import { presentListing } from './queries.ts';
import { noteWaiting } from './review-rows.ts';
import { rejectStaleEdit } from './stale.ts';
import {
  type Editor,
  findListing,
  hasTexts,
  isListingOf,
  mergeTexts,
  renderDescriptions,
  storeChangelogs,
  storeTexts,
} from './store-texts.ts';
import { storeDetails } from './update-details.ts';

/**
 * `apps.updateListing`: stores an app's texts in one language as a draft, which `apps.publishListing` publishes. An edit of an
 * old revision is `aborted` with both sides' values.
 */
export const updateListing: Handler<'apps.updateListing'> = async ({ data, caller, context }) => {
  const html = await context.services.get(markdownPool).render(data.listing.description, caller.uid);
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const before = await findListing(tx, app.id, data.locale);
    if (before && hasTexts(before, data.listing)) return { listing: presentListing(before) };
    if ((before?.revision ?? 0) !== data.revision) {
      rejectStaleEdit({
        current: before?.texts ?? initialTexts({ name: app.name, summary: '' }),
        yours: data.listing,
        revision: before?.revision ?? 0,
      });
    }
    const { locale } = data;
    const by = { uid: caller.uid, now: context.clock() };
    const stored = await storeTexts(tx, before, { app, locale, texts: data.listing, by });
    await noteEdit(tx, app.id, locale);
    await storeHtml(tx, { ...stored, description: stored.texts.description, html });
    await requireListingSize(tx, app.id);
    return { listing: presentListing(stored) };
  });
};

/** `apps.importListing`: imports the texts and details of a folder in a layout of fastlane as drafts; others stay. */
export const importListing: Handler<'apps.importListing'> = async ({ data, caller, context }) => {
  const { app: found } = await requireApp(context.db, data.appId, { caller, role: 'maintainer' });
  const imported = readFastlane(data.files, found.details.defaultLocale);
  const { texts, details, changelogs, skipped, withoutPlace, converted } = imported;
  const locales = [...new Set([...texts.keys(), ...changelogs.keys()])].sort();
  requireLocaleCount(locales.length);
  const html = await renderDescriptions(context, texts, caller.uid);
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const by = { uid: caller.uid, now: context.clock() };
    for (const locale of locales) {
      await importTexts(tx, { app, locale, texts: texts.get(locale) ?? {}, html: html.get(locale), by });
    }
    await storeDetails(tx, app, { details, by });
    const dropped = await storeChangelogs(tx, app.id, changelogs);
    await requireListingSize(tx, app.id);
    return {
      locales,
      skipped: [...skipped, ...withoutPlace, ...dropped],
      converted: converted.map(({ path }) => path),
    };
  });
};

interface ImportedTexts {
  readonly app: AppRow;
  readonly locale: string;
  readonly texts: Partial<ListingTexts>;
  /** The description's HTML; undefined when it isn't rendered yet. */
  readonly html: string | undefined;
  readonly by: Editor;
}

async function importTexts(tx: Tx, { html, ...edit }: ImportedTexts): Promise<void> {
  const { app, locale } = edit;
  const stored = await mergeTexts(tx, edit);
  if (stored === null) return;
  await noteEdit(tx, app.id, locale);
  const { description } = stored.texts;
  if (html !== undefined) await storeHtml(tx, { appId: app.id, locale, description, html });
}

/**
 * `apps.deleteLocale`: deletes an app's texts and pictures in one language, except the default language. A live language stays
 * live until the deletion is published; saving its texts again cancels the deletion.
 */
export const deleteLocale: Handler<'apps.deleteLocale'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    requireAllowed(() => defaultDenialReason(app, data.locale), { reason: 'default-language' });
    const listing = await findListing(tx, app.id, data.locale);
    if (!listing) throw callError('not-found', () => t`The listing doesn’t have this language.`);
    if (listing.publicTexts === null) {
      await removeDraftLanguage(tx, { appId: app.id, locale: data.locale });
      await noteWaiting(tx, app.id);
    } else {
      await tx
        .update(appListings)
        .set({ isDeleted: true, revision: listing.revision + 1 })
        .where(isListingOf(app.id, data.locale));
    }
    const { locale } = data;
    await emit(tx, { by: caller.uid, name: 'listing.deleted', appId: app.id, details: { locale } });
    await noteEdit(tx, app.id, locale);
    return {};
  });

/** Returns the reason why a language can't be deleted: it is the default one; null when it can. */
function defaultDenialReason({ details, publicDetails, status }: AppRow, locale: string): string | null {
  if (locale === details.defaultLocale)
    return 'This is the app’s default language. Choose another one first.';
  if (status === 'draft' || locale !== publicDetails.defaultLocale) return null;
  return 'This stays the default language until your new one is live.';
}
