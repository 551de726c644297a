import type { PublishedApp } from './index.ts';

/**
 * The feed is a signed file, the same for everybody who fetches it, so a staged rollout needs several: one for each
 * group of places (`bucketOf`) that is offered the same versions. A group begins at 0 or at the percentage of a rollout.
 */
export function groupsOf(apps: readonly PublishedApp[]): number[] {
  const percentages = apps.flatMap(({ versions }) => versions.map(({ percentage }) => percentage ?? 100));
  return [...new Set([0, ...percentages.filter((percentage) => percentage < 100)])].sort((a, b) => a - b);
}

/** What the group that begins at a place is offered: of staged versions those that reach it. */
export function appsFor(apps: readonly PublishedApp[], place: number): PublishedApp[] {
  return apps
    .map((app) => ({
      ...app,
      versions: app.versions.filter(({ percentage }) => place < (percentage ?? 100)),
    }))
    .filter(({ versions }) => versions.length > 0);
}

/** The name of a group's file below the address; the first group's are those that the format names. */
export function groupFile(place: number, name: string): string {
  return place === 0 ? name : `from-${place}/${name}`;
}

/** The group that a place belongs to, by the names of a generation's files. */
export function groupAt(fileNames: readonly string[], place: number): number {
  const begins = fileNames.flatMap((name) => /^from-(\d+)\/entry\.json$/.exec(name)?.[1] ?? []).map(Number);
  return Math.max(0, ...begins.filter((begin) => begin <= place));
}
