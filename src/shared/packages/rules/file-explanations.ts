import type { RuleExplanation } from './rule.ts';

/** Explanations of the rules about the file, the ZIP in it, and what can be read of it. */
export const FILE_EXPLANATIONS: Readonly<Record<string, RuleExplanation>> = {
  'zip-duplicates': {
    checks: 'The names in the ZIP’s directory.',
    why: 'Of two files with the same name, the inspection could see one and the device use the other.',
  },
  'zip-leading-bytes': {
    checks: 'The bytes before the first file of the ZIP.',
    why: 'A program in front of the ZIP can run instead of the signed one on old devices.',
  },
  'zip-overlap': {
    checks: 'Where each file of the ZIP begins and ends.',
    why: 'Overlapping files are how a small file unpacks to terabytes, or reads differently in different programs.',
  },
  'zip-bomb': {
    checks: 'The sizes of the files before and after unpacking.',
    why: 'Unpacking it would fill a disk.',
  },
  'zip-name': {
    checks: 'The encoding of the names in the ZIP.',
    why: 'Android can’t open a package with such a name.',
  },
  'zip-header': {
    checks: 'The header of each file against the ZIP’s directory.',
    why: 'Programs that read one see another package than programs that read the other.',
  },
  'zip-entry': {
    checks: 'How the files in the ZIP are compressed, and whether they can be unpacked.',
    why: 'Android and iOS only read stored and deflated files.',
  },
  'too-much': {
    checks: 'The number and length of permissions, features, entitlements and other entries.',
    why: 'Real apps have a small part of this. Endless lists would hide what matters from reviewers.',
  },
  resources: {
    checks: 'The table of texts and pictures, `resources.arsc`.',
    why: 'Name and icon come from there. A device that can’t read it doesn’t install the package.',
  },
  'resources-placement': {
    checks:
      'Whether `resources.arsc` is uncompressed and aligned to four bytes, for targets of API level 30 and newer.',
    why: 'Android 11 and newer read the file in place, and refuse the package otherwise.',
  },
  'ipa-part': {
    checks:
      'The parts of the app that the inspection reads: executable, profile, code signature and extensions.',
    why: 'What can’t be read can’t be inspected, and is usually damaged.',
  },
  plist: {
    checks: 'Info.plist and the other property lists.',
    why: 'iOS reads the app’s ID, version and permissions from them.',
  },
};

/** A finding that is no rule of the store, because a package can't be evaluated without what it misses. */
interface Obstacle extends RuleExplanation {
  readonly title: string;
  readonly fix: string;
}

/** The findings about files that can't be inspected at all, by their ids. */
export const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  unreadable: {
    title: 'The file isn’t a readable package',
    checks: 'Whether the file is a whole ZIP with an Android manifest or an iOS app in it.',
    why: 'App Bundles, archives of several APKs and downloads that were cut off can’t be installed.',
    fix: 'Upload the .apk or .ipa that the build produced, unchanged. From an App Bundle, build an APK with bundletool in universal mode.',
  },
  manifest: {
    title: 'The manifest can’t be read',
    checks: '`AndroidManifest.xml` in its binary form.',
    why: 'Without it nothing is known about the app.',
    fix: 'Rebuild the package with the Android build tools and upload it unchanged.',
  },
  checksum: {
    title: 'The file doesn’t match its expected hash',
    checks: 'The SHA-256 that a program announced with the upload.',
    why: 'The file changed on its way, or the build replaced it while it was uploaded.',
    fix: 'Upload the file again.',
  },
  blocked: {
    title: 'The store refuses this package',
    checks:
      'The SHA-256 of the file and of the certificates that sign it, and its native libraries, against those that staff have stopped.',
    why: 'Staff stopped something with the same certificate, file or library, for example malware. The finding has the reason.',
    fix: 'Remove what the finding names. If you believe that this is a mistake, contact store staff.',
  },
  'upload-expired': {
    title: 'The upload expired',
    checks: 'The time since the last byte arrived.',
    why: 'Unfinished uploads take up space, so the store deletes them after a while.',
    fix: 'Upload the file again as a new version.',
  },
  'inspection-failed': {
    title: 'The package couldn’t be inspected',
    checks: 'Nothing: the inspection stopped, for example because it took too long.',
    why: 'A version that wasn’t inspected is never published.',
    fix: 'Rebuild the package and upload it. If this happens again, contact store staff; the file itself may be fine.',
  },
};
