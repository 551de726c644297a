import { setTimeout as sleep } from 'node:timers/promises';

/** Interval between searches for more deliveries while others are in progress, in milliseconds. */
const POLL_MS = 250;

/** Time that deliveries in progress get when the server stops, in milliseconds; other servers retry them later. */
const STOP_MS = 5_000;

/** A resource that only so many deliveries may use at once, such as one receiver or one account. */
export interface Lane {
  readonly key: string;
  readonly limit: number;
}

/** A delivery that is due. */
export interface DueEntry {
  readonly id: string | number;
}

export interface Dispatch<Item extends DueEntry> {
  /** Maximum deliveries in progress. */
  readonly total: number;
  /** Finds due deliveries in the order of their turns; `full` lists the lanes at their limit. */
  readonly find: (full: readonly string[]) => Promise<readonly Item[]>;
  /** Returns the lanes that a delivery uses while it is in progress. */
  readonly lanesOf: (item: Item) => readonly Lane[];
  /** Leases a delivery, so that no other server does, and tries it. */
  readonly deliver: (item: Item) => Promise<void>;
}

/**
 * Runs deliveries until none is due that fits into its lanes, and keeps looking for more while some are in progress:
 * a slow one blocks only its own lanes. When a delivery throws, no more are started, and the error is thrown once
 * those in progress have ended. When the server stops, it waits only a moment for them.
 */
export async function dispatch<Item extends DueEntry>(
  { total, find, lanesOf, deliver }: Dispatch<Item>,
  signal: AbortSignal,
): Promise<void> {
  const busy = new Map<string, { used: number; limit: number }>();
  const underway = new Map<Item['id'], Promise<void>>();
  const failures: unknown[] = [];

  const hasRoom = ({ key, limit }: Lane) => (busy.get(key)?.used ?? 0) < limit;
  const begin = (item: Item): boolean => {
    if (underway.has(item.id)) return true;
    const lanes = lanesOf(item);
    if (!lanes.every(hasRoom)) return false;
    for (const { key, limit } of lanes) busy.set(key, { used: (busy.get(key)?.used ?? 0) + 1, limit });
    const ended = deliver(item)
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        underway.delete(item.id);
        for (const { key, limit } of lanes) {
          const used = (busy.get(key)?.used ?? 1) - 1;
          if (used > 0) busy.set(key, { used, limit });
          else busy.delete(key);
        }
      });
    underway.set(item.id, ended);
    return true;
  };

  let found: readonly Item[] = [];
  let foundAt = Number.NEGATIVE_INFINITY;
  /** Starts the deliveries that fit into their lanes; the others stay in `found`. */
  const beginFound = () => {
    found = found.filter((item) => !(underway.size < total && begin(item)));
  };
  const mayBegin = () => !signal.aborted && failures.length === 0 && underway.size < total;

  for (;;) {
    if (mayBegin()) beginFound();
    if (mayBegin() && (found.length === 0 || performance.now() - foundAt >= POLL_MS)) {
      foundAt = performance.now();
      found = await find([...busy].filter(([, { used, limit }]) => used >= limit).map(([key]) => key));
      beginFound();
    }
    if (underway.size === 0 && (found.length === 0 || !mayBegin())) break;
    await waitForAny([...underway.values()]);
    if (signal.aborted) {
      await Promise.race([Promise.all(underway.values()), sleep(STOP_MS, undefined, { ref: false })]);
      break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function waitForAny(work: readonly Promise<void>[]): Promise<void> {
  const ended = new AbortController();
  const poll = sleep(POLL_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([...work, poll]);
  ended.abort();
}
