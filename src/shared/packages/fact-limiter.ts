import type { Finding } from './finding.ts';
import { MAX_FACT_NAME_LENGTH } from './limits.ts';
import { fileFinding } from './rules/file-rules.ts';

/** Maximum number of truncated facts that one finding lists. */
const MAX_NAMED = 10;

/** Limits the size of facts while they are read, and reports what it left out as a finding. */
export class FactLimiter {
  readonly #notes = new Map<string, string>();

  /** Truncates a text to `max` characters. `what` names it in the finding. */
  text(what: string, value: string, max = MAX_FACT_NAME_LENGTH): string {
    if (value.length <= max) return value;
    this.leaveOut(what, `${value.length.toLocaleString('en')} characters; only ${max} are kept`);
    return `${value.slice(0, max - 1)}…`;
  }

  /** Returns the first `max` items. */
  list<T>(what: string, items: readonly T[], max: number): T[] {
    if (items.length > max) {
      this.leaveOut(what, `${items.length.toLocaleString('en')}; only ${max} are kept`);
    }
    return items.slice(0, max);
  }

  /** Records that something was left out; only the first note about each fact counts. */
  leaveOut(what: string, howMuch: string): void {
    if (!this.#notes.has(what)) this.#notes.set(what, howMuch);
  }

  /** Returns the error about everything that was left out; an empty list when nothing was. */
  findings(): Finding[] {
    if (this.#notes.size === 0) return [];
    const notes = [...this.#notes].map(([what, howMuch]) => `${what}: ${howMuch}`);
    const named = notes.slice(0, MAX_NAMED).join('; ');
    const more = notes.length > MAX_NAMED ? `; and ${notes.length - MAX_NAMED} more` : '';
    return [fileFinding('too-much', `${named}${more}.`)];
  }
}
