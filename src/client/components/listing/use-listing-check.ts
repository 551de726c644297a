import { useCallQuery } from '#client/backend/use-call.ts';
import { t } from '#shared/languages/translate.ts';
import {
  type ChecklistItem,
  incompleteListingReason,
  listingChecklist,
  needsCompleteListing,
} from '#shared/listings/completeness.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** The state of the listing that a submission needs. */
export interface ListingCheck {
  /** The store's requirements; empty while they load, and when the submission doesn't depend on them. */
  readonly checklist: readonly ChecklistItem[];
  /** The reason why the listing prevents the submission; null when it doesn't. */
  readonly denialReason: string | null;
  /** The call that failed to load, if any. */
  readonly failed: { readonly error: Error | null; readonly refetch: () => Promise<unknown> } | undefined;
}

/** Checks the listing of a version's app before a submission, by the server's rule; `isSubmittable` if all else is fine. */
export function useListingCheck(
  { appId, iconPath }: Pick<VersionSummary, 'appId' | 'iconPath'>,
  isSubmittable: boolean,
): ListingCheck {
  const app = useCallQuery('apps.get', { appId }, { enabled: isSubmittable });
  const isNeeded = isSubmittable && (app.data === undefined || needsCompleteListing(app.data.app));
  const listing = useCallQuery('apps.getListing', { appId }, { enabled: isNeeded });
  const store = useCallQuery('settings.get', {}, { enabled: isNeeded });
  if (!isNeeded) return { checklist: [], denialReason: null, failed: undefined };

  // The server checks again, so a failure here leaves the decision to it.
  const failed = [app, listing, store].find(({ data, error }) => error !== null && data === undefined);
  if (failed) return { checklist: [], denialReason: null, failed };
  if (!app.data || !listing.data || !store.data) {
    return { checklist: [], denialReason: t`Checking your listing…`, failed: undefined };
  }
  const { details } = app.data;
  const isDefault = ({ locale }: { readonly locale: string }) => locale === details.defaultLocale;
  const checklist = listingChecklist(
    {
      texts: listing.data.listings.find(isDefault)?.texts,
      pictures: listing.data.graphics.filter((one) => isDefault(one) && one.isDraft).map(({ kind }) => kind),
      details,
      packageIcon: iconPath,
    },
    store.data.settings,
  );
  return { checklist, denialReason: incompleteListingReason(checklist), failed: undefined };
}
