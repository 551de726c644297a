import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { UnpublishedChange } from '#shared/listings/calls.ts';
import type { ListingField } from '#shared/listings/fields.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { APPROVAL_SENTENCES, approvalReason } from '#shared/listings/publication.ts';
import type { ListingValue } from '#shared/listings/values.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';

/** The publication status of a listing field. */
export interface PublicationState {
  readonly status: 'live' | UnpublishedChange['status'];
  /** A sentence about what happens next, or after the next change. */
  readonly sentence: string;
  /** The note of store staff; null without one. */
  readonly reason: string | null;
  /** The live value where it differs; null where it is the same. */
  readonly before: ListingValue | null;
}

export interface PublicationContext {
  readonly app: App;
  readonly setting: StoreSettings['listingChanges'];
  readonly listing: Pick<CallResult<'apps.getListing'>, 'listings' | 'graphics' | 'unpublished' | 'held'>;
}

interface LocaleField {
  /** Empty for fields that all languages share. */
  readonly locale: string;
  readonly field: ListingField;
}

/** The sentence for fields that need no approval. */
export const LIVE_IMMEDIATELY = t`Changes go live immediately.`;

/** Returns a field's status by the server's rule; null for an app that was never published. */
export function publicationState(context: PublicationContext, place: LocaleField): PublicationState | null {
  const { app, setting, listing } = context;
  if (app.status === 'draft') return null;
  const isPlace = (one: LocaleField) => one.locale === place.locale && one.field === place.field;
  const needsApproval = approvalReason({
    field: place.field,
    wasPublic: true,
    isLive: isLive(context, place.locale),
    isHeld: listing.held.some(isPlace),
    setting,
  });
  const change = listing.unpublished.find(isPlace);
  if (change === undefined) {
    return {
      status: 'live',
      sentence: needsApproval ? APPROVAL_SENTENCES[needsApproval] : LIVE_IMMEDIATELY,
      reason: null,
      before: null,
    };
  }
  const { status, reason, before } = change;
  if (status === 'approved')
    return { status, sentence: t`Goes live with its version.`, reason: null, before };
  if (status === 'rejected') {
    return { status, sentence: t`Won’t go live unless you change it.`, reason, before };
  }
  // The rule gives no reason, so it waits for another one, such as too many changes on one day.
  return { status, sentence: APPROVAL_SENTENCES[needsApproval ?? 'tooMany'], reason, before };
}

/** Returns the effect of deleting a picture, as a sentence. */
export function deletionText({ isPublic }: Graphic, state: PublicationState | null): string {
  if (!isPublic) return t`It isn’t live yet.`;
  return state?.status === 'live' && state.sentence === LIVE_IMMEDIATELY
    ? t`It’s removed from the store immediately.`
    : t`It stays live until the deletion is approved.`;
}

/** Returns true when a language of the app is live. */
export function isLive({ listing }: PublicationContext, locale: string): boolean {
  return (
    locale === '' ||
    listing.listings.some((one) => one.locale === locale && one.publicTexts !== null) ||
    listing.graphics.some((one) => one.locale === locale && one.isPublic)
  );
}
