import {
  LISTING_REQUIREMENTS,
  type ListingContents,
  listingChecklist,
  listingFieldPath,
  missingRequirements,
  needsCompleteListing,
  unpublishableListingReason,
} from '#shared/listings/completeness.ts';
import { isPictureField, isTextField } from '#shared/listings/fields.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import type { Language } from '#shared/listings/value-schemas.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { readSettings } from '../../platform/settings.ts';
import { EVERY_LANGUAGE } from './differences.ts';
import { readTextsAndGraphics } from './queries.ts';
import { readApprovals } from './review-rows.ts';

type Approvals = Awaited<ReturnType<typeof readApprovals>>;

/**
 * Throws `failed-precondition` with `details.missing` when the first publication of a locked app would show a listing without
 * something that the store requires: its publisher may have removed it after the submission, or the store asks for more now.
 * Only what a reviewer approved goes live, so a complete draft doesn't help.
 */
export async function requirePublishableListing(
  tx: Tx,
  app: AppRow,
  version: Pick<VersionRow, 'iconKey'>,
): Promise<void> {
  if (!needsCompleteListing(app)) return;
  const checklist = listingChecklist(await readApproved(tx, app, version), await readSettings(tx));
  const missing = missingRequirements(checklist).map((requirement) => {
    const { label, field } = LISTING_REQUIREMENTS[requirement];
    return { requirement, label, link: listingFieldPath(app.id, field) };
  });
  requireAllowed(unpublishableListingReason(checklist), { reason: 'incomplete-listing', missing });
}

/** Returns what would be live in the default language: what is, with everything that was approved with a version. */
async function readApproved(
  tx: Tx,
  app: AppRow,
  { iconKey }: Pick<VersionRow, 'iconKey'>,
): Promise<ListingContents> {
  const approvals = await readApprovals(tx, app.id);
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
