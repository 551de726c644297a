import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Announcement } from '#shared/admin/announcement-calls.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { cursorOf, type Page, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { type BroadcastRow, broadcasts, notifications } from '../../platform/db/tables/notifications.ts';
import { IS_WITHOUT_ANNOUNCEMENTS, users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';

/** The audience of an announcement in the shape of the call. */
interface AddressedInput {
  readonly audience: 'everyone' | 'developers';
  readonly userIds?: readonly string[] | undefined;
}

/** The users that an announcement is for, with their current number. */
export interface CountedAudience extends Pick<BroadcastRow, 'audience' | 'chosenUids'> {
  readonly recipients: number;
}

/** Counts an audience. Throws `not-found` when a chosen user does not exist. */
export async function readAudience(
  db: Db | Tx,
  { audience, userIds }: AddressedInput,
): Promise<CountedAudience> {
  if (!userIds) {
    const recipients = (await COUNTS[audience].first(db, {}))?.count ?? 0;
    return { audience, chosenUids: null, recipients };
  }
  const chosenUids = [...new Set(userIds)];
  const recipients = (await COUNT_CHOSEN.first(db, { uids: chosenUids }))?.count ?? 0;
  if (recipients < chosenUids.length) throw await unknownPeople(db, chosenUids);
  return { audience: 'chosen', chosenUids, recipients };
}

const COUNTS = {
  everyone: defineCount('everyone', sql``),
  developers: defineCount('developers', sql`WHERE role = 'developer'`),
} as const satisfies Record<AddressedInput['audience'], unknown>;

function defineCount(audience: AddressedInput['audience'], condition: SQL) {
  return defineStatement(`announcements.count:${audience}`, () => ({
    select: { count: sql<number>`(count(*) FILTER (WHERE NOT (${IS_WITHOUT_ANNOUNCEMENTS})))::int` },
    from: sql`FROM users ${condition}`,
  }));
}

const COUNT_CHOSEN = defineStatement(
  'announcements.count:chosen',
  ({ uids }: StatementValues<{ uids: readonly string[] }>) => ({
    select: { count: sql<number>`count(*)::int` },
    from: sql`FROM ${users} WHERE ${users.uid} = ANY(${uids}::text[])`,
  }),
);

async function unknownPeople(db: Db | Tx, uids: string[]): Promise<CallError> {
  const known = await db.select({ uid: users.uid }).from(users).where(inArray(users.uid, uids));
  const unknown = uids.filter((uid) => !known.some((row) => row.uid === uid));
  return callError('not-found', () => t`No user has the ID ${unknown.slice(0, 3).join(', ')}.`, {
    userIds: unknown.slice(0, 100),
  });
}

const { id, createdAt } = broadcasts;

const announcementColumns = {
  id,
  title: notifications.title,
  message: notifications.message,
  audience: broadcasts.audience,
  senderUid: broadcasts.senderUid,
  senderName: sql<string | null>`(
    SELECT ${users.displayName} FROM ${users} WHERE ${users.uid} = ${broadcasts.senderUid})`,
  status: broadcasts.status,
  recipients: broadcasts.recipients,
  reached: broadcasts.reached,
  mailReached: broadcasts.mailReached,
  emails: broadcasts.emails,
  pushes: broadcasts.pushes,
  createdAt,
  finishedAt: broadcasts.finishedAt,
};

const fromAnnouncements = sql`
  FROM ${broadcasts} JOIN ${notifications} ON ${notifications.id} = ${broadcasts.notificationId}
  WHERE ${broadcasts.isAnnouncement}`;

interface ListValues {
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const listAfter =
  (isAfter: boolean) =>
  ({ afterTime, afterId, limit }: StatementValues<ListValues>) => ({
    select: announcementColumns,
    from: sql`${fromAnnouncements}
        ${isAfter ? sql`AND (${createdAt}, ${id}) < (${afterTime}::timestamptz, ${afterId})` : sql``}
      ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit}`,
  });

const LIST = defineStatement('announcements.list', listAfter(false));
const LIST_AFTER = defineStatement('announcements.list:after', listAfter(true));
const ONE = defineStatement('announcements.one', (values: StatementValues<{ id: string }>) => ({
  select: announcementColumns,
  from: sql`${fromAnnouncements} AND ${id} = ${values.id}`,
}));

/** Returns one page of the announcements, newest first. */
export async function queryAnnouncements(
  db: Db,
  { cursor, limit }: Page,
): Promise<{ announcements: Announcement[]; nextCursor: string | null }> {
  const values = { ...readTimeCursor(cursor), limit: limit + 1 };
  const rows = await (cursor === undefined ? LIST : LIST_AFTER).all(db, values);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    announcements: listed.map(presentAnnouncement),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
}

/** Returns one announcement. Throws `not-found`. */
export async function readAnnouncement(db: Db | Tx, announcementId: string): Promise<Announcement> {
  const row = await ONE.first(db, { id: announcementId });
  if (!row) throw announcementNotFound();
  return presentAnnouncement(row);
}

export function announcementNotFound(): CallError {
  return callError('not-found', () => t`This announcement doesn’t exist.`);
}

function presentAnnouncement(row: RowOf<typeof announcementColumns>): Announcement {
  const { mailReached, emails, pushes, createdAt: at, finishedAt, ...announcement } = row;
  return {
    ...announcement,
    mailing: { reached: mailReached, emails, pushes },
    createdAt: at.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
