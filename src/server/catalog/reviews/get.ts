import { sql } from 'drizzle-orm';
import { REVIEW_HISTORY_ENTRIES } from '#shared/reviews/calls.ts';
import { VERSION_ACTIONS } from '#shared/versions/actions.ts';
import { NEWEST_VERSIONS } from '#shared/versions/version.ts';
import type { Handler } from '../../identity/handler.ts';
import { listAudit } from '../../people/audit/queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';
import { readTestCredentialsState } from '../lifecycle/test-credentials.ts';
import { presentDifference, revisionOfAll } from '../listings/differences.ts';
import { presentApp } from '../listings/present-app.ts';
import { readWaiting } from '../listings/waiting.ts';
import { findLookalikes } from '../lookalikes/find.ts';
import { presentRelease } from '../releases/queries.ts';
import { listVersions } from '../versions/list.ts';
import { presentCompared, presentVersion } from '../versions/present.ts';
import { findComparison, findRelease, findReview, findVersion } from '../versions/queries.ts';
import { readReviewerNotes } from '../versions/submission-draft.ts';
import { compareWith } from './compare.ts';
import { findEarlierRejection, presentRejection } from './earlier-rejection.ts';
import { readThread } from './queries.ts';
import { isStaleClaim } from './queue.ts';
import { readDecisionFacts } from './undo.ts';

/** `reviews.get`: returns everything that a reviewer needs to decide about a version. */
export const getReview: Handler<'reviews.get'> = async ({ data, caller, context }) => {
  const { db, clock } = context;
  const [found, review] = await Promise.all([
    findVersion(db, data.versionId),
    findReview(db, data.versionId),
  ]);
  const { version, app } = found;
  const [
    presentedVersion,
    presented,
    settings,
    reviewerName,
    release,
    published,
    { versions: newest },
    waiting,
    history,
    publisher,
    messages,
    own,
    rejected,
    reviewerNotes,
    testCredentials,
  ] = await Promise.all([
    presentVersion(db, found, caller),
    presentApp(db, app),
    readSettings(db),
    findName(db, review?.reviewerUid ?? null),
    findRelease(db, version.id),
    findComparison(db, version),
    listVersions(db, app, { limit: NEWEST_VERSIONS, viewer: caller }),
    readWaiting(db, app),
    listAudit(db, { appId: app.id, limit: REVIEW_HISTORY_ENTRIES }),
    describePublisher(db, app.ownerUid),
    readThread(db, { appId: app.id, forStaff: true }),
    readOwnAppFacts(db, { app, version }, caller.uid),
    findEarlierRejection(db, { appId: app.id, review }),
    readReviewerNotes(db, version.id),
    readTestCredentialsState(db, version.id),
  ]);
  const changes = compareWith(published, version);
  const isUndoable = review !== null && VERSION_ACTIONS.reopen.from.includes(version.status);
  const lookalikes = await findLookalikes(db, app, { viewer: 'staff', modes: settings.rules });
  return {
    app: presented,
    details: app.details,
    version: presentedVersion,
    reviewerName,
    isStale: isStaleClaim(
      { status: version.status, claimedAt: review?.claimedAt ?? null },
      { hours: settings.review.staleClaimHours, now: clock() },
    ),
    own,
    undo: isUndoable ? await readDecisionFacts(db, { version, review }, caller) : null,
    release: release && presentRelease(release, version),
    published: published && presentCompared(published),
    changes: changes && changes.sort((a, b) => Number(b.sensitive) - Number(a.sensitive)),
    earlierRejection: await presentRejection(db, { rejected, app, version, caller }),
    provenancePolicy: app.provenancePolicy,
    lookalikes,
    listingChanges: waiting.map(presentDifference),
    listingRevision: revisionOfAll(waiting),
    versions: newest,
    history: history.entries,
    publisher,
    messages,
    reviewerNotes,
    testCredentials,
  };
};

const REVIEWER = defineStatement('reviews.get:reviewer', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: { name: sql<string>`coalesce(${users.displayName}, ${users.email})` },
  from: sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
}));

async function findName(db: Db, uid: string | null): Promise<string | null> {
  return uid === null ? null : ((await REVIEWER.first(db, { uid }))?.name ?? null);
}

const PUBLISHER = defineStatement('reviews.get:publisher', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: {
    name: sql<string | null>`coalesce(${users.developerName}, ${users.displayName})`,
    email: users.email,
    emailVerified: sql<boolean>`EXISTS (SELECT FROM ${authUsers} WHERE ${authUsers.id} = ${users.uid} AND ${authUsers.emailVerified})`,
    isVerified: users.isVerified,
    since: users.createdAt,
    apps: sql<number>`counts.apps`,
    removedApps: sql<number>`counts.removed_apps`,
    publishedVersions: sql<number>`counts.published_versions`,
    rejections: sql<number>`counts.rejections`,
  },
  // The apps are one array, so that the index of their versions is read once in its order, and not once for each app.
  from: sql`FROM ${users}, LATERAL (
      SELECT
        (SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid}) AS apps,
        (SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid} AND ${apps.status} = 'removed') AS removed_apps,
        (SELECT count(*)::int FROM ${reviews} WHERE ${reviews.decision} = 'rejected'
          AND ${reviews.appId} = ANY(ARRAY(SELECT ${apps.id} FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid}))) AS rejections,
        (count(*) FILTER (WHERE ${versions.status} = 'published'))::int AS published_versions
      FROM ${versions}
      WHERE ${versions.appId} = ANY(ARRAY(SELECT ${apps.id} FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid}))
    ) counts
    WHERE ${users.uid} = ${uid}`,
}));

async function describePublisher(db: Db, uid: string) {
  const person = await PUBLISHER.first(db, { uid });
  if (!person) throw new Error(`the publisher ${uid} is gone`);
  return { ...person, uid, since: person.since.toISOString() };
}
