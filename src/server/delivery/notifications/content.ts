import { t } from '#shared/languages/translate.ts';
import { ANTI_FEATURES, type AntiFeature } from '#shared/listings/anti-feature.ts';
import type { NotificationType } from '#shared/notifications/calls.ts';
import type { NotificationKind } from '#shared/notifications/preferences.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';

declare const titleKind: unique symbol;

/** A title without text of users, which may be the subject of an email. */
export type FixedTitle = string & { readonly [titleKind]: 'fixed' };

/** A title that depends on an app, a user or a number. */
export type VariableTitle = string & { readonly [titleKind]: 'variable' };

/**
 * Every title without text of users. Only these, and those of announcements, which admins write, may be email subjects:
 * with the name of an app or a user in it, anyone could make the store send their text.
 */
export const TITLES = {
  antiFeatureRemoved: fixedTitle(t`Anti-feature removed`),
  antiFeatureAdded: fixedTitle(t`Anti-feature added`),
  vulnerabilityUnmarked: fixedTitle(t`Vulnerability mark removed`),
  vulnerabilityMarked: fixedTitle(t`Known vulnerability`),
  appApproved: fixedTitle(t`App Approved`),
  appRejected: fixedTitle(t`App Rejected`),
  appRemoved: fixedTitle(t`App Removed`),
  appHeld: fixedTitle(t`App on hold`),
  versionHeld: fixedTitle(t`Version on hold`),
  allHeld: fixedTitle(t`All your apps are on hold`),
  holdLifted: fixedTitle(t`Hold lifted`),
  appRestored: fixedTitle(t`App Restored`),
  suspiciousReports: fixedTitle(t`Many reports from few networks`),
  haltDisputed: fixedTitle(t`Automatic halt disputed`),
  disputeResolved: fixedTitle(t`Dispute resolved`),
  rolloutHalted: fixedTitle(t`Rollout halted automatically`),
  reviewReminder: fixedTitle(t`Review reminder`),
  appTransferred: fixedTitle(t`App transferred`),
  listingChangesApproved: fixedTitle(t`Listing changes approved`),
  listingChangesRejected: fixedTitle(t`Listing changes rejected`),
  listingChangeReverted: fixedTitle(t`Listing change reverted`),
  trustedPublisherAdded: fixedTitle(t`Trusted publisher added`),
  trustedPublisherChanged: fixedTitle(t`Trusted publisher changed`),
  trustedPublisherUsed: fixedTitle(t`Trusted publisher used for the first time`),
  publishingApproved: fixedTitle(t`You can publish now`),
  requestDeclined: fixedTitle(t`Your request to publish was declined`),
  nowAdmin: fixedTitle(t`You’re an admin now`),
  leakedTokenRevoked: fixedTitle(t`A leaked API token was revoked`),
  tokenRevoked: fixedTitle(t`An API token was revoked`),
  tokenExpiresSoon: fixedTitle(t`An API token expires soon`),
  emailConfirmed: fixedTitle(t`Your email is confirmed`),
  passwordLinkCreated: fixedTitle(t`A link for a new password was created`),
  twoFactorTurnedOff: fixedTitle(t`Two-factor authentication was turned off`),
  webhookTurnedOff: fixedTitle(t`Webhook turned off`),
  filesDamaged: fixedTitle(t`Stored files are damaged or missing`),
} as const;

const FIXED_TITLES: ReadonlySet<string> = new Set(Object.values(TITLES));

/** Returns true for a title without text of users. */
export function isFixedTitle(title: string): boolean {
  return FIXED_TITLES.has(title);
}

/** Marks a title that must never be the subject of an email. */
export function variableTitle(title: string): VariableTitle {
  return title as VariableTitle;
}

function fixedTitle(title: string): FixedTitle {
  return title as FixedTitle;
}

/** The content of a notification, the same for all its recipients. */
export interface NotificationContent {
  readonly kind: NotificationKind;
  readonly type: NotificationType;
  readonly title: FixedTitle | VariableTitle;
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
}

/* The texts of specification section 7. */

export function updateContent(app: AppRow, version: string, changes: string): NotificationContent {
  return {
    kind: 'appUpdates',
    type: 'app_update',
    title: variableTitle(t`${app.name} Updated to v${version}`),
    message:
      changes === ''
        ? t`${app.name} has been updated to version ${version}.`
        : t`${app.name} has been updated to version ${version}. ${changes}`,
    data: { appId: app.id, version, changes },
  };
}

export function approvalContent(app: AppRow): NotificationContent {
  return {
    kind: 'approvalNotifications',
    type: 'app_approval',
    title: TITLES.appApproved,
    message: t`Your app ${app.name} has been approved and is available in the store.`,
    data: { appId: app.id },
  };
}

export function rejectionContent(app: AppRow, reason: string): NotificationContent {
  return {
    kind: 'approvalNotifications',
    type: 'app_rejection',
    title: TITLES.appRejected,
    message: t`Your app ${app.name} has been rejected: ${reason}`,
    data: { appId: app.id, reason },
  };
}

/** Returns the notification that a version with a scheduled or manual release was approved. */
export function approvalOnlyContent(app: AppRow): NotificationContent {
  return {
    ...approvalContent(app),
    message: t`Your app ${app.name} has been approved. It isn’t in the store yet: see its release for when.`,
  };
}

/** Returns the notification of a removal. Nobody can switch it off, because the app disappears from the store. */
export function removalContent(app: AppRow, reason: string): NotificationContent {
  return {
    kind: 'security',
    type: 'app_removal',
    title: TITLES.appRemoved,
    message: t`Your app ${app.name} has been removed from the store: ${reason}`,
    data: { appId: app.id, reason },
  };
}

export function restorationContent(app: AppRow, reason: string): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.appRestored,
    message: t`Your app ${app.name} has been restored: ${reason}`,
    data: { appId: app.id },
  };
}

/** Returns the notification that staff set an anti-feature of an app, or removed one. */
export function antiFeatureContent(
  app: AppRow,
  { antiFeature, reason }: { readonly antiFeature: AntiFeature; readonly reason: string | null },
): NotificationContent {
  const { label } = ANTI_FEATURES[antiFeature];
  return {
    kind: 'security',
    type: 'system_message',
    title: reason === null ? TITLES.antiFeatureRemoved : TITLES.antiFeatureAdded,
    message:
      reason === null
        ? t`Store staff removed the anti-feature “${label}” from ${app.name}.`
        : t`Store staff added the anti-feature “${label}” to ${app.name}: ${reason}`,
    data: { appId: app.id },
  };
}

interface MarkedVersions {
  readonly versionId: string;
  /** Its name; with the number of versions that were marked or unmarked together. */
  readonly version: string;
  readonly together: number;
  /** Null when the mark was removed. */
  readonly reason: string | null;
}

/** Returns the notification that staff marked versions as vulnerable, or removed the marks. */
export function vulnerabilityContent(
  app: AppRow,
  { versionId, version, together, reason }: MarkedVersions,
): NotificationContent {
  const { name } = app;
  const isOne = together === 1;
  const marked = isOne
    ? t`Store staff marked version ${version} of ${name} as vulnerable: ${reason ?? ''}`
    : t`Store staff marked ${together} versions of ${name}, up to ${version}, as vulnerable: ${reason ?? ''}`;
  const unmarked = isOne
    ? t`Store staff no longer mark version ${version} of ${name} as vulnerable.`
    : t`Store staff no longer mark ${together} versions of ${name}, up to ${version}, as vulnerable.`;
  return {
    kind: 'security',
    type: 'system_message',
    title: reason === null ? TITLES.vulnerabilityUnmarked : TITLES.vulnerabilityMarked,
    message: reason === null ? unmarked : marked,
    data: { appId: app.id, versionId },
  };
}

interface HaltedRollout {
  readonly version: string;
  readonly percentage: number;
  readonly reports: number;
}

/** Returns the notification that a rollout halted automatically. */
export function haltContent(
  app: AppRow,
  { version, percentage, reports }: HaltedRollout,
): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.rolloutHalted,
    message: t`The rollout of version ${version} of ${app.name} was halted at ${percentage}% after ${reports} reports. See its release to resume it.`,
    data: { appId: app.id, part: 'releases' },
  };
}

/** Returns the notification of staff that many reports about a version come from few networks. */
export function suspiciousReportsContent(
  app: AppRow,
  { version, ignored, networks }: { version: string; ignored: number; networks: number },
): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.suspiciousReports,
    message: t`${ignored} reports about version ${version} of ${app.name} don’t count; those that do come from ${networks} networks. Someone may be trying to halt its rollout.`,
    data: { appId: app.id, part: 'releases' },
  };
}

/** Returns the notification of staff that a publisher disputes an automatic halt. */
export function disputeContent(app: AppRow, { version }: { version: string }): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.haltDisputed,
    message: t`The publisher of ${app.name} says that the reports that halted version ${version} aren’t genuine. See its release to resolve this.`,
    data: { appId: app.id, part: 'releases' },
  };
}

/** Returns the notification of a publisher that staff resolved their dispute. */
export function resolutionContent(
  app: AppRow,
  { version, outcome, note }: { version: string; outcome: 'accepted' | 'dismissed'; note: string },
): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.disputeResolved,
    message:
      outcome === 'accepted'
        ? t`Staff agree that the reports that halted version ${version} of ${app.name} weren’t genuine. You can resume its rollout. ${note}`
        : t`Staff found no sign that the reports that halted version ${version} of ${app.name} weren’t genuine. ${note}`,
    data: { appId: app.id, part: 'releases' },
  };
}

/** Returns the reminder of a version that a reviewer claimed long ago. */
export function staleClaimContent(app: AppRow, versionId: string): NotificationContent {
  return {
    kind: 'approvalNotifications',
    type: 'system_message',
    title: TITLES.reviewReminder,
    message: t`You claimed a version of ${app.name} but haven’t decided yet. Decide or unclaim it.`,
    data: { appId: app.id, versionId },
  };
}

/** Returns the notification to the previous publisher that an app was transferred. */
export function transferContent(app: AppRow): NotificationContent {
  return {
    kind: 'security',
    type: 'system_message',
    title: TITLES.appTransferred,
    message: t`The new publisher of ${app.name} accepted the transfer. You’re still an owner.`,
    data: { appId: app.id },
  };
}

/** Returns a notification about the user's own account, which nobody can switch off. */
export function accountContent(title: FixedTitle, message: string): NotificationContent {
  return { kind: 'security', type: 'system_message', title, message };
}

/** Returns a notification about one of the user's API tokens, which leads to the page with them. */
export function tokenContent(title: FixedTitle, message: string): NotificationContent {
  return { ...accountContent(title, message), data: { part: 'api' } };
}

export function announcementContent(title: string, message: string): NotificationContent {
  return { kind: 'systemAnnouncements', type: 'system_message', title: variableTitle(title), message };
}
