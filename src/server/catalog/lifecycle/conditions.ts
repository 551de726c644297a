import { sql } from 'drizzle-orm';
import type { AppStatus } from '#shared/statuses/app-status.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { isHeld } from '../../platform/db/tables/holds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { isOpenReview, reviews } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';

/** The condition on versions and their apps for being held: the version, its app or the app's publisher is. */
export const isHeldVersion = isHeld(versions.id, apps.id, apps.ownerUid);

/** The condition on versions and their apps for being live: anyone can download them. Nothing that is held is. */
export const isLive = sql`(${versions.status} = 'published' AND ${apps.status} = 'published' AND NOT ${isHeldVersion})`;

/** The condition on a left-joined release for new installs to get it: neither halted nor rolled back. */
export const isAvailable = sql`(${releases.haltedAt} IS NULL AND ${releases.rolledBackAt} IS NULL)`;

/** The condition on a left-joined release for everyone to get it: available, neither a beta nor a staged rollout. */
export const isGivenToEveryone = sql`(${isAvailable} AND coalesce(${releases.track}, 'stable') = 'stable'
  AND coalesce(${releases.percentage}, 100) = 100)`;

/** The condition on reviews for being in the review queue. It finds removed apps, which are few, before the reviews. */
export const isInQueue = sql`(${isOpenReview} AND ${reviews.appId} NOT IN (
  SELECT ${apps.id} FROM ${apps} WHERE ${apps.status} = 'removed'))`;

/** Returns true for a version that anyone can download. */
export function isLiveVersion(
  version: { readonly status: VersionStatus; readonly isHeld: boolean },
  app: { readonly status: AppStatus },
): boolean {
  return version.status === 'published' && app.status === 'published' && !version.isHeld;
}
