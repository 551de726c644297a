import type { Platform } from '#shared/apps/app.ts';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';

/** What a package of each platform is called. */
export const PACKAGE_KINDS: Readonly<Record<Platform, { extension: string; name: string }>> = {
  android: { extension: '.apk', name: 'APK' },
  ios: { extension: '.ipa', name: 'IPA' },
};

interface NamedFile {
  readonly name: string;
  readonly size: number;
}

/** Why a file cannot be a new version of an app on this platform, as a sentence with what to do; null when it can. */
export function whyNotPackage(file: NamedFile, platform: Platform): string | null {
  const { extension, name } = PACKAGE_KINDS[platform];
  if (!file.name.toLowerCase().endsWith(extension)) {
    return `${file.name} is not an ${name}. Choose a file that ends in ${extension}.`;
  }
  if (file.size === 0) return `${file.name} is empty. Build the package again and choose it once more.`;
  if (file.size > MAX_PACKAGE_BYTES) {
    return `${file.name} is larger than 2 GiB, the most that this store takes.`;
  }
  return null;
}

/** Why a file cannot go on with an unfinished upload, as a sentence; null when name and size are the same. */
export function whyNotSameFile(file: NamedFile, begun: { fileName: string; size: number }): string | null {
  if (file.name === begun.fileName && file.size === begun.size) return null;
  const differs = file.name === begun.fileName ? 'has another size' : 'is another file';
  return `${file.name} ${differs}. Choose ${begun.fileName} with exactly ${begun.size.toLocaleString('en')} bytes, or upload this one as a new version.`;
}
