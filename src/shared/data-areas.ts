/**
 * The areas of the data that screens show. A contract names the areas its call `reads`, an event those it `changes`, and
 * whatever a client keeps of a changed area is refetched: no screen has to know which calls show what it changed.
 *
 * Each area says who is notified of a change:
 * - `user`: the users whom the change concerns
 * - `members`: these and store staff; of a change to an app, the owner and all members are concerned
 * - `staff`: store staff
 * - `everyone`: everybody who is signed in
 */
export const DATA_AREAS = {
  /** A user's own profile, passkeys and second factors. */
  account: 'user',
  announcements: 'staff',
  /** Apps and their details. */
  apps: 'members',
  audit: 'staff',
  exports: 'user',
  /** Holds, and what uploads are refused by. */
  holds: 'staff',
  /** The texts and images of apps, and the changes to them that wait for a review. */
  listings: 'members',
  /** The members of apps, and invitations. */
  members: 'members',
  notifications: 'user',
  /** Notification preferences. */
  preferences: 'user',
  quotas: 'members',
  /** Publication, rollouts and what is live. */
  releases: 'members',
  /** The review queue, claims, decisions and comments. */
  reviews: 'members',
  sessions: 'user',
  /** The settings of the store. */
  settings: 'everyone',
  /** The state of the machine, mail and storage, which changes by itself: the event stream names it once a minute. */
  system: 'staff',
  tokens: 'user',
  trustedPublishers: 'members',
  /** Accounts as store staff see them. */
  users: 'staff',
  versions: 'members',
  webhooks: 'members',
} as const satisfies Record<string, 'user' | 'members' | 'staff' | 'everyone'>;

export type DataArea = keyof typeof DATA_AREAS;

/** The response header that names the areas a request changed, separated by commas. */
export const CHANGES_HEADER = 'Quayside-Changes';
