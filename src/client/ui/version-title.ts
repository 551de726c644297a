import type { Version } from '#shared/versions/version.ts';

/** What a version is called: its name and number, or its file until the package has been read. */
export function versionTitle({ package: facts, fileName }: Pick<Version, 'package' | 'fileName'>): string {
  if (facts === null) return fileName;
  const number = facts.platform === 'android' ? facts.versionCode : facts.buildVersion;
  return `${facts.versionName} (${number})`;
}
