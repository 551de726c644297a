import type { AppRow } from '../../platform/db/tables/apps.ts';

/** Returns the file name of an Android version's package below `fdroid/repo/`. */
export function apkFileName(applicationId: string, versionCode: number): string {
  return `${applicationId}_${versionCode}.apk`;
}

/** Parses a name made by `apkFileName`; returns null for any other name. */
export function readApkFileName(name: string): { applicationId: string; versionCode: number } | null {
  const match = /^([\w.-]+)_(0|[1-9]\d{0,15})\.apk$/.exec(name);
  return match ? { applicationId: match[1] ?? '', versionCode: Number(match[2]) } : null;
}

/** Returns the path of an iOS version's package below the base path. */
export function ipaPath(versionId: string): string {
  return `altstore/packages/${versionId}.ipa`;
}

/** Parses the file name of a path made by `ipaPath`; returns its version's ID, or null for any other name. */
export function readIpaFileName(name: string): string | null {
  return /^([\w-]{1,64})\.ipa$/.exec(name)?.[1] ?? null;
}

/**
 * Returns the path below the base path from which everyone downloads a live version's package; it counts. Throws for
 * an Android version without a version code, which no live one is.
 */
export function packagePath(
  { platform, applicationId }: Pick<AppRow, 'platform' | 'applicationId'>,
  { versionId, versionCode }: { readonly versionId: string; readonly versionCode: number | null },
): string {
  if (platform === 'ios') return ipaPath(versionId);
  if (versionCode === null) throw new Error(`the Android version ${versionId} has no version code`);
  return `fdroid/repo/${apkFileName(applicationId, versionCode)}`;
}
