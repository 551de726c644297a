import { z } from 'zod';
import type { AppStatus } from '../apps/app.ts';
import { type Release, releaseSchema } from './release.ts';

/** What is public of an app right now. */
export const liveSchema = z.object({
  /** Whether anybody can get the app at all. */
  isPublic: z.boolean(),
  /** What every device is offered. */
  stable: releaseSchema.nullable(),
  /** The newer version that only a share of devices is offered, rolling out or halted. */
  rollout: releaseSchema.nullable(),
  /** What people who asked for it are offered before others. */
  beta: releaseSchema.nullable(),
  /** The next one that is approved and not published yet. */
  next: releaseSchema.nullable(),
});
export type Live = z.infer<typeof liveSchema>;

/** Derives what is public from an app's releases, newest first. */
export function describeLive(status: AppStatus, releases: readonly Release[]): Live {
  const isPublic = status === 'published';
  const shown = isPublic ? releases : [];
  const stable = shown.find(({ track, state }) => track === 'stable' && state === 'complete') ?? null;
  const isNewer = (release: Release) =>
    stable === null || releases.indexOf(release) < releases.indexOf(stable);
  return {
    isPublic: isPublic && shown.some(({ state }) => OFFERED.has(state)),
    stable,
    rollout:
      shown.find(
        (release) =>
          release.track === 'stable' &&
          (release.state === 'rollingOut' || release.state === 'halted') &&
          isNewer(release),
      ) ?? null,
    beta:
      shown.find((release) => release.track === 'beta' && OFFERED.has(release.state) && isNewer(release)) ??
      null,
    next: releases.find(({ state }) => state === 'scheduled' || state === 'waiting') ?? null,
  };
}

const OFFERED: ReadonlySet<Release['state']> = new Set(['rollingOut', 'complete']);
