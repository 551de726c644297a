import type { FactLimiter } from './fact-limiter.ts';
import type { NativeLibrary } from './facts.ts';
import { MAX_LISTED } from './limits.ts';
import type { ZipEntry } from './zip.ts';

/** Matches the paths where Android looks for native libraries, in an APK. */
const IN_APK = /^lib\/[^/]+\/([^/]+\.so)$/;
/** The code of frameworks and libraries in an iOS app's folder, as Xcode embeds them. */
const IN_BUNDLE = /^Frameworks\/(?:([^/]+)\.framework\/\1|([^/]+\.dylib))$/;

type Named = Pick<ZipEntry, 'name' | 'crc32'>;

/** Returns the native libraries of an APK by name and checksum, each once, for all processors together. */
export function apkLibraries(entries: Iterable<Named>, limiter: FactLimiter): NativeLibrary[] {
  return listLibraries(entries, IN_APK, limiter);
}

/** Returns the frameworks and libraries that an iOS app embeds; `files` are by their path inside the app's folder. */
export function bundleLibraries(
  files: ReadonlyMap<string, Pick<ZipEntry, 'crc32'>>,
  limiter: FactLimiter,
): NativeLibrary[] {
  return listLibraries(
    [...files].map(([name, { crc32 }]) => ({ name, crc32 })),
    IN_BUNDLE,
    limiter,
  );
}

function listLibraries(entries: Iterable<Named>, place: RegExp, limiter: FactLimiter): NativeLibrary[] {
  const found = new Map<string, NativeLibrary>();
  for (const entry of entries) {
    const [, first, second] = place.exec(entry.name) ?? [];
    const name = first ?? second;
    if (name === undefined) continue;
    const library = {
      name: limiter.text('nativeLibrary', name),
      crc32: entry.crc32.toString(16).padStart(8, '0'),
    };
    found.set(`${library.name}#${library.crc32}`, library);
  }
  return limiter.list('nativeLibraries', [...found.values()], MAX_LISTED.nativeLibraries);
}
