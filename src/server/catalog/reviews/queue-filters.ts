import { type SQL, sql } from 'drizzle-orm';
import type { QueueFilter } from '#shared/reviews/queue-filter.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Context } from '../../platform/context.ts';
import { searchedPattern } from '../../platform/db/search.ts';
import type { StatementValues } from '../../platform/db/statement.ts';
import { searchedText } from '../../platform/db/tables/columns.ts';
import { reviewMessages, reviews } from '../../platform/db/tables/reviews.ts';
import { searchedUserText, users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { isInQueue } from '../lifecycle/conditions.ts';
import { joinForOrder, type QueueDirection, sortKey } from './queue-order.ts';

export const isUpdate = sql<boolean>`EXISTS (
  SELECT FROM ${versions} live WHERE live.app_id = ${reviews.appId} AND live.status = 'published')`;

const fromRejections = sql`
  FROM ${reviews} rejection WHERE rejection.app_id = ${reviews.appId} AND rejection.decision = 'rejected'`;

export const earlierRejections = sql<number>`(SELECT count(*)::int ${fromRejections})`;

/** An internal note counts too: staff have read what was written before it. */
export const unansweredMessages = sql<number>`(
  SELECT count(*)::int FROM ${reviewMessages} message
  WHERE message.version_id = ${reviews.versionId} AND NOT message.by_staff AND message.created_at > coalesce(
    (SELECT max(created_at) FROM ${reviewMessages} WHERE version_id = ${reviews.versionId} AND by_staff),
    '-infinity'))`;

export const hasListingChanges = sql<boolean>`(a.listing_waiting_since IS NOT NULL)`;

/** The values of the filters; an empty one matches every version. */
export interface FilterValues {
  readonly reviewer: string;
  readonly change: string;
  readonly platform: string;
  readonly has: string;
  readonly staleBefore: string;
  readonly pattern: string;
}

const NOBODY = 'nobody';

/** Returns the values of a filter, and false when it matches every version. */
export async function readFilter(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  { query, reviewer, change, platform, has }: QueueFilter,
): Promise<{ values: FilterValues; isFiltered: boolean }> {
  const now = clock();
  // Only this filter needs the settings.
  const staleBefore = has === 'overdue' ? staleClaimsBefore(await readSettings(db), now) : now;
  const pattern = query ? searchedPattern(query) : '';
  return {
    values: {
      reviewer: reviewer === 'me' ? caller.uid : reviewer === 'nobody' ? NOBODY : '',
      change: change ?? '',
      platform: platform ?? '',
      has: has ?? '',
      staleBefore: staleBefore.toISOString(),
      pattern,
    },
    isFiltered: [reviewer, change, platform, has, pattern].some(Boolean),
  };
}

function staleClaimsBefore({ review }: StoreSettings, now: Date): Date {
  return new Date(now.getTime() - review.staleClaimHours * 3_600_000);
}

/** The reviews to read: those that match, with the key by which an order sorts them. */
export interface QueueSelection extends Pick<QueueDirection, 'sort'> {
  readonly isFiltered: boolean;
}

/** Returns the query of the reviews in the queue that match the filters, with the key of their order. */
export function selectQueue(
  { sort, isFiltered }: QueueSelection,
  values: StatementValues<FilterValues>,
): SQL {
  return sql`
    SELECT ${reviews}.*, ${sortKey(sort)} AS sort_key FROM ${reviews} ${joinForOrder(sort, isFiltered)}
    WHERE ${isInQueue} ${isFiltered ? sql`AND ${matchesFilters(values)}` : sql``}`;
}

/** Conditions with empty values disappear, because the statement is planned for its values. */
function matchesFilters(values: StatementValues<FilterValues>): SQL {
  const given = (name: keyof FilterValues) => sql`${values[name]}::text`;
  const filters: [given: SQL, matches: SQL][] = [
    [given('reviewer'), sql`coalesce(${reviews.reviewerUid}, '${sql.raw(NOBODY)}') = ${given('reviewer')}`],
    [given('change'), sql`${isUpdate} = (${given('change')} = 'update')`],
    [given('platform'), sql`a.platform = ${given('platform')}`],
    [given('pattern'), matchesText(given('pattern'))],
    [
      given('has'),
      sql`CASE ${given('has')}
        WHEN 'permissions' THEN ${reviews.newCapabilities} <> '{}'
        WHEN 'overdue' THEN ${reviews.claimedAt} < ${given('staleBefore')}::timestamptz
        WHEN 'listing' THEN ${hasListingChanges}
        WHEN 'rejection' THEN EXISTS (SELECT ${fromRejections})
        ELSE ${unansweredMessages} > 0 END`,
    ],
  ];
  return sql.join(
    filters.map(([value, matches]) => sql`(${value} = '' OR ${matches})`),
    sql` AND `,
  );
}

/**
 * Matches the app's name, its application id or its publisher's names. These are a part of what users are searched by, so
 * that PostgreSQL can find the few matching publishers by that index, instead of reading the publisher of each app.
 */
function matchesText(pattern: SQL): SQL {
  return sql`(${searchedText([sql`a.name`, sql`a.application_id`])} ILIKE ${pattern} OR EXISTS (
    SELECT FROM ${users} WHERE ${users.uid} = a.owner_uid
      AND ${searchedText([users.displayName, users.developerName])} ILIKE ${pattern}
      AND ${searchedUserText(users)} ILIKE ${pattern}))`;
}
