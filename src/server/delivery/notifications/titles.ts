import { t } from '#shared/languages/translate.ts';

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
