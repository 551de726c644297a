import { type SQL, sql } from 'drizzle-orm';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import type { QueueFilter } from '#shared/reviews/queue-filter.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { searchPatterns } from '../../platform/db/search.ts';
import { defineStatement, type RowOf, type Statement, type Values } from '../../platform/db/statement.ts';
import { type ReviewRow, reviewMessages, reviews } from '../../platform/db/tables/reviews.ts';
import { users } from '../../platform/db/tables/users.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';
import { readSettings } from '../../platform/settings.ts';
import { isInQueue } from '../lifecycle/conditions.ts';
import { appColumns, joinNewestVersion, presentAppRow } from '../listings/present-app.ts';
import { presentSummary, summaryColumns } from '../versions/present.ts';
import {
  afterPosition,
  joinForOrder,
  joinVersionAndApp,
  orderQueue,
  type QueueDirection,
  type QueuePosition,
  queueCursor,
  readQueueCursor,
  sortValue,
} from './queue-order.ts';

const isUpdate = sql<boolean>`EXISTS (
  SELECT FROM ${versions} live WHERE live.app_id = a.id AND live.status = 'published')`;

const earlierRejections = sql<number>`(
  SELECT count(*)::int FROM ${versions} earlier JOIN ${reviews} rejection ON rejection.version_id = earlier.id
  WHERE earlier.app_id = a.id AND rejection.decision = 'rejected')`;

/** An internal note counts too: staff have read what was written before it. */
const unansweredMessages = sql<number>`(
  SELECT count(*)::int FROM ${reviewMessages} message
  WHERE message.version_id = ${reviews.versionId} AND NOT message.by_staff AND message.created_at > coalesce(
    (SELECT max(created_at) FROM ${reviewMessages} WHERE version_id = ${reviews.versionId} AND by_staff),
    '-infinity'))`;

const hasListingChanges = sql<boolean>`(a.listing_waiting_since IS NOT NULL)`;

/** The values of the filters; an empty one matches every version. */
interface FilterValues {
  readonly reviewer: string;
  readonly change: string;
  readonly platform: string;
  readonly has: string;
  readonly staleBefore: string;
  readonly pattern: string;
  readonly otherPattern: string;
  /** A reviewer who can decide about the version, because no other one has claimed it. */
  readonly decidableBy: string;
}

const NOBODY = 'nobody';

/** Conditions with empty values disappear, because the statement is planned for its values. */
function matchesFilters(values: Values<FilterValues>): SQL {
  const given = (name: keyof FilterValues) => sql`${values[name]}::text`;
  const filters: [given: SQL, matches: SQL][] = [
    [given('reviewer'), sql`coalesce(${reviews.reviewerUid}, '${sql.raw(NOBODY)}') = ${given('reviewer')}`],
    [
      given('decidableBy'),
      sql`coalesce(${reviews.reviewerUid}, ${given('decidableBy')}) = ${given('decidableBy')}`,
    ],
    [given('change'), sql`${isUpdate} = (${given('change')} = 'update')`],
    [given('platform'), sql`a.platform = ${given('platform')}`],
    [given('pattern'), matchesText([given('pattern'), given('otherPattern')])],
    [
      given('has'),
      sql`CASE ${given('has')}
        WHEN 'permissions' THEN ${reviews.sensitivePermissions} <> '{}'
        WHEN 'overdue' THEN ${reviews.claimedAt} < ${given('staleBefore')}::timestamptz
        WHEN 'listing' THEN ${hasListingChanges}
        WHEN 'rejection' THEN ${earlierRejections} > 0
        ELSE ${unansweredMessages} > 0 END`,
    ],
  ];
  return sql.join(
    filters.map(([value, matches]) => sql`(${value} = '' OR ${matches})`),
    sql` AND `,
  );
}

/** Matches the app's name, its application id or its publisher's names; a pattern of '' matches nothing. */
function matchesText(patterns: readonly SQL[]): SQL {
  const contains = (column: SQL) =>
    sql.join(
      patterns.map((pattern) => sql`${column} ILIKE ${pattern}`),
      sql` OR `,
    );
  return sql`(${contains(sql`a.name`)} OR ${contains(sql`a.application_id`)} OR EXISTS (
    SELECT FROM ${users} WHERE ${users.uid} = a.owner_uid
      AND (${contains(sql`${users.developerName}`)} OR ${contains(sql`${users.displayName}`)})))`;
}

const queueColumns = {
  ...summaryColumns,
  ...appColumns,
  reviewerName: userName(reviews.reviewerUid),
  sensitivePermissions: reviews.sensitivePermissions,
  infos: sql<number>`jsonb_array_length(jsonb_path_query_array(${versions.findings}, '$[*] ? (@.severity == "info")'))`,
  isUpdate,
  hasListingChanges,
  earlierRejections,
  unansweredMessages,
};

type QueueValues = FilterValues & QueuePosition & { readonly limit: number };

/** The way a page of the queue is read. */
export interface QueueScan extends QueueDirection {
  readonly isFiltered: boolean;
  /** True to start after a position. */
  readonly isAfter: boolean;
}

const buildQueue = (scan: QueueScan) => (values: Values<QueueValues>) => {
  const { sort, isFiltered, isAfter } = scan;
  const { lastValue, lastTime, lastId } = values;
  return {
    select: { ...queueColumns, sortValue: sql<string>`reviews.sort_value` },
    // The page is cut before the rest is joined and counted.
    from: sql`
      FROM (
        SELECT ${reviews}.*, ${sortValue(sort)} AS sort_value FROM ${reviews} ${joinForOrder(sort, isFiltered)}
        WHERE ${isInQueue}
          ${isFiltered ? sql`AND ${matchesFilters(values)}` : sql``}
          ${isAfter ? sql`AND ${afterPosition(scan, { lastValue: sql`${lastValue}`, lastTime: sql`${lastTime}`, lastId: sql`${lastId}` })}` : sql``}
        ORDER BY ${orderQueue(scan)} LIMIT ${values.limit}
      ) reviews
      ${joinVersionAndApp}
      ${joinNewestVersion}
      ORDER BY ${orderQueue(scan)}`,
  };
};

type QueueRow = RowOf<typeof queueColumns> & { readonly sortValue: string };
type QueueStatement = Statement<QueueValues, QueueRow>;
const statements = new Map<string, QueueStatement>();

/** Returns the statement for one way to read the queue. */
export function queueStatement(scan: QueueScan): QueueStatement {
  const { sort, isReversed, isFiltered, isAfter } = scan;
  const name = [
    'reviews.queue',
    sort,
    ...(isReversed ? ['reversed'] : []),
    ...(isFiltered ? ['filtered'] : []),
    ...(isAfter ? ['after'] : []),
  ].join(':');
  const known = statements.get(name);
  if (known) return known;
  const made = defineStatement(name, buildQueue(scan), { isReplanned: isFiltered });
  statements.set(name, made);
  return made;
}

/** The part of the queue to read. */
export interface QueuePage {
  readonly filter: QueueFilter;
  readonly after: QueuePosition | null;
  readonly limit: number;
  readonly isReversed?: boolean;
  readonly decidableBy?: string;
}

/** Returns the rows of one page of the queue. */
export async function readQueue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  { filter, after, limit, isReversed = false, decidableBy = '' }: QueuePage,
): Promise<QueueRow[]> {
  const { sort, query, reviewer, change = '', platform = '', has = '' } = filter;
  const now = clock();
  // Only this filter needs the settings.
  const staleBefore = has === 'overdue' ? staleClaimsBefore(await readSettings(db), now) : now;
  const [pattern = '', otherPattern = ''] = query ? searchPatterns(query) : [];
  const values = {
    reviewer: reviewer === 'me' ? caller.uid : reviewer === 'nobody' ? NOBODY : '',
    change,
    platform,
    has,
    staleBefore: staleBefore.toISOString(),
    pattern,
    otherPattern,
    decidableBy,
  };
  const isFiltered = [reviewer, change, platform, has, pattern, decidableBy].some(Boolean);
  return queueStatement({ sort, isReversed, isFiltered, isAfter: after !== null }).all(db, {
    ...values,
    ...(after ?? { lastValue: '', lastTime: '', lastId: '' }),
    limit,
  });
}

function staleClaimsBefore({ review }: StoreSettings, now: Date): Date {
  return new Date(now.getTime() - review.staleClaimHours * 3_600_000);
}

/** `reviews.queue`: returns one page of the versions that wait for a decision, filtered and sorted. */
export const listQueue: Handler<'reviews.queue'> = async ({ data, caller, context }) => {
  const { cursor, limit, ...filter } = data;
  const after = cursor === undefined ? null : readQueueCursor(filter.sort, cursor);
  const [rows, { review }] = await Promise.all([
    readQueue(context, caller, { filter, after, limit: limit + 1 }),
    readSettings(context.db),
  ]);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  const now = context.clock();
  return {
    items: listed.map((row) => presentRow(row, caller, { hours: review.staleClaimHours, now })),
    nextCursor: last?.queuedAt
      ? queueCursor(filter.sort, {
          lastValue: last.sortValue,
          lastTime: last.queuedAt.toISOString(),
          lastId: last.id,
        })
      : null,
  };
};

function presentRow(row: QueueRow, caller: Caller, stale: { hours: number; now: Date }): QueueItem {
  const app = presentAppRow(row);
  return {
    app,
    version: presentSummary(row, app, caller),
    change: row.isUpdate ? 'update' : 'first',
    hasListingChanges: row.hasListingChanges,
    sensitivePermissions: row.sensitivePermissions,
    infos: row.infos,
    earlierRejections: row.earlierRejections,
    unansweredMessages: row.unansweredMessages,
    waitingSeconds: waitingSeconds(row.submittedAt, stale.now),
    reviewerName: row.reviewerName,
    isStale: isStaleClaim(row, stale),
  };
}

type Claimed = Pick<VersionRow, 'status'> & Pick<ReviewRow, 'claimedAt'>;

/** Returns true when a version has been claimed for too many hours without a decision. */
export function isStaleClaim({ status, claimedAt }: Claimed, { hours, now }: { hours: number; now: Date }) {
  return (
    status === 'in_review' && claimedAt !== null && now.getTime() - claimedAt.getTime() > hours * 3_600_000
  );
}

/** Returns the seconds since a version was submitted. */
export function waitingSeconds(submittedAt: Date | null, now: Date): number {
  return submittedAt ? Math.max(0, Math.round((now.getTime() - submittedAt.getTime()) / 1000)) : 0;
}
