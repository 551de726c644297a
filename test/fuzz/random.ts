/** A reproducible source of random numbers. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Creates a seeded generator: mulberry32, which is good enough for fuzzing. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] };
}
