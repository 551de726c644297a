const HOUR_MS = 3_600_000;
const monthAndDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/**
 * How long ago a notification came (specification section 2): `Just now` under 1 hour, `N h ago` under 24 hours,
 * `N d ago` under 168 hours, otherwise the date as abbreviated month and day in the reader's zone.
 */
export function notificationTime(createdAt: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < 24) return `${hours} h ago`;
  if (hours < 168) return `${Math.floor(hours / 24)} d ago`;
  return monthAndDay.format(createdAt);
}
