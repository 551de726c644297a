import { and, eq, sql } from 'drizzle-orm';
import { presentApp } from '../apps/queries.ts';
import { listAudit } from '../audit/queries.ts';
import type { Handler } from '../callable.ts';
import type { Db } from '../db/open.ts';
import { apps, users, versions } from '../db/tables.ts';
import { compareListings } from '../listings/compare.ts';
import { findRelease, presentRelease } from '../releases/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { findPublishedVersion, findVersion, listVersions, presentVersion } from '../versions/queries.ts';
import { compareWith } from './apply-policy.ts';
import { readThread } from './queries.ts';
import { isStaleClaim, waitingSeconds } from './queue.ts';

/** Lines of the app's history that a review shows. */
const HISTORY_LINES = 50;

/** `reviews.get`: everything that a reviewer needs to decide about one version. */
export const getReview: Handler<'reviews.get'> = async ({ data, context }) => {
  const { db, clock } = context;
  const { version, app } = await findVersion(db, data.versionId);
  const [
    presented,
    settings,
    reviewerName,
    release,
    published,
    all,
    listingChanges,
    history,
    publisher,
    messages,
  ] = await Promise.all([
    presentApp(db, app),
    readSettings(db),
    findName(db, version.reviewerUid),
    findRelease(db, version.id),
    findPublishedVersion(db, app.id),
    listVersions(db, app.id),
    compareListings(db, app.id),
    listAudit(db, { appId: app.id, limit: HISTORY_LINES }),
    describePublisher(db, app.ownerUid),
    readThread(db, { appId: app.id, forStore: true }),
  ]);
  const earlier = published?.id === version.id ? null : published;
  const changes = compareWith(earlier, version);
  return {
    app: presented,
    details: app.details,
    version: presentVersion(version, app),
    waitingSeconds: waitingSeconds(version, clock()),
    reviewerName,
    isStale: isStaleClaim(version, { hours: settings.review.staleClaimHours, now: clock() }),
    release: release && presentRelease(release, version),
    published: earlier && presentVersion(earlier, app),
    changes: changes && changes.sort((a, b) => Number(b.sensitive) - Number(a.sensitive)),
    listingChanges,
    versions: all.map((row) => presentVersion(row, app)),
    history: history.entries,
    publisher,
    messages,
  };
};

async function findName(db: Db, uid: string | null): Promise<string | null> {
  if (uid === null) return null;
  const [person] = await db.select().from(users).where(eq(users.uid, uid));
  return person ? (person.displayName ?? person.email) : null;
}

async function describePublisher(db: Db, uid: string) {
  const [person] = await db.select().from(users).where(eq(users.uid, uid));
  if (!person) throw new Error(`the publisher ${uid} is gone`);
  const [counts] = await db
    .select({
      apps: sql<number>`count(DISTINCT ${apps.id})::int`,
      removedApps: sql<number>`count(DISTINCT ${apps.id}) FILTER (WHERE ${apps.status} = 'removed')::int`,
      publishedVersions: sql<number>`count(*) FILTER (WHERE ${versions.status} = 'published')::int`,
      rejectedVersions: sql<number>`count(*) FILTER (WHERE ${versions.status} = 'rejected')::int`,
    })
    .from(apps)
    .leftJoin(versions, and(eq(versions.appId, apps.id)))
    .where(eq(apps.ownerUid, uid));
  return {
    uid,
    name: person.developerName ?? person.displayName,
    email: person.email,
    isVerified: person.isVerified,
    since: person.createdAt.toISOString(),
    ...(counts ?? { apps: 0, removedApps: 0, publishedVersions: 0, rejectedVersions: 0 }),
  };
}
