import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Announcement } from '#shared/announcements/calls.ts';
import { CallError } from '#shared/errors.ts';
import { type NoticeRow, notices } from '../db/notification-tables.ts';
import type { Db, Tx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { isAddressed } from '../notifications/recipients.ts';

/** Who an announcement is for, as callers say it. */
interface AddressedInput {
  readonly audience: 'everyone' | 'developers';
  readonly userIds?: readonly string[] | undefined;
}

/** Who an announcement is for, and how many people that is now. */
export interface Audience extends Pick<NoticeRow, 'audience' | 'chosenUids'> {
  readonly recipients: number;
}

/** Counts an audience. Throws `not-found` when somebody who was chosen does not exist. */
export async function readAudience(db: Db | Tx, { audience, userIds }: AddressedInput): Promise<Audience> {
  const chosenUids = userIds ? [...new Set(userIds)] : null;
  const addressed = { audience: chosenUids ? 'chosen' : audience, chosenUids } as const;
  const condition = isAddressed({ kind: 'systemAnnouncements', ...addressed });
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM users u WHERE ${condition}`,
  );
  const recipients = rows[0]?.count ?? 0;
  if (chosenUids && recipients < chosenUids.length) throw await unknownPeople(db, chosenUids);
  return { ...addressed, recipients };
}

async function unknownPeople(db: Db | Tx, uids: string[]): Promise<CallError> {
  const known = await db.select({ uid: users.uid }).from(users).where(inArray(users.uid, uids));
  const unknown = uids.filter((uid) => !known.some((row) => row.uid === uid));
  return new CallError('not-found', `There is nobody with the id ${unknown.slice(0, 3).join(', ')}.`, {
    userIds: unknown.slice(0, 100),
  });
}

/** The announcements that a condition picks, newest first, with their senders' names. */
export async function listAnnouncementRows(db: Db | Tx, condition: SQL, limit: number) {
  return db
    .select({ notice: notices, senderName: users.displayName })
    .from(notices)
    .leftJoin(users, eq(users.uid, notices.senderUid))
    .where(and(eq(notices.isAnnouncement, true), condition))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit);
}

/** One announcement as calls answer with it; throws `not-found`. */
export async function readAnnouncement(db: Db | Tx, id: string): Promise<Announcement> {
  const [row] = await listAnnouncementRows(db, eq(notices.id, id), 1);
  if (!row) throw announcementNotFound();
  return presentAnnouncement(row);
}

export function announcementNotFound(): CallError {
  return new CallError('not-found', 'There is no such announcement.');
}

interface AnnouncementRow {
  readonly notice: NoticeRow;
  readonly senderName: string | null;
}

export function presentAnnouncement({ notice, senderName }: AnnouncementRow): Announcement {
  return {
    id: notice.id,
    title: notice.title,
    message: notice.message,
    audience: notice.audience,
    userIds: notice.chosenUids,
    senderUid: notice.senderUid,
    senderName,
    status: notice.status,
    recipients: notice.recipients,
    reached: notice.reached,
    mailing: { reached: notice.mailReached, emails: notice.emails, pushes: notice.pushes },
    createdAt: notice.createdAt.toISOString(),
    finishedAt: notice.finishedAt?.toISOString() ?? null,
  };
}
