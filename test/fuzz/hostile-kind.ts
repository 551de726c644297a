import type { Random } from './random.ts';

/** A kind of hostile package. */
export interface HostileKind {
  /** Matches the rule of an error that each such package must have; null when any quick result is fine. */
  readonly rule: RegExp | null;
  /** Maximum processor time in milliseconds, if lower than the general limit. */
  readonly maxCpuMs?: number;
  /** @param scale 1 for full-size attacks, less for a quick run */
  make(random: Random, scale: number): Uint8Array;
}

/** Scales the number of items in an attack; at least two. */
export function times(count: number, scale: number): number {
  return Math.max(2, Math.round(count * scale));
}

/** Creates a list of `length` items. */
export function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.ceil(length) }, (_, at) => make(at));
}
