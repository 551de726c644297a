import type { App } from '#shared/apps/app.ts';
import { VERSION_STATUSES, type VersionStatus } from '#shared/versions/status.ts';

export interface ActionRequired {
  readonly app: App;
  readonly versionId: string;
  readonly status: VersionStatus;
  /** The publisher's next step. */
  readonly label: string;
}

/** Returns the apps whose newest version needs its publisher's attention, most urgent first. */
export function findActionRequired(apps: readonly App[]): ActionRequired[] {
  return apps
    .flatMap((app) => {
      const newest = app.latestVersion;
      const required = newest === null ? undefined : VERSION_STATUSES[newest.status].actionRequired;
      return newest === null || required === undefined
        ? []
        : [{ app, versionId: newest.id, status: newest.status, ...required }];
    })
    .sort((one, other) => one.rank - other.rank);
}
