import { z } from 'zod';
import type { AppStatus } from '../statuses/app-status.ts';
import { RELEASE_STATUSES } from '../statuses/release-status.ts';
import { type Release, releaseSchema } from './release.ts';

/** The live state of an app. */
export const liveSchema = z.object({
  /** True when the app can be downloaded. */
  isPublic: z.boolean(),
  /** The version that every device gets. */
  stable: releaseSchema.nullable(),
  /** The newer version that some devices get, rolling out or halted. */
  rollout: releaseSchema.nullable(),
  /** The version for beta testers. */
  beta: releaseSchema.nullable(),
  /** The next approved version that is not published yet. */
  next: releaseSchema.nullable(),
});
export type Live = z.infer<typeof liveSchema>;

/** Derives the live state from an app's releases, newest first. */
export function describeLive(appStatus: AppStatus, releases: readonly Release[]): Live {
  const isPublic = appStatus === 'published';
  const shown = isPublic ? releases : [];
  const stable = shown.find(({ track, status }) => track === 'stable' && status === 'complete') ?? null;
  const isNewer = (release: Release) =>
    stable === null || releases.indexOf(release) < releases.indexOf(stable);
  return {
    isPublic: isPublic && shown.some(isAvailable),
    stable,
    rollout:
      shown.find(
        (release) =>
          release.track === 'stable' && RELEASE_STATUSES[release.status].isPartial && isNewer(release),
      ) ?? null,
    beta:
      shown.find((release) => release.track === 'beta' && isAvailable(release) && isNewer(release)) ?? null,
    next: releases.find(({ status }) => RELEASE_STATUSES[status].isNext) ?? null,
  };
}

function isAvailable({ status }: Release): boolean {
  return RELEASE_STATUSES[status].isAvailable ?? false;
}
