import { formatPercentage, t } from '../languages/translate.ts';
import { REJECTION_REASONS, type RejectionReason } from '../reviews/reasons.ts';
import {
  about,
  DECISION,
  type Named,
  type OfVersion,
  REJECTION,
  SECURITY,
  type WithReason,
} from './notification-record.ts';

/** A decision about a version. Those that were stored before emails named it don't have it. */
type Decided = Named & { readonly version?: string };
type Marked = OfVersion & { readonly together: number };

/** The subject of emails about an approval. */
const APPROVED = ({ name, version }: OfVersion) => t`${name} ${version} was approved`;

/** Notifications about versions: their reviews, releases and rollouts. */
export const VERSION_NOTIFICATIONS = {
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
};

/** Returns the reasons chosen from the store's list, followed by the reviewer's own text. */
export function rejectionText({
  reasons,
  reason,
}: WithReason & { readonly reasons: readonly string[] }): string {
  return [...reasons.map((id) => REJECTION_REASONS[id as RejectionReason].sentence), reason].join(' ');
}
