import type { App } from '#shared/apps/app.ts';
import { isolate } from '#shared/languages/direction.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** Returns the title of a version: its name and number, or its file name before inspection. */
export function versionTitle({
  versionName,
  versionNumber,
  fileName,
}: Pick<VersionSummary, 'versionName' | 'versionNumber' | 'fileName'>): string {
  return versionName === null ? fileName : `${versionName} (${versionNumber})`;
}

interface AppVersion {
  readonly app: Pick<App, 'name'>;
  readonly version: Parameters<typeof versionTitle>[0];
}

/** Returns the title of a version with its app, such as `Harbour 1.2 (14)`. */
export function appVersionTitle({ app, version }: AppVersion): string {
  return `${isolate(app.name)} ${versionTitle(version)}`;
}

/** Returns the title of a package: its name and number. */
export function packageTitle(facts: PackageFacts): string {
  const number = facts.platform === 'android' ? facts.versionCode : facts.buildVersion;
  return `${facts.versionName} (${number})`;
}
