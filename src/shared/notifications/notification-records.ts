import { DECLINE_GROUNDS, type DeclineGround } from '../account/notice.ts';
import { formatNumber, formatPercentage, plural, t } from '../languages/translate.ts';
import { ANTI_FEATURES, type AntiFeature } from '../listings/anti-feature.ts';
import { LISTING_FIELD_LABELS, type ListingField } from '../listings/fields.ts';
import { REJECTION_REASONS, type RejectionReason } from '../reviews/reasons.ts';
import type { RetentionName } from '../settings/retention.ts';
import type { NotificationKind } from './preferences.ts';

/**
 * The types of notifications, with the period after which each expires (specification section 9; removal has none there
 * and expires like a rejection).
 */
const TYPES = {
  app_update: 'notificationDays',
  app_approval: 'notificationDays',
  app_rejection: 'notificationDays',
  app_removal: 'notificationDays',
  system_message: 'announcementDays',
} as const satisfies Record<string, RetentionName>;

export type NotificationType = keyof typeof TYPES;
export const NOTIFICATION_PERIODS: Readonly<Record<NotificationType, RetentionName>> = TYPES;

/*
 * Every notification is declared here, once. The stored English texts of the specification, the texts that a reader sees in
 * their language, the emails and the pushes follow from its record and the stored values.
 */

/** A value of a notification as it is stored. */
export type NotificationValue = string | number | readonly string[];

interface NotificationRecord<Values> {
  /** The preference that turns it off; `security` can't be turned off. */
  readonly kind: NotificationKind;
  readonly type: NotificationType;
  /**
   * Without parameters it has no text of users and may be the subject of an email: with the name of an app or a user in a
   * subject, anyone could make the store send their text.
   */
  readonly title: (values: Values) => string;
  readonly message: (values: Values) => string;
  /** The subject of its email, with app and version: only for decisions of staff, which nobody gets who doesn't work on the app. */
  readonly subject?: (values: OfVersion) => string;
}

/** Declares a notification, which keeps the types of its values. */
function about<Values extends object>(record: NotificationRecord<Values>): NotificationRecord<Values> {
  return record;
}

type Named = { readonly name: string };
type WithReason = { readonly reason: string };
type OfVersion = Named & { readonly version: string };
/** A decision about a version. Those that were stored before emails named it don't have it. */
type Decided = Named & { readonly version?: string };
/** A hold: `on` is the day when staff look at it again. */
type Held = WithReason & { readonly on: string };
type WithOthers = Named & { readonly others: number };
/** Listing fields as `field locale`, the first ones of `count`. */
type ChangedFields = Named & { readonly changed: readonly string[]; readonly count: number };
type Marked = OfVersion & { readonly together: number };

const DECISION = { kind: 'approvalNotifications', type: 'app_approval' } as const;
const REJECTION = { kind: 'approvalNotifications', type: 'app_rejection' } as const;
/** The subject of emails about an approval. */
const APPROVED = ({ name, version }: OfVersion) => t`${name} ${version} was approved`;
const SECURITY = { kind: 'security', type: 'system_message' } as const;

export const NOTIFICATIONS = {
  appUpdated: about<OfVersion & { readonly changes: string }>({
    kind: 'appUpdates',
    type: 'app_update',
    title: ({ name, version }) => t`${name} Updated to v${version}`,
    message: ({ name, version, changes }) =>
      changes === ''
        ? t`${name} has been updated to version ${version}.`
        : t`${name} has been updated to version ${version}. ${changes}`,
  }),
  appApproved: about<Decided>({
    ...DECISION,
    title: () => t`App Approved`,
    subject: APPROVED,
    message: ({ name }) => t`Your app ${name} has been approved and is available in the store.`,
  }),
  /** Published to a share of the devices. */
  appApprovedInPart: about<OfVersion & { readonly percentage: number }>({
    ...DECISION,
    title: () => t`App Approved`,
    subject: APPROVED,
    message: ({ name, version, percentage }) =>
      t`Your app ${name} has been approved. Version ${version} is rolling out to ${formatPercentage(percentage)} of devices.`,
  }),
  /** With a scheduled or manual release. */
  appApprovedOnly: about<Decided>({
    ...DECISION,
    title: () => t`App Approved`,
    subject: APPROVED,
    message: ({ name }) =>
      t`Your app ${name} has been approved. It isn’t in the store yet: see its release for when.`,
  }),
  appRejected: about<Decided & WithReason & { readonly reasons: readonly string[] }>({
    ...REJECTION,
    title: () => t`App Rejected`,
    subject: ({ name, version }) => t`${name} ${version} was rejected`,
    message: ({ name, ...why }) => t`Your app ${name} has been rejected: ${rejectionText(why)}`,
  }),
  decisionUndone: about<Decided>({
    ...DECISION,
    title: () => t`In review again`,
    subject: ({ name, version }) => t`${name} ${version} is in review again`,
    message: ({ name }) =>
      t`The reviewer took back the decision about your app ${name}. It’s in review again.`,
  }),
  /** Nobody can switch it off, because the app disappears from the store. */
  appRemoved: about<Named & WithReason>({
    kind: 'security',
    type: 'app_removal',
    title: () => t`App Removed`,
    message: ({ name, reason }) => t`Your app ${name} has been removed from the store: ${reason}`,
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
  /** `on` is the day of the deletion. */
  deletionRequested: about<{ readonly on: string; readonly apps: number }>({
    ...SECURITY,
    title: () => t`Your account will be deleted`,
    message: ({ on, apps }) =>
      apps === 0
        ? t`Your account will be deleted on ${on}, as you asked. Until then, you can keep it in your settings.`
        : plural(
            apps,
            {
              one: 'Your account will be deleted on {on}, as you asked, and # app will be removed. Until then, you can keep both in your settings.',
              other:
                'Your account will be deleted on {on}, as you asked, and # apps will be removed. Until then, you can keep all of it in your settings.',
            },
            { on },
          ),
  }),
  deletionWithdrawn: about<object>({
    ...SECURITY,
    title: () => t`Your account stays`,
    message: () => t`You withdrew the deletion of your account. Your account and your apps stay.`,
  }),
  deletionDeclined: about<WithReason & { readonly ground: DeclineGround }>({
    ...SECURITY,
    title: () => t`Account deletion declined`,
    message: ({ ground, reason }) =>
      t`Store staff declined the deletion of your account. ${DECLINE_GROUNDS[ground]}: ${reason}`,
  }),
  appRestored: about<Named & WithReason>({
    ...SECURITY,
    title: () => t`App Restored`,
    message: ({ name, reason }) => t`Your app ${name} has been restored: ${reason}`,
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
  vulnerabilityMarked: about<Marked & WithReason>({
    ...SECURITY,
    title: () => t`Known vulnerability`,
    message: ({ name, version, together, reason }) =>
      together === 1
        ? t`Store staff marked version ${version} of ${name} as vulnerable: ${reason}`
        : t`Store staff marked ${together} versions of ${name}, up to ${version}, as vulnerable: ${reason}`,
  }),
  vulnerabilityUnmarked: about<Marked>({
    ...SECURITY,
    title: () => t`Vulnerability mark removed`,
    message: ({ name, version, together }) =>
      together === 1
        ? t`Store staff no longer mark version ${version} of ${name} as vulnerable.`
        : t`Store staff no longer mark ${together} versions of ${name}, up to ${version}, as vulnerable.`,
  }),
  rolloutHalted: about<OfVersion & { readonly percentage: number; readonly reports: number }>({
    ...SECURITY,
    title: () => t`Rollout halted automatically`,
    message: ({ name, version, percentage, reports }) =>
      t`The rollout of version ${version} of ${name} was halted at ${percentage}% after ${reports} reports. See its release to resume it.`,
  }),
  suspiciousReports: about<OfVersion & { readonly ignored: number; readonly networks: number }>({
    ...SECURITY,
    title: () => t`Many reports from few networks`,
    message: ({ name, version, ignored, networks }) =>
      t`${ignored} reports about version ${version} of ${name} don’t count; those that do come from ${networks} networks. Someone may be trying to halt its rollout.`,
  }),
  haltDisputed: about<OfVersion>({
    ...SECURITY,
    title: () => t`Automatic halt disputed`,
    message: ({ name, version }) =>
      t`The publisher of ${name} says that the reports that halted version ${version} aren’t genuine. See its release to resolve this.`,
  }),
  disputeResolved: about<OfVersion & { readonly outcome: 'accepted' | 'dismissed'; readonly note: string }>({
    ...SECURITY,
    title: () => t`Dispute resolved`,
    message: ({ name, version, outcome, note }) =>
      outcome === 'accepted'
        ? t`Staff agree that the reports that halted version ${version} of ${name} weren’t genuine. You can resume its rollout. ${note}`
        : t`Staff found no sign that the reports that halted version ${version} of ${name} weren’t genuine. ${note}`,
  }),
  reviewReminder: about<Named>({
    kind: 'approvalNotifications',
    type: 'system_message',
    title: () => t`Review reminder`,
    message: ({ name }) => t`You claimed a version of ${name} but haven’t decided yet. Decide or unclaim it.`,
  }),
  newMessages: about<Named & { readonly count: number; readonly quote: string }>({
    kind: 'approvalNotifications',
    type: 'system_message',
    title: ({ count }) => (count === 1 ? t`New message` : t`${count} new messages`),
    message: ({ name, count, quote }) =>
      count === 1 ? `${name}: ${quote}` : t`${name}, the latest: ${quote}`,
  }),
  appTransferred: about<Named>({
    ...SECURITY,
    title: () => t`App transferred`,
    message: ({ name }) => t`The new publisher of ${name} accepted the transfer. You’re still an owner.`,
  }),
  appHeld: about<WithOthers & Held>({
    ...SECURITY,
    title: () => t`App on hold`,
    message: ({ name, others, reason, on }) =>
      `${
        others === 0
          ? t`${name} is on hold, so nobody can see or download it: ${reason}`
          : plural(
              others,
              {
                one: '{name} and # other app that you work on are on hold, so nobody can see or download them: {reason}',
                other:
                  '{name} and # other apps that you work on are on hold, so nobody can see or download them: {reason}',
              },
              { name, reason },
            )
      } ${afterHold(on)}`,
  }),
  versionHeld: about<WithOthers & Held & { readonly version: string }>({
    ...SECURITY,
    title: () => t`Version on hold`,
    message: ({ name, version, others, reason, on }) =>
      `${
        others === 0
          ? t`Version ${version} of ${name} is on hold, so nobody can see or download it: ${reason}`
          : plural(
              others,
              {
                one: 'Version {version} of {name} and # other version that you work on are on hold, so nobody can see or download them: {reason}',
                other:
                  'Version {version} of {name} and # other versions that you work on are on hold, so nobody can see or download them: {reason}',
              },
              { version, name, reason },
            )
      } ${afterHold(on)}`,
  }),
  allHeld: about<Held>({
    ...SECURITY,
    title: () => t`All your apps are on hold`,
    message: ({ reason, on }) =>
      `${t`All your apps are on hold, so nobody can see or download them: ${reason}`} ${afterHold(on)}`,
  }),
  appHoldLifted: about<WithOthers & WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ name, others, reason }) =>
      others === 0
        ? t`The hold on ${name} was lifted: ${reason}`
        : plural(
            others,
            {
              one: 'The hold on {name} and # other app that you work on was lifted: {reason}',
              other: 'The hold on {name} and # other apps that you work on was lifted: {reason}',
            },
            { name, reason },
          ),
  }),
  versionHoldLifted: about<OfVersion & WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ name, version, reason }) =>
      t`The hold on version ${version} of ${name} was lifted: ${reason}`,
  }),
  allHoldsLifted: about<WithReason>({
    ...SECURITY,
    title: () => t`Hold lifted`,
    message: ({ reason }) => t`The hold on all your apps was lifted: ${reason}`,
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
  publishingApproved: about<{ readonly storeName: string }>({
    ...SECURITY,
    title: () => t`You can publish now`,
    message: ({ storeName }) => t`${storeName} approved your request to publish. Create your first app.`,
  }),
  requestDeclined: about<{ readonly storeName: string } & WithReason>({
    ...SECURITY,
    title: () => t`Your request to publish was declined`,
    message: ({ storeName, reason }) => t`${storeName} declined your request to publish: ${reason}`,
  }),
  nowAdmin: about<object>({
    ...SECURITY,
    title: () => t`You’re an admin now`,
    message: () => t`The operator of this store made your account an admin.`,
  }),
  leakedTokenRevoked: about<{ readonly token: string }>({
    ...SECURITY,
    title: () => t`A leaked API token was revoked`,
    message: ({ token }) =>
      t`Somebody found your API token “${token}” in public and reported it. Nobody can use it any more. Create a new one, and check what was done with it.`,
  }),
  tokenRevoked: about<{ readonly token: string } & WithReason>({
    ...SECURITY,
    title: () => t`An API token was revoked`,
    message: ({ token, reason }) => t`The store’s staff revoked your API token “${token}”: ${reason}`,
  }),
  tokenExpiresSoon: about<{ readonly token: string; readonly on: string }>({
    ...SECURITY,
    title: () => t`An API token expires soon`,
    message: ({ token, on }) =>
      t`Your API token “${token}” expires on ${on}. Create a new one before what uses it stops.`,
  }),
  emailConfirmed: about<object>({
    ...SECURITY,
    title: () => t`Your email is confirmed`,
    message: () =>
      t`Store staff confirmed the email of your account. You can use everything that needs a confirmed email now.`,
  }),
  passwordLinkCreated: about<object>({
    ...SECURITY,
    title: () => t`A link for a new password was created`,
    message: () =>
      t`Store staff created a link for setting a new password for your account, which works once. If you didn’t ask for it, ask them why.`,
  }),
  twoFactorTurnedOff: about<object>({
    ...SECURITY,
    title: () => t`Two-factor authentication was turned off`,
    message: () =>
      t`The operator of this store turned it off and signed you out everywhere. Set it up again in your settings.`,
  }),
  /** `problems` has the problem of each file. */
  filesDamaged: about<{
    readonly files: readonly string[];
    readonly problems: readonly string[];
    readonly more: number;
  }>({
    ...SECURITY,
    title: () => t`Stored files are damaged or missing`,
    message: ({ files, problems, more }) =>
      [
        ...files.map((file, at) => (problems[at] === 'missing' ? t`${file}: missing` : t`${file}: damaged`)),
        ...moreLine(more),
        t`Nobody can download them until the operator restores them from a backup. The Admin Dashboard shows all of them.`,
      ].join('\n'),
  }),
  /** `effects` has the effect of each app's problem, `reasons` what is wrong, in English. */
  feedProblems: about<{
    readonly apps: readonly string[];
    readonly effects: readonly string[];
    readonly reasons: readonly string[];
    readonly more: number;
  }>({
    ...SECURITY,
    title: ({ apps, more }) =>
      apps.length + more === 1
        ? t`Problem with an app in the feed`
        : t`Problems with ${apps.length + more} apps in the feed`,
    message: ({ apps, effects, reasons, more }) =>
      [
        ...apps.map((app, at) =>
          effects[at] === 'leftOut'
            ? t`${app} is missing from the feed, fully or in part. ${reasons[at] ?? ''}`
            : t`${app} is in the feed without part of its listing. ${reasons[at] ?? ''}`,
        ),
        ...moreLine(more),
        t`All other apps are unaffected. See the Admin Dashboard for details.`,
      ].join('\n'),
  }),
};

export type NotificationName = keyof typeof NOTIFICATIONS;
export type NotificationValues<Name extends NotificationName> = Parameters<
  (typeof NOTIFICATIONS)[Name]['message']
>[0];

/** The name of a notification's record and its values, as they are stored beside its English texts. */
export interface NotificationSubject {
  readonly name: string;
  readonly values: Readonly<Record<string, NotificationValue>>;
}

interface NotificationTexts {
  readonly title: string;
  readonly message: string;
}

/**
 * Returns the texts of a notification in the page's language; the stored ones for an announcement, and for what another
 * release stored.
 */
export function wordNotification({
  about: subject,
  title,
  message,
}: NotificationTexts & { readonly about?: NotificationSubject | undefined }): NotificationTexts {
  if (subject === undefined || !Object.hasOwn(NOTIFICATIONS, subject.name)) return { title, message };
  const record: NotificationRecord<never> = NOTIFICATIONS[subject.name as NotificationName];
  const values = subject.values as never;
  try {
    return { title: record.title(values), message: record.message(values) };
  } catch {
    // Another release may have stored other values, and one notification must not hide the others.
    return { title, message };
  }
}

/** Returns true for a notification whose title has no text of users. */
export function hasFixedTitle(subject: NotificationSubject | null): boolean {
  if (subject === null || !Object.hasOwn(NOTIFICATIONS, subject.name)) return false;
  return NOTIFICATIONS[subject.name as NotificationName].title.length === 0;
}

/** Returns the subject of an email about a decision, with app and version; null for others, and for values without a version. */
export function decisionSubject(notification: NotificationSubject | null): string | null {
  if (notification === null || !Object.hasOwn(NOTIFICATIONS, notification.name)) return null;
  const { subject }: NotificationRecord<never> = NOTIFICATIONS[notification.name as NotificationName];
  const { name, version } = notification.values;
  const isNamed = typeof name === 'string' && typeof version === 'string';
  return subject && isNamed ? subject({ name, version }) : null;
}

/** Returns the reasons chosen from the store's list, followed by the reviewer's own text. */
export function rejectionText({
  reasons,
  reason,
}: WithReason & { readonly reasons: readonly string[] }): string {
  return [...reasons.map((id) => REJECTION_REASONS[id as RejectionReason].sentence), reason].join(' ');
}

/** Returns what publishers can expect of a hold. */
function afterHold(on: string): string {
  return t`Nothing was deleted. The store’s staff will look at it again by ${on}. Contact them if you believe that this is a mistake.`;
}

function moreLine(more: number): string[] {
  return more > 0 ? [t`And ${formatNumber(more)} more.`] : [];
}

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
