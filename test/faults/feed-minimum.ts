import type { ReadingCounts } from './feed-readers.ts';

/** The least that readers and publishers do in a second on a slow machine; fewer would prove nothing. */
const MIN_PER_SECOND = { publications: 0.5, reads: 0.5, generations: 0.1 } as const;

/** The least that has to happen, however short a run is. */
const MIN = { publications: 2, reads: 3, generations: 2 } as const;

/** Returns what happened too seldom in a run of some seconds, a sentence for each; none when it proves enough. */
export function tooSeldom(counts: Pick<ReadingCounts, keyof typeof MIN>, seconds: number): readonly string[] {
  return (Object.keys(MIN) as (keyof typeof MIN)[]).flatMap((name) => {
    const least = Math.max(MIN[name], Math.floor(MIN_PER_SECOND[name] * seconds));
    if (counts[name] >= least) return [];
    return [
      `Only ${counts[name]} ${name} in ${seconds} seconds: at least ${least} are needed to prove anything.`,
    ];
  });
}
