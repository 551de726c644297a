import { formatNumber, plural, t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { wordNotification } from '#shared/notifications/notification-records.ts';

/** Returns the number of unread notifications in a row of a list. */
export function unreadOf({ read, group }: Notification): number {
  return group?.unread ?? (read ? 0 : 1);
}

/** Returns a key for a row that stays the same while its group gets more updates. */
export function rowKey({ id, group }: Notification): string {
  return group?.oldest ?? id;
}

/** Returns true when a notification is an update of the group that a row shows. */
export function hasInGroup({ id, group }: Notification, one: Notification): boolean {
  if (group === undefined || one.type !== 'app_update' || !isId(one.id)) return false;
  return BigInt(group.oldest) <= BigInt(one.id) && BigInt(one.id) <= BigInt(id);
}

const isId = (id: string) => /^\d+$/.test(id);

/** Returns the texts of a row: those of its notification, or how many apps were updated and the names of some. */
export function wordRow(notification: Notification): { readonly title: string; readonly message: string } {
  const { group } = notification;
  if (group === undefined) return wordNotification(notification);
  const { apps, updates, names } = group;
  const [name = ''] = names;
  if (apps === 1) {
    const title = plural(
      updates,
      { one: '{name} was updated once', other: '{name} was updated # times' },
      { name },
    );
    return { title, message: wordNotification(notification).title };
  }
  const more = apps - names.length;
  return {
    title: plural(apps, { one: '# app was updated', other: '# apps were updated' }),
    message: more > 0 ? t`${names.join(', ')} and ${formatNumber(more)} more` : names.join(', '),
  };
}
