import type { App } from '#shared/apps/app.ts';
import type { VersionStatus } from '#shared/versions/version.ts';

/** The statuses in which a version waits for its publisher, most pressing first, and what the publisher does next. */
export const NEXT_STEPS = {
  rejected: 'Read the reason',
  invalid: 'See what to fix',
  uploading: 'Continue the upload',
  draft: 'Submit for review',
  withdrawn: 'Decide what next',
} as const satisfies Partial<Record<VersionStatus, string>>;

export type WaitingStatus = keyof typeof NEXT_STEPS;

export interface WaitingApp {
  readonly app: App;
  readonly versionId: string;
  readonly status: WaitingStatus;
}

function isWaiting(status: string): status is WaitingStatus {
  return Object.hasOwn(NEXT_STEPS, status);
}

/** The apps whose newest version waits for its publisher, the most pressing first. */
export function needsPublisher(apps: readonly App[]): WaitingApp[] {
  const order = Object.keys(NEXT_STEPS);
  return apps
    .flatMap((app) => {
      const newest = app.latestVersion;
      return newest !== null && isWaiting(newest.status)
        ? [{ app, versionId: newest.id, status: newest.status }]
        : [];
    })
    .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}
