import { formatNumber, t } from '#shared/languages/translate.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';
import { bundleDenialReason } from '#shared/versions/upload.ts';

/** The name and file extension of each platform's packages. */
export const PACKAGE_KINDS: Readonly<Record<Platform, { extension: string; name: string }>> = {
  android: { extension: '.apk', name: 'APK' },
  ios: { extension: '.ipa', name: 'IPA' },
};

interface NamedFile {
  readonly name: string;
  readonly size: number;
}

/** Returns the reason why a file can't be a version for this platform, with a fix; null when it can. */
export function packageDenialReason(file: NamedFile, platform: Platform): string | null {
  const { extension, name } = PACKAGE_KINDS[platform];
  const bundle = platform === 'android' ? bundleDenialReason(file.name) : null;
  if (bundle !== null) return bundle;
  if (!file.name.toLowerCase().endsWith(extension)) {
    return t`${file.name} isn’t an ${name}. Choose a file that ends in ${extension}.`;
  }
  if (file.size === 0) return t`${file.name} is empty. Rebuild the package and choose it again.`;
  if (file.size > MAX_PACKAGE_BYTES) {
    return t`${file.name} is larger than 2 GiB, the maximum for this store.`;
  }
  return null;
}

/** Returns the reason why a file can't continue an unfinished upload; null when name and size match. */
export function sameFileDenialReason(
  file: NamedFile,
  begun: { fileName: string; size: number },
): string | null {
  if (file.name === begun.fileName && file.size === begun.size) return null;
  const bytes = formatNumber(begun.size);
  return file.name === begun.fileName
    ? t`${file.name} has a different size. Choose ${begun.fileName} with exactly ${bytes} bytes, or upload this file as a new version.`
    : t`${file.name} is a different file. Choose ${begun.fileName} with exactly ${bytes} bytes, or upload this file as a new version.`;
}
