import { and, eq, sql } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { releases } from '../db/publishing-tables.ts';
import { apps, versions } from '../db/tables.ts';
import { presentVersion } from '../versions/queries.ts';
import { bucketOf } from './bucket.ts';
import { isOffered } from './offered.ts';

/** `releases.offer`: the newest version that a device is offered, by its own place in each rollout. */
export const offerRelease: Handler<'releases.offer'> = async ({ data, context: { db, secret } }) => {
  const rows = await db
    .select({ version: versions, app: apps, release: releases })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(
      and(
        eq(apps.platform, data.platform),
        eq(apps.applicationId, data.applicationId),
        eq(apps.status, 'published'),
        eq(versions.status, 'published'),
        isOffered,
      ),
    )
    .orderBy(sql`${versions.versionCode} DESC NULLS LAST`, sql`${versions.publishedAt} DESC`);
  const offered = rows.find(
    ({ version, release }) =>
      (data.track === 'beta' || release?.track !== 'beta') &&
      bucketOf(secret, { device: data.deviceId, of: version.id }) < (release?.percentage ?? 100),
  );
  if (!offered) return { offer: null };
  const { id: versionId, downloadPath } = presentVersion(offered.version, offered.app);
  const { versionCode, package: facts } = offered.version;
  return { offer: { versionId, versionName: facts?.versionName ?? null, versionCode, downloadPath } };
};
