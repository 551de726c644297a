import type { Finding } from './finding.ts';
import { MAX_FACT_NAME_LENGTH } from './limits.ts';
import { fileFinding } from './rules/file-rules.ts';
import type { TruncatedFact } from './rules/omissions.ts';

/** Maximum number of truncated facts that one finding lists. */
const MAX_NAMED = 10;

/** Limits the size of facts while they are read, and reports what it left out as a finding. */
export class FactLimiter {
  readonly #omitted = new Map<TruncatedFact, { size: number | null; kept: number }>();

  /** Truncates a text to `max` characters. */
  text(fact: TruncatedFact, value: string, max = MAX_FACT_NAME_LENGTH): string {
    if (value.length <= max) return value;
    this.#note(fact, value.length, max);
    return `${value.slice(0, max - 1)}…`;
  }

  /** Returns the first `max` items. */
  list<T>(fact: TruncatedFact, items: readonly T[], max: number): T[] {
    if (items.length > max) this.#note(fact, items.length, max);
    return items.slice(0, max);
  }

  /** Returns the first `max` items that take at most `characters` as JSON. */
  fit<T>(
    fact: TruncatedFact,
    items: readonly T[],
    { max, characters }: { max: number; characters: number },
  ): T[] {
    const kept: T[] = [];
    let left = characters;
    for (const item of this.list(fact, items, max)) {
      left -= JSON.stringify(item).length;
      if (left < 0) {
        this.#note(fact, items.length, kept.length);
        break;
      }
      kept.push(item);
    }
    return kept;
  }

  /** Records that something beyond `max` was left out. */
  leaveOut(fact: TruncatedFact, max: number): void {
    this.#note(fact, null, max);
  }

  /** Returns the error about everything that was left out; an empty list when nothing was. */
  findings(): Finding[] {
    if (this.#omitted.size === 0) return [];
    const named = [...this.#omitted].slice(0, MAX_NAMED);
    return [
      fileFinding('too-much', {
        facts: named.map(([fact]) => fact),
        sizes: named.map(([, { size }]) => (size === null ? '' : String(size))),
        kept: named.map(([, { kept }]) => String(kept)),
        more: this.#omitted.size - named.length,
      }),
    ];
  }

  /** Only the first omission of each fact counts. */
  #note(fact: TruncatedFact, size: number | null, kept: number): void {
    if (!this.#omitted.has(fact)) this.#omitted.set(fact, { size, kept });
  }
}
