import type { CallError } from '#shared/errors.ts';
import {
  type ChecklistItem,
  incompleteListingReason,
  LISTING_REQUIREMENTS,
  listingChecklist,
  listingFieldPath,
  missingRequirements,
  needsCompleteListing,
} from '#shared/listings/completeness.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { denied } from '../../platform/input/denied.ts';
import { readSettings } from '../../platform/settings.ts';
import { readTextsAndGraphics } from './queries.ts';

interface Submission {
  readonly app: AppRow;
  readonly version: Pick<VersionRow, 'iconKey'>;
  readonly publicUrl: string;
}

/**
 * Throws `failed-precondition` with `details.missing` when a locked app that was never published is submitted with an
 * incomplete listing.
 */
export async function requireCompleteListing(tx: Tx, { app, version, publicUrl }: Submission): Promise<void> {
  if (!needsCompleteListing(app)) return;
  const { listings, graphics } = await readTextsAndGraphics(tx, app.id, app.details.defaultLocale);
  const checklist = listingChecklist(
    {
      texts: listings[0]?.texts,
      pictures: graphics.filter(({ isDraft }) => isDraft).map(({ kind }) => kind),
      details: app.details,
      packageIcon: version.iconKey,
    },
    await readSettings(tx),
  );
  const message = incompleteListingReason(checklist);
  if (message !== null) throw incompleteListing(app.id, { checklist, message, publicUrl });
}

interface Incomplete {
  readonly checklist: readonly ChecklistItem[];
  readonly message: string;
  /** Without it the links are below the base path. */
  readonly publicUrl?: string;
}

/** Returns the `failed-precondition` error of an incomplete listing, with `details.missing`. */
export function incompleteListing(
  appId: string,
  { checklist, message, publicUrl = '' }: Incomplete,
): CallError {
  const missing = missingRequirements(checklist).map((requirement) => {
    const { label, field } = LISTING_REQUIREMENTS[requirement];
    return { requirement, label, link: `${publicUrl}${listingFieldPath(appId, field)}` };
  });
  return denied(message, { reason: 'incomplete-listing', missing });
}
