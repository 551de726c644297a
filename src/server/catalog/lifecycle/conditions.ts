import { sql } from 'drizzle-orm';
import type { AppStatus } from '#shared/apps/status.ts';
import { AWAITING_REVIEW, type VersionStatus } from '#shared/versions/status.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { versions } from '../../platform/db/tables/versions.ts';

/** The condition on versions and their apps for being live: anyone can download them. */
export const isLive = sql`(${versions.status} = 'published' AND ${apps.status} = 'published')`;

/** The condition on versions and their apps for being in the review queue. */
export const isInQueue = sql`(${oneOf(versions.status, AWAITING_REVIEW)} AND ${apps.status} <> 'removed')`;

/** Returns true for a version that anyone can download. */
export function isLiveVersion(
  version: { readonly status: VersionStatus },
  app: { readonly status: AppStatus },
): boolean {
  return version.status === 'published' && app.status === 'published';
}
