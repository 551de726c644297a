import { sql } from 'drizzle-orm';
import { capabilitiesNamed } from '#shared/packages/capabilities.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import {
  defineStatement,
  type RowOf,
  type Statement,
  type StatementValues,
} from '../../platform/db/statement.ts';
import { type ReviewRow, reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';
import { readSettings } from '../../platform/settings.ts';
import { appColumns, joinNewestAndLiveVersion, presentAppRow } from '../listings/present-app.ts';
import { presentSummary, summaryColumns } from '../versions/present.ts';
import {
  earlierRejections,
  type FilterValues,
  hasListingChanges,
  isUpdate,
  type QueueSelection,
  readFilter,
  selectQueue,
  unansweredMessages,
} from './queue-filters.ts';
import {
  afterPosition,
  joinVersionAndApp,
  orderQueue,
  type QueuePosition,
  queueCursor,
  readQueueCursor,
} from './queue-order.ts';

const queueColumns = {
  ...summaryColumns,
  ...appColumns,
  reviewerName: userName(reviews.reviewerUid),
  newCapabilities: reviews.newCapabilities,
  infos: sql<number>`jsonb_array_length(jsonb_path_query_array(${versions.findings}, '$[*] ? (@.severity == "info")'))`,
  isUpdate,
  hasListingChanges,
  earlierRejections,
  unansweredMessages,
};

type QueueValues = FilterValues & QueuePosition & { readonly limit: number };

/** The way a page of the queue is read. */
export interface QueueScan extends QueueSelection {
  /** True to start after a position. */
  readonly isAfter: boolean;
}

const buildQueue =
  ({ sort, isFiltered, isAfter }: QueueScan) =>
  (values: StatementValues<QueueValues>) => {
    const { lastValue, lastTime, lastId } = values;
    const direction = { sort, isReversed: false };
    return {
      select: { ...queueColumns, sortValue: sql<string>`reviews.sort_key::text` },
      // The page is cut before the rest is joined and counted.
      from: sql`
        FROM (
          SELECT * FROM (${selectQueue({ sort, isFiltered }, values)}) reviews
          ${isAfter ? sql`WHERE ${afterPosition(direction, { lastValue: sql`${lastValue}`, lastTime: sql`${lastTime}`, lastId: sql`${lastId}` })}` : sql``}
          ORDER BY ${orderQueue(direction)} LIMIT ${values.limit}
        ) reviews
        ${joinVersionAndApp}
        ${joinNewestAndLiveVersion}
        ORDER BY ${orderQueue(direction)}`,
    };
  };

type QueueRow = RowOf<typeof queueColumns> & { readonly sortValue: string };
type QueueStatement = Statement<QueueValues, QueueRow>;
const statements = new Map<string, QueueStatement>();

/** Returns the statement for one way to read the queue. */
export function queueStatement(scan: QueueScan): QueueStatement {
  const { sort, isFiltered, isAfter } = scan;
  const set = [sort, isFiltered && 'filtered', isAfter && 'after'];
  const name = ['reviews.queue', ...set.filter(Boolean)].join(':');
  const known = statements.get(name);
  if (known) return known;
  const made = defineStatement(name, buildQueue(scan), { isReplanned: isFiltered });
  statements.set(name, made);
  return made;
}

/** `reviews.queue`: returns one page of the versions that wait for a decision, filtered and sorted. */
export const listQueue: Handler<'reviews.queue'> = async ({ data, caller, context }) => {
  const { cursor, limit, ...filter } = data;
  const { sort } = filter;
  const after = cursor === undefined ? null : readQueueCursor(sort, cursor);
  const { values, isFiltered } = await readFilter(context, caller, filter);
  const [rows, { review }] = await Promise.all([
    queueStatement({ sort, isFiltered, isAfter: after !== null }).all(context.db, {
      ...values,
      ...(after ?? { lastValue: '', lastTime: '', lastId: '' }),
      limit: limit + 1,
    }),
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
    newCapabilities: capabilitiesNamed(row.newCapabilities),
    infos: row.infos,
    earlierRejections: row.earlierRejections,
    unansweredMessages: row.unansweredMessages,
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
