import { benchFanOut } from './fan-out.ts';
import type { BenchRow } from './row.ts';
import { benchUnread } from './unread.ts';

/** Measures notifications: the call that every browser polls, and an announcement to a million people. */
export async function benchNotifications(): Promise<BenchRow[]> {
  return [...(await benchUnread()), ...(await benchFanOut())];
}
