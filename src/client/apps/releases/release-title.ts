import { t } from '#shared/languages/translate.ts';
import type { Release } from '#shared/releases/release.ts';

/** Returns the title of a release's version: its name and number. */
export function releaseTitle({
  versionName,
  versionCode,
}: Pick<Release, 'versionName' | 'versionCode'>): string {
  if (versionName === null) return t`A version without a name`;
  return versionCode === null ? versionName : `${versionName} (${versionCode})`;
}
