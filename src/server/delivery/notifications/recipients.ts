import { type SQL, sql } from 'drizzle-orm';
import {
  type Channel,
  NOTIFICATION_KINDS,
  type NotificationPreferences,
} from '#shared/notifications/preferences.ts';
import type { BroadcastRow, NotificationRow } from '../../platform/db/tables/notifications.ts';

/** The audience of a notification, or its chosen users, and its kind. */
export type NotificationAudience = Pick<NotificationRow, 'kind'> &
  Pick<BroadcastRow, 'audience' | 'chosenUids'>;

/**
 * Returns the condition on a user `u` for being addressed (specification section 7): chosen by id, or part of the
 * audience with the kind's flag set to true.
 */
export function isAddressed({ kind, audience, chosenUids }: NotificationAudience): SQL {
  if (audience === 'chosen') return sql`u.uid = ANY(${sql.param(chosenUids ?? [])}::text[])`;
  const wanted = hasFlag(kind);
  return audience === 'everyone' ? wanted : sql`${wanted} AND u.role = 'developer'`;
}

/**
 * Returns the condition on an addressed user `u` for being reached on a channel. Security notifications ignore every
 * switch. Suspended users get no emails or pushes, nor do chosen users who don't want the kind.
 */
export function wantsNotification({ kind, audience }: NotificationAudience, channel: Channel): SQL {
  if (kind === 'security') return sql`true`;
  const isKindOff = isAlwaysStored(kind) ? sql`false` : prefersNotification({ [kind]: false });
  const switches = sql`NOT (${isKindOff} OR ${prefersNotification({ [channel]: false })}
    OR ${prefersNotification({ muted: [`${kind}.${channel}`] })})`;
  if (channel === 'inApp') return switches;
  const flag = audience === 'chosen' ? hasFlag(kind) : sql`true`;
  return sql`${switches} AND ${flag} AND u.suspended_at IS NULL`;
}

/**
 * Returns the condition that a user `u` gets the email with the daily digest: unless they chose otherwise, emails about
 * what concerns neither them nor an app that they work on. Security notifications are never delayed.
 */
export function prefersDigest({ id, kind, audience }: NotificationAudience & { readonly id: number }): SQL {
  if (kind === 'security') return sql`false`;
  const isDaily = prefersNotification({ emailFrequency: 'daily' });
  if (audience === 'chosen') return isDaily;
  return sql`(${isDaily} OR NOT (${prefersNotification({ emailFrequency: 'allImmediate' })} OR u.uid IN (
    SELECT a.owner_uid FROM notifications n JOIN apps a ON a.id = n.data->>'appId' WHERE n.id = ${id}
    UNION ALL
    SELECT m.uid FROM notifications n JOIN app_members m ON m.app_id = n.data->>'appId' WHERE n.id = ${id})))`;
}

/**
 * Returns the condition that these preferences are stored. Missing ones count as true, so `isReachable` tests for
 * false.
 */
function prefersNotification(preference: Partial<NotificationPreferences>): SQL {
  return sql`u.settings @> ${JSON.stringify({ notifications: preference })}::jsonb`;
}

/**
 * Returns the condition that a user's address is confirmed, because another could be that of a stranger, and isn't
 * suppressed; security emails are sent to suppressed ones, too.
 */
export function takesEmail({ kind }: NotificationAudience): SQL {
  const isConfirmed = sql`EXISTS (SELECT FROM auth_users c WHERE c.id = u.uid AND c.email_verified)`;
  if (kind === 'security') return isConfirmed;
  return sql`${isConfirmed} AND NOT EXISTS (SELECT FROM email_suppressions a WHERE a.email = lower(u.email))`;
}

function hasFlag(kind: NotificationRow['kind']): SQL {
  return isAlwaysStored(kind) ? prefersNotification({ [kind]: true }) : sql`true`;
}

/** Returns true for a kind whose flag selects recipients, because every account has it. */
function isAlwaysStored(kind: NotificationRow['kind']): boolean {
  return kind !== 'security' && NOTIFICATION_KINDS[kind].isAlwaysStored === true;
}
