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
import { requireAllowed } from '../../platform/input/call-error.ts';
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
  requireComplete(app.id, { checklist, denialReason: incompleteListingReason, publicUrl });
}

interface Incomplete {
  readonly checklist: readonly ChecklistItem[];
  readonly denialReason: (checklist: readonly ChecklistItem[]) => string | null;
  /** Without it the links are below the base path. */
  readonly publicUrl?: string;
}

/** Throws `failed-precondition` with `details.missing` for an incomplete listing. */
export function requireComplete(
  appId: string,
  { checklist, denialReason, publicUrl = '' }: Incomplete,
): void {
  const missing = missingRequirements(checklist).map((requirement) => {
    const { label, field } = LISTING_REQUIREMENTS[requirement];
    return { requirement, label, link: `${publicUrl}${listingFieldPath(appId, field)}` };
  });
  requireAllowed(() => denialReason(checklist), { reason: 'incomplete-listing', missing });
}
