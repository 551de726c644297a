import { eq } from 'drizzle-orm';
import {
  type ListingContents,
  type ListingRequirement,
  listingChecklist,
  lostRequirementsReason,
  missingRequirements,
  unpublishableListingReason,
} from '#shared/listings/completeness.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { isPictureField, isTextField } from '#shared/listings/fields.ts';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import { wasEverPublic } from '#shared/listings/publication.ts';
import type { Language } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { findPublishedVersion } from '../versions/queries.ts';
import { EVERY_LANGUAGE } from './differences.ts';
import { goLive, type LiveValue } from './go-live.ts';
import { readTextsAndGraphics } from './queries.ts';
import { requireComplete } from './require-complete.ts';
import { readApprovals } from './review-rows.ts';

type Approvals = Awaited<ReturnType<typeof readApprovals>>;

/**
 * Throws `failed-precondition` with `details.missing` when the publication of a locked app's version would show a listing without
 * something that the store requires: its publisher may have removed it after the submission, or the store asks for more now. Only
 * what a reviewer approved goes live, so a complete draft doesn't help. A published app may stay without what it lacks already,
 * because an update can be urgent.
 */
export async function requirePublishableListing(
  tx: Tx,
  app: AppRow,
  version: Pick<VersionRow, 'id' | 'iconKey'>,
): Promise<void> {
  const settings = await readSettings(tx);
  const lacking = wasEverPublic(app) ? await readLacking(tx, app) : [];
  const checklist = listingChecklist(await readApproved(tx, app, version), settings).filter(
    ({ requirement }) => !lacking.includes(requirement),
  );
  requireComplete(app.id, { checklist, denialReason: unpublishableListingReason });
}

/**
 * Makes values of a locked app live, as `goLive`. Throws `failed-precondition` with `details.missing` when a published app would
 * lose something that the store requires and that people see now.
 */
export async function goLiveComplete(tx: Tx, app: AppRow, values: readonly LiveValue[]): Promise<void> {
  if (values.length === 0) return;
  const lacking = await readLacking(tx, app);
  await goLive(tx, app.id, values);
  const [changed = app] = await tx.select().from(apps).where(eq(apps.id, app.id));
  const lost = (await readLacking(tx, changed)).filter((requirement) => !lacking.includes(requirement));
  const checklist = lost.map((requirement) => ({ requirement, isMet: false }));
  requireComplete(app.id, { checklist, denialReason: lostRequirementsReason });
}

/** Returns what the live listing of an app lacks. */
async function readLacking(tx: Tx, app: AppRow): Promise<ListingRequirement[]> {
  const { listings, graphics } = await readTextsAndGraphics(tx, app.id, app.publicDetails.defaultLocale);
  const published = await findPublishedVersion(tx, app.id);
  const live = {
    details: app.publicDetails,
    packageIcon: published?.iconKey ?? null,
    texts: listings[0]?.publicTexts ?? undefined,
    pictures: graphics.filter(({ isPublic }) => isPublic).map(({ kind }) => kind),
  };
  return missingRequirements(listingChecklist(live, await readSettings(tx)));
}

/** Returns what would be live in the default language: what is, with everything that goes live with this version. */
async function readApproved(
  tx: Tx,
  app: AppRow,
  { id, iconKey }: Pick<VersionRow, 'id' | 'iconKey'>,
): Promise<ListingContents> {
  const all = await readApprovals(tx, app.id);
  const approvals = wasEverPublic(app) ? all.filter(({ versionId }) => versionId === id) : all;
  const details = { ...app.publicDetails, ...valuesIn(approvals, EVERY_LANGUAGE) };
  const locale = details.defaultLocale;
  const { listings, graphics } = await readTextsAndGraphics(tx, app.id, locale);
  const approved = valuesIn(approvals, locale);
  const language = approved['language'] as Language | '' | undefined;
  const live = graphics.filter(({ isPublic }) => isPublic).map(({ kind }) => kind);
  const base =
    language === undefined ? { texts: listings[0]?.publicTexts, pictures: live } : readLanguage(language);
  const fields = Object.keys(approved);
  return {
    details,
    packageIcon: iconKey,
    texts: fields.some((field) => isTextField(field as keyof ListingTexts))
      ? { ...NO_TEXTS, ...base.texts, ...(approved as Partial<ListingTexts>) }
      : (base.texts ?? undefined),
    pictures: [
      ...base.pictures.filter((kind) => !(kind in approved)),
      ...fields.filter(
        (field): field is GraphicKind =>
          isPictureField(field as GraphicKind) && (approved[field] as unknown[]).length > 0,
      ),
    ],
  };
}

function valuesIn(approvals: Approvals, locale: string): Record<string, unknown> {
  return Object.fromEntries(
    approvals.filter((one) => one.locale === locale).map(({ field, kept: { value } }) => [field, value]),
  );
}

/** Returns an approved language; an empty one is its deletion. */
function readLanguage(language: Language | ''): { texts: ListingTexts | undefined; pictures: GraphicKind[] } {
  if (language === '') return { texts: undefined, pictures: [] };
  const kinds = Object.entries(language.pictures).flatMap(([kind, all]) =>
    all && all.length > 0 ? [kind as GraphicKind] : [],
  );
  return { texts: language.texts, pictures: kinds };
}
