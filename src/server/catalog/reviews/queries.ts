import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import type { ReviewMessage } from '#shared/reviews/calls.ts';
import type { WaitingTimes } from '#shared/reviews/waiting-times.ts';
import { MAX_THREAD_MESSAGES } from '#shared/users/message-limits.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { reviewMessages, reviews } from '../../platform/db/tables/reviews.ts';
import { userName } from '../../platform/db/user-name.ts';

/** Number of recent decisions over which waiting times are measured. */
const MEASURED = 100;

const percentile = (share: string) =>
  sql<number | null>`percentile_cont(${sql.raw(share)}) WITHIN GROUP (ORDER BY seconds)::float`;

export const WAITING_TIMES = defineStatement('reviews.waitingTimes', () => ({
  select: {
    decisions: sql<number>`count(*)::int`,
    medianSeconds: percentile('0.5'),
    p90Seconds: percentile('0.9'),
  },
  from: sql`FROM (
    SELECT extract(epoch FROM ${reviews.decidedAt} - ${reviews.submittedAt}) AS seconds FROM ${reviews}
    WHERE ${reviews.decidedAt} IS NOT NULL AND coalesce(${reviews.policyDecision}->>'decision', '') <> 'approved'
    ORDER BY ${reviews.decidedAt} DESC LIMIT ${sql.raw(String(MEASURED))}
  ) recent`,
}));

/** Returns how long recent decisions of reviewers took. */
export async function measureWaiting(db: Db): Promise<WaitingTimes> {
  return (await WAITING_TIMES.first(db, {})) ?? { decisions: 0, medianSeconds: null, p90Seconds: null };
}

interface Thread {
  readonly appId: string;
  /** Staff see everything; others see no internal notes and no names of staff. */
  readonly forStaff: boolean;
}

const { appId: _, ...messageFields } = getTableColumns(reviewMessages);
const messageColumns = { ...messageFields, authorName: userName(reviewMessages.authorUid) };
type MessageRow = RowOf<typeof messageColumns>;

/** Selects the messages of a thread for store staff, or those that publishers see. */
const messagesFor = (forStaff: boolean, appId: SQLWrapper) => sql`
  FROM ${reviewMessages} WHERE ${reviewMessages.appId} = ${appId}
    ${forStaff ? sql`` : sql`AND NOT ${reviewMessages.isInternal}`}`;

const threadFor =
  (forStaff: boolean) =>
  ({ appId }: StatementValues<{ appId: string }>) => ({
    select: messageColumns,
    from: sql`${messagesFor(forStaff, appId)}
      ORDER BY ${reviewMessages.createdAt} DESC, ${reviewMessages.id} DESC
      LIMIT ${sql.raw(String(MAX_THREAD_MESSAGES))}`,
  });

const STAFF_THREAD = defineStatement('reviews.thread:staff', threadFor(true));
const PUBLISHER_THREAD = defineStatement('reviews.thread', threadFor(false));

const messageFor =
  (forStaff: boolean) =>
  ({ appId, id }: StatementValues<{ appId: string; id: string }>) => ({
    select: messageColumns,
    from: sql`${messagesFor(forStaff, appId)} AND ${reviewMessages.id} = ${id}`,
  });

const STAFF_MESSAGE = defineStatement('reviews.message:staff', messageFor(true));
const PUBLISHER_MESSAGE = defineStatement('reviews.message', messageFor(false));

/** Returns the newest messages about an app's versions, oldest first. */
export async function readThread(db: Db | Tx, thread: Thread): Promise<ReviewMessage[]> {
  const rows = await (thread.forStaff ? STAFF_THREAD : PUBLISHER_THREAD).all(db, { appId: thread.appId });
  return rows.toReversed().map((row) => presentMessage(row, thread));
}

/** Returns one message of a thread; null when it belongs to another one. */
export async function readMessage(db: Db | Tx, id: string, thread: Thread): Promise<ReviewMessage | null> {
  const statement = thread.forStaff ? STAFF_MESSAGE : PUBLISHER_MESSAGE;
  const row = await statement.first(db, { appId: thread.appId, id });
  return row && presentMessage(row, thread);
}

function presentMessage(row: MessageRow, { forStaff }: Thread): ReviewMessage {
  const { createdAt, authorUid, authorName, ...said } = row;
  const isShown = forStaff || !said.byStaff;
  return {
    ...said,
    authorUid: isShown ? authorUid : null,
    authorName: isShown ? authorName : null,
    createdAt: createdAt.toISOString(),
  };
}
