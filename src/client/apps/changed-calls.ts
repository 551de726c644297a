import type { CallName } from '#shared/calls.ts';

/** What is read anew when a version or a release of an app changes. */
export const CHANGED_CALLS: readonly CallName[] = [
  'apps.get',
  'apps.list',
  'apps.getRequirements',
  'versions.get',
  'versions.history',
  'versions.compare',
  'releases.list',
  'reviews.queue',
];
