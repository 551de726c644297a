import { type SQL, sql } from 'drizzle-orm';
import type { Channel } from '#shared/notifications/preferences.ts';
import type { NoticeRow } from '../db/notification-tables.ts';

/** What decides who is told: the kind, and the audience. */
export type Addressed = Pick<NoticeRow, 'kind' | 'audience' | 'chosenUids'>;

/** The flag of `users.settings.notifications` by which recipients are selected; only these two kinds have one. */
const FLAGS: Partial<Record<NoticeRow['kind'], string>> = {
  appUpdates: 'appUpdates',
  systemAnnouncements: 'systemAnnouncements',
};

const COLUMNS: Record<Channel, SQL> = {
  inApp: sql`p.in_app`,
  email: sql`p.email`,
  push: sql`p.push`,
};

/**
 * The condition on a user `u` for being addressed (specification section 7): chosen by id, or of the audience and with
 * the kind's flag set to true.
 */
export function isAddressed({ kind, audience, chosenUids }: Addressed): SQL {
  if (audience === 'chosen') return sql`u.uid = ANY(${sql.param(chosenUids ?? [])}::text[])`;
  const wanted = hasFlag(kind);
  return audience === 'everyone' ? wanted : sql`${wanted} AND lower(trim(u.role)) = 'developer'`;
}

/**
 * The condition on an addressed user `u` and their preferences `p` (all null when they have none, which means all
 * true) for being reached on a channel. Security notices pass every switch. Mails and pushes do not go to suspended
 * people, and not to those who were chosen by hand but do not want the kind.
 */
export function wants({ kind, audience }: Addressed, channel: Channel): SQL {
  if (kind === 'security') return sql`true`;
  const kindIsOn = kind === 'approvalNotifications' ? sql`p.approval_notifications` : sql`true`;
  const switches = sql`(p.user_id IS NULL OR
    (${kindIsOn} AND ${COLUMNS[channel]} AND NOT ${`${kind}.${channel}`} = ANY(p.muted)))`;
  if (channel === 'inApp') return switches;
  const flag = audience === 'chosen' ? hasFlag(kind) : sql`true`;
  return sql`${switches} AND ${flag} AND u.suspended_at IS NULL`;
}

/** Mails do not go to an address whose own server refused one, except what concerns security. */
export function takesMail({ kind }: Addressed): SQL {
  if (kind === 'security') return sql`true`;
  return sql`NOT EXISTS (SELECT FROM paused_addresses a WHERE a.email = lower(u.email))`;
}

function hasFlag(kind: NoticeRow['kind']): SQL {
  const flag = FLAGS[kind];
  if (!flag) return sql`true`;
  return sql`u.settings @> ${JSON.stringify({ notifications: { [flag]: true } })}::jsonb`;
}
