import { sql } from 'drizzle-orm';
import { MAX_FAILING_JOBS, NEW_PUBLISHERS } from '#shared/admin/calls.ts';
import type { CallResult } from '#shared/calls.ts';
import type { EventName } from '#shared/events.ts';
import { appStatusSchema } from '#shared/statuses.ts';
import { isInQueue } from './catalog/lifecycle/conditions.ts';
import { countWaitingListings } from './catalog/listings/list-waiting.ts';
import { measureWaiting } from './catalog/reviews/queries.ts';
import { readEmailStatus } from './delivery/emails/email-status.ts';
import { readFeedStatus } from './feeds/fdroid/status.ts';
import type { Handler } from './identity/handler.ts';
import { DELETED_OWNER } from './identity/users.ts';
import { USER_COUNT } from './people/users/count.ts';
import { readReplicated } from './platform/context.ts';
import type { Db } from './platform/db/open.ts';
import { defineStatement, type Values } from './platform/db/statement.ts';
import { apps } from './platform/db/tables/apps.ts';
import { oneOf } from './platform/db/tables/columns.ts';
import { reviews } from './platform/db/tables/reviews.ts';
import { users } from './platform/db/tables/users.ts';
import { readFileReport } from './platform/files/sweep.ts';
import { readSettings } from './platform/settings.ts';
import type { DiskSpace } from './platform/storage/space.ts';

type Overview = CallResult<'admin.overview'>;

/** `admin.overview`: returns what store staff see first. */
export const getOverview: Handler<'admin.overview'> = async ({ context }) => {
  const { db, clock, space, config } = context;
  const now = clock();
  const { review } = await readSettings(db);
  const staleBefore = new Date(now.getTime() - review.staleClaimHours * 3_600_000);
  const [
    queue,
    times,
    listings,
    publishingRequests,
    feed,
    audit,
    mail,
    appCounts,
    people,
    files,
    disk,
    newPublishers,
    week,
    system,
  ] = await Promise.all([
    readQueue(db, { now, staleBefore }),
    measureWaiting(db),
    countWaitingListings(db),
    countRequests(db),
    readFeedStatus(db),
    readAuditState(db),
    readEmailStatus(db, now),
    countApps(db),
    countPeople(db),
    readFileReport(db),
    readDisk(space),
    listNewPublishers(db),
    readReplicated(context, (reading) => countWeek(reading.db, now)),
    readSystem(db, now),
  ]);
  return {
    queue: { ...queue, times },
    listings: { waiting: listings },
    publishingRequests,
    feed,
    audit,
    mail: { ...mail, isKept: config.smtpUrl === null },
    apps: appCounts,
    people,
    files,
    disk,
    newPublishers,
    week,
    system,
  };
};

/** Leaves errors of an unreadable storage to the health check. */
async function readDisk(space: DiskSpace): Promise<Overview['disk']> {
  const disks = await space.read().catch(() => null);
  return (
    disks && {
      reserveBytes: space.reserveBytes,
      disks: disks.map((disk) => ({ ...disk, parts: [...disk.parts] })),
    }
  );
}

type QueueCounts = Omit<Overview['queue'], 'times'>;

const QUEUE = defineStatement('overview:queue', ({ staleBefore }: Values<{ staleBefore: string }>) => ({
  select: {
    waiting: sql<number>`count(*)::int`,
    claimed: sql<number>`count(${reviews.claimedAt})::int`,
    stale: sql<number>`(count(*) FILTER (WHERE ${reviews.claimedAt} < ${staleBefore}::timestamptz))::int`,
    oldestAt: sql<Date | null>`min(${reviews.submittedAt})`,
  },
  from: sql`FROM ${reviews} WHERE ${isInQueue}`,
}));

async function readQueue(db: Db, times: { now: Date; staleBefore: Date }): Promise<QueueCounts> {
  const row = await QUEUE.first(db, { staleBefore: times.staleBefore.toISOString() });
  const { waiting = 0, claimed = 0, stale = 0, oldestAt = null } = row ?? {};
  const oldestSeconds =
    oldestAt === null ? null : Math.max(0, (times.now.getTime() - oldestAt.getTime()) / 1000);
  return { waiting, claimed, stale, oldestSeconds };
}

const REQUESTS = defineStatement('overview:requests', () => ({
  select: { waiting: sql<number>`count(*)::int`, oldestAt: sql<Date | null>`min(requested_at)` },
  from: sql`
    FROM publishing_requests r JOIN auth_users i ON i.id = r.uid
    WHERE r.state = 'waiting' AND i.email_verified`,
}));

async function countRequests(db: Db): Promise<Overview['publishingRequests']> {
  const { waiting = 0, oldestAt = null } = (await REQUESTS.first(db, {})) ?? {};
  return { waiting, oldestAt: oldestAt?.toISOString() ?? null };
}

const AUDIT = defineStatement('overview:audit', () => ({
  select: { problemCount: sql<number>`problem_count` },
  from: sql`FROM audit_verification`,
}));

async function readAuditState(db: Db): Promise<Overview['audit']> {
  return { problemCount: (await AUDIT.first(db, {}))?.problemCount ?? 0 };
}

const APPS = defineStatement('overview:apps', () => ({
  select: { status: apps.status, count: sql<number>`count(*)::int` },
  from: sql`FROM ${apps} GROUP BY ${apps.status}`,
}));

async function countApps(db: Db): Promise<Overview['apps']> {
  const counts = new Map((await APPS.all(db, {})).map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    appStatusSchema.options.map((status) => [status, counts.get(status) ?? 0]),
  ) as Overview['apps'];
}

/** Counts roles from indexes only; the placeholder of deleted accounts is a suspended user. */
const PEOPLE = defineStatement('overview:people', () => ({
  select: {
    all: sql<number>`${USER_COUNT}`,
    developers: sql<number>`(SELECT count(*)::int FROM users WHERE role = 'developer')`,
    admins: sql<number>`(SELECT count(*)::int FROM users WHERE role = 'admin')`,
    suspended: sql<number>`(SELECT count(*)::int FROM users WHERE suspended_at IS NOT NULL)`,
    deleted: sql<number>`(SELECT count(*)::int FROM users WHERE uid = ${sql.raw(`'${DELETED_OWNER.uid}'`)})`,
  },
  from: sql``,
}));

async function countPeople(db: Db): Promise<Overview['people']> {
  const row = await PEOPLE.first(db, {});
  const { all = 0, developers = 0, admins = 0, suspended = 0, deleted = 0 } = row ?? {};
  return { all: all - deleted, developers, admins, suspended: suspended - deleted };
}

const PUBLISHERS = defineStatement('overview:new-publishers', () => ({
  select: {
    uid: users.uid,
    name: sql<string | null>`coalesce(${users.developerName}, ${users.displayName})`,
    email: users.email,
    isVerified: users.isVerified,
    createdAt: users.createdAt,
    apps: sql<number>`(SELECT count(*)::int FROM ${apps} WHERE ${apps.ownerUid} = ${users.uid})`,
  },
  from: sql`
    FROM ${users} WHERE ${users.role} = 'developer'
    ORDER BY ${users.createdAt} DESC, ${users.uid} DESC LIMIT ${sql.raw(String(NEW_PUBLISHERS))}`,
}));

async function listNewPublishers(db: Db): Promise<Overview['newPublishers']> {
  const rows = await PUBLISHERS.all(db, {});
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const SYSTEM = defineStatement('overview:system', ({ since }: Values<{ since: string }>) => ({
  select: {
    failingJobs: sql<number>`(
      SELECT count(*)::int FROM graphile_worker.jobs WHERE last_error IS NOT NULL)`,
    oldestJobSeconds: sql<number>`(
      SELECT greatest(coalesce(extract(epoch FROM now() - min(run_at)), 0), 0)::float8 FROM graphile_worker.jobs
      WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts)`,
    failedDeliveries: sql<number>`(
      SELECT count(*)::int FROM outbox WHERE channel IN ('push', 'webhook')
        AND (status = 'pending' AND last_error IS NOT NULL
          OR status = 'failed' AND finished_at > ${since}::timestamptz))`,
    feedAt: sql<Date | null>`(SELECT to_timestamp(timestamp / 1000.0) FROM feeds WHERE name = 'fdroid')`,
    databaseBytes: sql<number>`pg_database_size(current_database())::float8`,
  },
  from: sql``,
}));

const FAILURES = defineStatement('overview:failures', () => ({
  select: {
    id: sql<string>`id::text`,
    name: sql<string>`left(task_identifier, 100)`,
    error: sql<string>`left(last_error, 500)`,
    runsAt: sql<Date | null>`CASE WHEN attempts < max_attempts THEN run_at END`,
  },
  from: sql`
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL
    ORDER BY updated_at DESC, id LIMIT ${sql.raw(String(MAX_FAILING_JOBS))}`,
}));

async function readSystem(db: Db, now: Date): Promise<Overview['system']> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  const {
    failingJobs = 0,
    oldestJobSeconds = 0,
    failedDeliveries = 0,
    feedAt = null,
    databaseBytes = 0,
  } = (await SYSTEM.first(db, { since })) ?? {};
  const lastFailures = failingJobs === 0 ? [] : await FAILURES.all(db, {});
  return {
    failingJobs,
    lastFailures: lastFailures.map((job) => ({ ...job, runsAt: job.runsAt?.toISOString() ?? null })),
    oldestJobSeconds,
    failedDeliveries,
    feedAt: feedAt?.toISOString() ?? null,
    databaseBytes,
  };
}

/** The events that the overview counts. */
const COUNTED = [
  'version.submitted',
  'version.approved',
  'version.rejected',
  'version.published',
] as const satisfies readonly EventName[];

const WEEK = defineStatement('overview:week', ({ since }: Values<{ since: string }>) => ({
  select: {
    submitted: countOf('version.submitted'),
    approved: countOf('version.approved'),
    rejected: countOf('version.rejected'),
    published: countOf('version.published'),
    downloads: sql<number>`(
      SELECT coalesce(sum(count), 0)::int FROM app_downloads
      WHERE day > (${since}::timestamptz AT TIME ZONE 'UTC')::date)`,
  },
  from: sql`
    FROM audit_events
    WHERE ${oneOf(sql`event`, COUNTED)} AND at > ${since}::timestamptz`,
}));

function countOf(event: (typeof COUNTED)[number]) {
  return sql<number>`(count(*) FILTER (WHERE event = ${sql.raw(`'${event}'`)}))::int`;
}

async function countWeek(db: Db, now: Date): Promise<Overview['week']> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  return (await WEEK.first(db, { since })) as Overview['week'];
}
