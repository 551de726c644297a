import { useEffect, useState } from 'react';
import { useMinute } from '#client/ui/use-minute.ts';
import { nextNotificationTimeChange, notificationTime } from '#shared/notifications/relative-time.ts';

/** A timer may fire early by this many milliseconds. */
const TIMER_SLACK_MS = 50;

/** Returns a notification's relative time in the specification's words, updated at its thresholds. */
export function useNotificationTime(createdAt: Date): string {
  const [seen, setSeen] = useState(() => Date.now());
  // Updates the text every minute too, in case the timer fails, as after the machine slept.
  const now = new Date(Math.max(seen, useMinute().getTime()));
  const change = nextNotificationTimeChange(createdAt, now);
  useEffect(() => {
    if (change === null) return;
    const timer = setTimeout(() => {
      if (Date.now() >= change - TIMER_SLACK_MS) setSeen(Math.max(Date.now(), change));
    }, change - Date.now());
    return () => clearTimeout(timer);
  }, [change]);
  return notificationTime(createdAt, now);
}
