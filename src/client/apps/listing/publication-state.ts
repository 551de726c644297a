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
  /** True when the next change needs approval. */
  readonly needsApproval: boolean;
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
const LIVE_WHEN_PUBLISHED = t`Changes go live when you publish them.`;

/** Returns a field's status by the server's rule; null for an app that was never published. */
export function publicationState(context: PublicationContext, place: LocaleField): PublicationState | null {
  const { app, setting, listing } = context;
  if (app.status === 'draft') return null;
  const isPlace = (one: LocaleField) => one.locale === place.locale && one.field === place.field;
  const ruled = approvalReason({
    field: place.field,
    wasPublic: true,
    isLive: isLive(context, place.locale),
    isHeld: listing.held.some(isPlace),
    setting,
  });
  const change = listing.unpublished.find(isPlace);
  const approval = change === undefined ? ruled : change.approvalReason;
  const needsApproval = approval !== null;
  const sentence = approval === null ? LIVE_WHEN_PUBLISHED : APPROVAL_SENTENCES[approval];
  if (change === undefined) return { status: 'live', sentence, reason: null, before: null, needsApproval };
  const { status, reason, before, submitted } = change;
  switch (status) {
    case 'approved':
      return { status, sentence: t`Goes live with its version.`, reason: null, before, needsApproval };
    case 'rejected':
      return {
        status,
        sentence: t`Won’t go live unless you change it.`,
        reason,
        before,
        needsApproval,
      };
    case 'draft': {
      const drafted = submitted === null ? sentence : t`An earlier change is waiting for approval.`;
      return { status, sentence: drafted, reason, before, needsApproval };
    }
    case 'waiting':
      // The rule gives no reason, so it waits for another one, such as too many changes on one day.
      return { status, sentence: APPROVAL_SENTENCES[approval ?? 'tooMany'], reason, before, needsApproval };
  }
}

/** Returns the effect of deleting a picture, as a sentence. */
export function deletionText({ isPublic }: Graphic, state: PublicationState | null): string {
  if (!isPublic) return t`It isn’t live yet.`;
  return deletionSentence(state?.needsApproval ?? false);
}

/** Returns when something that is live is gone after its deletion, as a sentence. */
export function deletionSentence(needsApproval: boolean): string {
  return needsApproval
    ? t`It stays live until you publish your changes and the deletion is approved.`
    : t`It stays live until you publish your changes.`;
}

/** Returns true when a language of the app is live. */
export function isLive({ listing }: PublicationContext, locale: string): boolean {
  return (
    locale === '' ||
    listing.listings.some((one) => one.locale === locale && one.publicTexts !== null) ||
    listing.graphics.some((one) => one.locale === locale && one.isPublic)
  );
}
