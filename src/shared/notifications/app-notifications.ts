import { DECLINE_GROUNDS, type DeclineGround } from '../account/notice.ts';
import { formatNumber, t } from '../languages/translate.ts';
import { ANTI_FEATURES, type AntiFeature } from '../listings/anti-feature.ts';
import { LISTING_FIELD_LABELS, type ListingField } from '../listings/fields.ts';
import { about, DECISION, type Named, REJECTION, SECURITY, type WithReason } from './notification-record.ts';

/** Listing fields as `field locale`, the first ones of `count`. */
type ChangedFields = Named & { readonly changed: readonly string[]; readonly count: number };

/** Notifications about an app as a whole: its place in the store, listing and settings. */
export const APP_NOTIFICATIONS = {
  /** Nobody can switch it off, because the app disappears from the store. */
  appRemoved: about<Named & WithReason>({
    kind: 'security',
    type: 'app_removal',
    title: () => t`App Removed`,
    message: ({ name, reason }) => t`Your app ${name} has been removed from the store: ${reason}`,
  }),
  appRestored: about<Named & WithReason>({
    ...SECURITY,
    title: () => t`App Restored`,
    message: ({ name, reason }) => t`Your app ${name} has been restored: ${reason}`,
  }),
  /** `on` is the day of the removal. */
  removalRequested: about<Named & { readonly on: string; readonly isWithAccount: number }>({
    kind: 'security',
    type: 'app_removal',
    title: () => t`App will be removed`,
    message: ({ name, on, isWithAccount }) =>
      isWithAccount === 1
        ? t`The publisher of ${name} is deleting their account, so the app will be removed from the store on ${on}. Until then, they can transfer it to someone else.`
        : t`The publisher of ${name} asked for its removal from the store on ${on}. Until then, its owners can withdraw this in the app’s settings.`,
  }),
  removalWithdrawn: about<Named>({
    ...SECURITY,
    title: () => t`App stays in the store`,
    message: ({ name }) => t`The removal of ${name} was withdrawn. It stays in the store.`,
  }),
  removalDeclined: about<Named & WithReason & { readonly ground: DeclineGround }>({
    ...SECURITY,
    title: () => t`Removal declined`,
    message: ({ name, ground, reason }) =>
      t`Store staff declined the removal of ${name}. ${DECLINE_GROUNDS[ground]}: ${reason}`,
  }),
  removedOnRequest: about<Named>({
    kind: 'security',
    type: 'app_removal',
    title: () => t`App Removed`,
    message: ({ name }) =>
      t`${name} was removed from the store, as its publisher asked. Staff can still restore it.`,
  }),
  antiFeatureAdded: about<Named & WithReason & { readonly antiFeature: AntiFeature }>({
    ...SECURITY,
    title: () => t`Anti-feature added`,
    message: ({ name, antiFeature, reason }) =>
      t`Store staff added the anti-feature “${ANTI_FEATURES[antiFeature].label()}” to ${name}: ${reason}`,
  }),
  antiFeatureRemoved: about<Named & { readonly antiFeature: AntiFeature }>({
    ...SECURITY,
    title: () => t`Anti-feature removed`,
    message: ({ name, antiFeature }) =>
      t`Store staff removed the anti-feature “${ANTI_FEATURES[antiFeature].label()}” from ${name}.`,
  }),
  appTransferred: about<Named>({
    ...SECURITY,
    title: () => t`App transferred`,
    message: ({ name }) => t`The new publisher of ${name} accepted the transfer. You’re still an owner.`,
  }),
  listingApproved: about<ChangedFields>({
    ...DECISION,
    title: () => t`Listing changes approved`,
    message: ({ name, ...fields }) => t`These changes to ${name} are live now: ${nameFields(fields)}.`,
  }),
  listingRejected: about<ChangedFields & WithReason>({
    ...REJECTION,
    title: () => t`Listing changes rejected`,
    message: ({ name, reason, ...fields }) =>
      t`These changes to ${name} won’t go live: ${nameFields(fields)}. ${reason}`,
  }),
  listingReverted: about<ChangedFields & WithReason>({
    kind: 'security',
    type: 'app_rejection',
    title: () => t`Listing change reverted`,
    message: ({ name, reason, ...fields }) =>
      reason === ''
        ? t`Staff reverted a change to ${name}: ${nameFields(fields)}. Your version is kept and needs approval to go live.`
        : t`Staff reverted a change to ${name}: ${nameFields(fields)}. Your version is kept and needs approval to go live. ${reason}`,
  }),
  trustedPublisherAdded: about<Named & { readonly source: string }>({
    ...SECURITY,
    title: () => t`Trusted publisher added`,
    message: ({ name, source }) =>
      t`Build jobs of ${source} may now publish ${name} without a password or token. If none of its owners wanted that, remove it in the app’s settings.`,
  }),
  trustedPublisherChanged: about<Named & { readonly source: string }>({
    ...SECURITY,
    title: () => t`Trusted publisher changed`,
    message: ({ name, source }) =>
      t`Somebody changed which build jobs of ${source} may publish ${name}, or what they may do. If none of its owners wanted that, remove the trusted publisher in the app’s settings.`,
  }),
  trustedPublisherUsed: about<Named & { readonly repository: string }>({
    ...SECURITY,
    title: () => t`Trusted publisher used for the first time`,
    message: ({ name, repository }) =>
      t`A build job of ${repository} got a token for ${name}. If that isn’t your repository, remove the trusted publisher in the app’s settings.`,
  }),
  webhookTurnedOff: about<Named & { readonly host: string; readonly days: number }>({
    ...SECURITY,
    title: () => t`Webhook turned off`,
    message: ({ name, host, days }) =>
      t`The webhook of ${name} to ${host} was turned off because every attempt failed for ${days} days. It gets no more deliveries. Fix the receiver, then turn the webhook on in the app’s settings.`,
  }),
};

/** Returns the first changes by name, such as "Name (de), Icon (de) and 3 more". */
function nameFields({ changed, count }: Omit<ChangedFields, 'name'>): string {
  const named = changed
    .map((change) => {
      const [field, locale = ''] = change.split(' ');
      const label = LISTING_FIELD_LABELS[field as ListingField];
      return locale === '' ? label : `${label} (${locale})`;
    })
    .join(', ');
  const more = count - changed.length;
  return more > 0 ? t`${named} and ${formatNumber(more)} more` : named;
}
