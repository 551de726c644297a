import { messageLanguage, t } from '../languages/translate.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 168;

let dateFormat: Intl.DateTimeFormat | undefined;

function monthAndDay(moment: Date): string {
  // Created when it's needed: the first one of a page takes as long as a tenth of its scripts.
  dateFormat ??= new Intl.DateTimeFormat(messageLanguage(), { month: 'short', day: 'numeric' });
  return dateFormat.format(moment);
}

/**
 * Returns how long ago a notification came (specification section 2): `Just now` under 1 hour, `N h ago` under 24 hours,
 * `N d ago` under 168 hours, otherwise the date as abbreviated month and day in the user's time zone.
 */
export function notificationTime(createdAt: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS);
  if (hours < 1) return t`Just now`;
  if (hours < DAY_HOURS) return t`${hours} h ago`;
  if (hours < WEEK_HOURS) return t`${Math.floor(hours / DAY_HOURS)} d ago`;
  return monthAndDay(createdAt);
}

/**
 * Returns the time of the next change of `notificationTime`, in milliseconds since 1970; null when it stays
 * the same.
 */
export function nextNotificationTimeChange(createdAt: Date, now: Date): number | null {
  const hours = Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS));
  if (hours >= WEEK_HOURS) return null;
  const step = hours < DAY_HOURS ? 1 : DAY_HOURS;
  return createdAt.getTime() + (Math.floor(hours / step) + 1) * step * HOUR_MS;
}
