import type { Context } from '../platform/context.ts';

const WINDOW_SECONDS = 60;

/** Maximum subjects that are counted apart, some tens of megabytes; more of them share one count. */
const MAX_SUBJECTS = 100_000;
const EVERYONE_ELSE = '';

interface CountWindow {
  count: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/**
 * Counts requests of each subject per minute, in memory: a count in the database would cost more than most requests.
 * Each server process counts its own.
 */
export class CountWindows {
  readonly #windows = new Map<string, CountWindow>();
  readonly #clock: Context['clock'];
  #sweepAt = 0;

  constructor(clock: Context['clock']) {
    this.#clock = clock;
  }

  /** Counts a request; returns the count in this minute and the seconds until it starts again. */
  count(subject: string): { readonly count: number; readonly seconds: number } {
    const now = this.#clock().getTime();
    this.#sweep(now);
    const window = this.#windowOf(subject, now);
    window.count += 1;
    return { count: window.count, seconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
  }

  #windowOf(subject: string, now: number): CountWindow {
    const open = this.#windows.get(subject);
    if (open && open.endsAt > now) return open;
    if (!open && subject !== EVERYONE_ELSE && this.#windows.size >= MAX_SUBJECTS) {
      return this.#windowOf(EVERYONE_ELSE, now);
    }
    const started = { count: 0, endsAt: now + WINDOW_SECONDS * 1000 };
    this.#windows.set(subject, started);
    return started;
  }

  /** Forgets windows that have ended, so that only subjects of the last two minutes are kept. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
    for (const [subject, { endsAt }] of this.#windows) {
      if (endsAt <= now) this.#windows.delete(subject);
    }
  }
}
