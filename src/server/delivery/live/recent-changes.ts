import type { LiveEvents } from '#shared/live-events.ts';

/** Changed data and the users whom it concerns; null concerns everybody. */
export interface RecentChange {
  readonly changes: LiveEvents['changes'];
  readonly uids: ReadonlySet<string> | null;
}

const MAX_RECENT = 500;

/**
 * The newest changes that this process heard of, from which a stream catches up on what happened before it opened.
 * Every process hears of every change, so it doesn't matter which of them the browser has read from.
 */
export class RecentChanges {
  #kept: { readonly at: number; readonly change: RecentChange }[] = [];
  /** All changes after this time are kept. */
  #completeSince = performance.now();

  /** Forgets everything, because changes may have been missed. */
  restart(): void {
    this.#kept = [];
    this.#completeSince = performance.now();
  }

  add(change: RecentChange): void {
    this.#kept.push({ at: performance.now(), change });
    if (this.#kept.length > MAX_RECENT) this.#completeSince = this.#kept.shift()?.at ?? this.#completeSince;
  }

  /** Returns the changes since a time of `performance.now()`, oldest first; null when some may be missing. */
  since(time: number): RecentChange[] | null {
    if (time <= this.#completeSince) return null;
    return this.#kept.filter(({ at }) => at >= time).map(({ change }) => change);
  }
}
