/** The bucket after the last one. */
export const END_OF_BUCKETS = 100;

/** Buckets that get the same versions of all apps. */
export interface BucketGroup {
  readonly beginsAt: number;
  /** The first bucket of the next group. */
  readonly endsAt: number;
}

/** Returns the groups that begin at these buckets, which are sorted. */
export function groupsFrom(begins: readonly number[]): BucketGroup[] {
  return begins.map((beginsAt, at) => ({ beginsAt, endsAt: begins[at + 1] ?? END_OF_BUCKETS }));
}

/** A version with the percentage of buckets that get it; absent for all. */
interface RolledOut {
  readonly percentage?: number;
}

/** An app with the versions that a range of buckets (`bucketOf`) gets. */
export interface BucketApp<App> {
  readonly beginsAt: number;
  /** The first bucket of the next range. */
  readonly endsAt: number;
  readonly app: App;
}

/**
 * Splits an app into ranges of buckets that get the same versions. Ranges begin at 0 and at the percentages
 * of staged rollouts. Buckets that get no version are left out.
 */
export function splitByBucket<App extends { readonly versions: readonly RolledOut[] }>(
  app: App,
): BucketApp<App>[] {
  const percentages = app.versions.map(({ percentage }) => percentage ?? END_OF_BUCKETS);
  const ends = [...new Set(percentages)].sort((a, b) => a - b);
  return ends.map((endsAt, at) => {
    const beginsAt = ends[at - 1] ?? 0;
    const isInBucket = ({ percentage }: RolledOut) => beginsAt < (percentage ?? END_OF_BUCKETS);
    return { beginsAt, endsAt, app: { ...app, versions: app.versions.filter(isInBucket) } };
  });
}

/** Returns the name of a group's file below the address; the first group uses the names of the format. */
export function groupFile(bucket: number, name: string): string {
  return bucket === 0 ? name : `from-${bucket}/${name}`;
}

/** Returns the group of a bucket, given the names of a generation's files. */
export function groupAt(fileNames: readonly string[], bucket: number): number {
  const begins = fileNames.flatMap((name) => /^from-(\d+)\//.exec(name)?.[1] ?? []).map(Number);
  return Math.max(0, ...begins.filter((begin) => begin <= bucket));
}
