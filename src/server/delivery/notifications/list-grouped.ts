import { type SQL, sql } from 'drizzle-orm';
import type { CallResult } from '#shared/calls.ts';
import { GROUP_NAMES } from '#shared/notifications/calls.ts';
import type { Call } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { invalidCursor, readCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { notificationRecipients, notifications } from '../../platform/db/tables/notifications.ts';
import {
  allUnread,
  LISTED,
  type ListValues,
  NEWEST,
  presentNotification,
  TOP_OF_LIST,
  topUnread,
} from './listed-rows.ts';
import { readNotificationId } from './notification-id.ts';

const r = notificationRecipients;

/** The condition on a notification `n` to one user for being a decision about them or their apps. */
const IS_DECISION = sql`(n.type IN ('app_approval', 'app_rejection', 'app_removal') OR n.kind = 'security')`;

/** Finds the unread decisions, which come first until they are read, by the index of notifications to one user. */
const LIST_FIRST = defineStatement(
  'notifications.list:first',
  ({ uid, before, limit }: StatementValues<ListValues>) => ({
    select: LISTED,
    from: sql`
      FROM ${notifications} n JOIN ${r} r ON r.uid = n.uid AND r.notification_id = n.id
      WHERE n.uid = ${uid} AND n.id < ${before} AND r.read_at IS NULL AND r.expires_at > now() AND ${IS_DECISION}
      ORDER BY n.id DESC LIMIT ${limit}`,
  }),
);

/** Names of a row that are read, among which the first few different ones are shown. */
const READ_NAMES = sql.raw('20');

/**
 * Makes rows of the next notifications: one of the updates between two others. It reads at most `TOP_OF_LIST` of them, so a
 * row of more updates than that continues as another one.
 */
const groupsFrom =
  (source: (values: StatementValues<ListValues>) => SQL) => (values: StatementValues<ListValues>) => ({
    select: {
      ...LISTED,
      oldest: sql<string>`r.oldest::text`,
      updates: sql<number>`r.updates`,
      unread: sql<number>`r.unread`,
      apps: sql<number>`r.apps`,
      names: sql<string[]>`r.names`,
      found: sql<number>`r.found`,
    },
    from: sql`
      FROM (
        SELECT max(id) AS newest, min(id) AS oldest, count(*)::int AS updates,
          count(*) FILTER (WHERE read_at IS NULL)::int AS unread,
          CASE WHEN bool_and(read_at IS NOT NULL) THEN max(read_at) END AS read_at,
          count(DISTINCT app_id)::int AS apps, (array_agg(name ORDER BY id DESC))[1:${READ_NAMES}] AS names,
          max(found)::int AS found
        FROM (
          SELECT *, count(*) OVER () AS found,
            count(*) FILTER (WHERE NOT is_update) OVER (ORDER BY id DESC) AS others
          FROM (
            SELECT ${r.notificationId} AS id, ${r.readAt} AS read_at, n.type = 'app_update' AS is_update,
              n.data->>'appId' AS app_id, coalesce(n.about->'values'->>'name', n.title) AS name
            FROM ${source(values)} CROSS JOIN LATERAL (
              SELECT * FROM ${notifications} WHERE ${notifications.id} = ${r.notificationId} OFFSET 0
            ) n
            WHERE ${r.uid} = ${values.uid} AND ${r.notificationId} < ${values.before} AND ${r.expiresAt} > now()
              AND NOT (${r.readAt} IS NULL AND n.uid IS NOT NULL AND ${IS_DECISION})
            ORDER BY ${r.notificationId} DESC LIMIT ${sql.raw(String(TOP_OF_LIST))}
          ) AS listed
        ) AS counted
        GROUP BY is_update, others ORDER BY newest DESC LIMIT ${values.limit}
      ) r CROSS JOIN LATERAL (SELECT * FROM ${notifications} WHERE ${notifications.id} = r.newest OFFSET 0) n
      ORDER BY r.newest DESC`,
  });

const GROUPS = defineStatement(
  'notifications.list:grouped',
  groupsFrom(() => sql`${r}`),
);
const TOP_UNREAD_GROUPS = defineStatement('notifications.list:grouped-top-unread', groupsFrom(topUnread));
const UNREAD_GROUPS = defineStatement('notifications.list:grouped-unread', groupsFrom(allUnread));

type GroupRow = Awaited<ReturnType<typeof GROUPS.all>>[number];

/** Returns a page of the caller's notifications: unread decisions first, then the others with updates in groups. */
export async function listGrouped({
  data,
  caller: { uid },
  context: { db },
}: Call<'notifications.list'>): Promise<CallResult<'notifications.list'>> {
  const { unreadOnly = false, cursor, limit } = data;
  const { part, before } = readPosition(cursor);
  const decisions = part === 'first' ? await LIST_FIRST.all(db, { uid, before, limit: limit + 1 }) : [];
  const first = decisions
    .slice(0, limit)
    .map((row) => ({ ...presentNotification(uid, row), isFirst: true as const }));
  const lastFirst = first.at(-1);
  if (lastFirst && decisions.length > limit) {
    return { notifications: first, nextCursor: writePosition({ part: 'first', before: lastFirst.id }) };
  }

  const start = part === 'first' ? NEWEST : before;
  const space = limit - first.length;
  const rows = await readGroups(db, { uid, before: start, limit: space + 1 }, unreadOnly);
  const shown = rows.slice(0, space);
  const isMore = rows.length > space || rows[0]?.found === TOP_OF_LIST;
  const end = shown.at(-1)?.oldest ?? start;
  return {
    notifications: [...first, ...shown.map((row) => presentRow(uid, row))],
    nextCursor: isMore ? writePosition({ part: 'rest', before: end }) : null,
  };
}

/** Looks for unread ones at the top of the list first, as `listUnread` does. */
async function readGroups(db: Db, values: ListValues, unreadOnly: boolean): Promise<GroupRow[]> {
  if (!unreadOnly) return GROUPS.all(db, values);
  const rows = await TOP_UNREAD_GROUPS.all(db, values);
  return rows.length < values.limit ? UNREAD_GROUPS.all(db, values) : rows;
}

function presentRow(uid: string, row: GroupRow) {
  const { oldest, updates, unread, apps, names } = row;
  const notification = presentNotification(uid, row);
  if (updates === 1) return notification;
  const group = { oldest, updates, unread, apps, names: [...new Set(names)].slice(0, GROUP_NAMES) };
  return { ...notification, group };
}

/** A place in the list: in one of its two parts, before a notification. */
interface Position {
  readonly part: 'first' | 'rest';
  readonly before: string;
}

function writePosition({ part, before }: Position): string {
  return Buffer.from(JSON.stringify([part, before])).toString('base64url');
}

function readPosition(cursor: string | undefined): Position {
  if (cursor === undefined) return { part: 'first', before: NEWEST };
  const [part, id = ''] = readCursor(cursor, 2);
  const before = readNotificationId(id);
  if (before === null || (part !== 'first' && part !== 'rest')) throw invalidCursor();
  return { part, before };
}
