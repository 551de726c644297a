import { formatNumber, plural, t } from '../../languages/translate.ts';
import { cutEvidence, cutValues, type Finding, listNames, PackageError, type SomeNames } from '../finding.ts';
import { describeProblem, type FormatProblem } from '../problems/format-error.ts';
import { CONTAINER_RULES, ENTRY_PROBLEMS } from './container-rules.ts';
import { IPA_DOUBTS, MANIFEST_DOUBTS } from './doubts.ts';
import { describeOmissions } from './omissions.ts';
import { oneOf, type RuleRecord } from './rule.ts';

type InFile = {
  readonly file: string;
};

/** Returns what is wrong with a damaged file. */
function describeDamage(values: InFile & FormatProblem): string {
  return `${values.file}: ${describeProblem(values)}.`;
}

const PART_EVIDENCE = oneOf({
  file: describeDamage,
  executable: (problem: FormatProblem) => t`The executable: ${describeProblem(problem)}.`,
  innerExecutable: (values: { readonly folder: string } & FormatProblem) =>
    t`The executable of ${values.folder}: ${describeProblem(values)}.`,
});

/** Rules that the readers check while reading a package. */
export const FILE_RULES = {
  'zip-entry': {
    severity: 'error',
    get title() {
      return t`A file in the package can’t be read`;
    },
    get fix() {
      return t`Rebuild the package and upload it unchanged. Every file has to be stored or deflated, without a password.`;
    },
    checks: 'How the files in the ZIP are compressed, and whether they can be unpacked.',
    why: 'Android and iOS only read stored and deflated files.',
    evidence: oneOf({
      unsupported: (files: SomeNames) => t`Encrypted, or an unknown compression method: ${listNames(files)}.`,
      ...ENTRY_PROBLEMS,
    }),
  },
  'too-much': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The package contains far more metadata than any real app`;
    },
    get fix() {
      return t`Remove generated or padded entries from the manifest or Info.plist. The store doesn’t keep more than this.`;
    },
    checks: 'The number and length of permissions, features, entitlements and other entries.',
    why: 'Real apps have a small part of this. Endless lists would hide what matters from reviewers.',
    evidence: describeOmissions,
  },
  'resources-ambiguous': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`Devices read different values from the manifest`;
    },
    get fix() {
      return t`Write the value into the manifest, or define its resource once, for all devices. Only names and icons may differ.`;
    },
    checks:
      'Values of the manifest that refer to resources, such as SDK versions, flags and version codes, for every platform version, language, density and other configuration.',
    why: 'The inspection could see one value and devices another. A name that the package doesn’t contain differs from device to device, too.',
    evidence: oneOf({
      noName: () => t`The name refers to a resource that isn’t in the package.`,
      values: ({ reference, values }: { reference: string; values: readonly string[] }) =>
        t`The manifest refers to ${reference}, which is ${values.join(', ')}.`,
    }),
  },
  'icon-files': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`A file of the icon can’t be read`;
    },
    get fix() {
      return t`Rebuild the package, with PNG or WebP files of at most 4 MB as icons.`;
    },
    checks: 'Every file that any device may use for the icon.',
    why: 'A device may show a picture that the inspection can’t read, and nobody would have looked at it.',
    evidence: oneOf(ENTRY_PROBLEMS),
  },
  'manifest-ambiguous': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The manifest can be read in two ways`;
    },
    get fix() {
      return t`Rebuild the package with the Android build tools and upload it unchanged. What it means must not depend on who reads it.`;
    },
    checks:
      'Whether every reader of Android finds the same in the manifest: attributes that are given twice, under another name or out of order, text where a number or a flag belongs, several `<uses-sdk>` or `<application>` elements, and elements in the wrong place.',
    why: 'The inspection could see one app and devices install another. Build tools never write such a manifest.',
    evidence: oneOf(MANIFEST_DOUBTS),
  },
  resources: {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The resource table can’t be read`;
    },
    get fix() {
      return t`Rebuild the package with the Android build tools and upload it unchanged.`;
    },
    checks: 'The table of texts and pictures, `resources.arsc`.',
    why: 'Name and icon come from there. A device that can’t read it doesn’t install the package.',
    evidence: oneOf({
      table: (problem: FormatProblem) => `resources.arsc: ${describeProblem(problem)}.`,
      ...ENTRY_PROBLEMS,
    }),
  },
  'resources-placement': {
    severity: 'warning',
    get title() {
      return t`Android 11 and later can’t install this package`;
    },
    get fix() {
      return t`Store resources.arsc uncompressed and run "zipalign 4" before signing.`;
    },
    checks:
      'Whether `resources.arsc` is uncompressed and aligned to four bytes, for targets of API level 30 and newer.',
    why: 'Android 11 and newer read the file in place, and refuse the package otherwise.',
    evidence: oneOf({
      compressed: () => t`resources.arsc is compressed.`,
      unaligned: ({ offset }: { offset: number }) => t`resources.arsc starts at byte ${offset}.`,
    }),
  },
  'ipa-ambiguous': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The app can be read in two ways`;
    },
    get fix() {
      return t`Archive and export the app again, and upload the IPA unchanged. Devices and clients could install something else than what was reviewed.`;
    },
    checks:
      'Several apps in `Payload`, keys that occur twice or have another value on some devices (`~ipad`), values of the wrong type, and paths that lead to the same file.',
    why: 'Programs read such a package differently. What is installed could be something else than what was inspected.',
    evidence: oneOf(IPA_DOUBTS),
  },
  'ipa-part': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`Part of the app can’t be read`;
    },
    get fix() {
      return t`Archive and export the app again, and upload the IPA unchanged.`;
    },
    checks:
      'The parts of the app that the inspection reads: executable, profile, code signature and extensions.',
    why: 'What can’t be read can’t be inspected, and is usually damaged.',
    // Earlier inspections kept no case.
    evidence: (values: Parameters<typeof PART_EVIDENCE>[0]) =>
      PART_EVIDENCE({ ...values, found: values.found ?? 'file' } as typeof values),
  },
  plist: {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`A property list is damaged or incomplete`;
    },
    get fix() {
      return t`Check the file with \`plutil -lint\` and rebuild the package.`;
    },
    fixes: {
      get noIdentifier() {
        return t`Set the bundle identifier in Xcode and export the app again.`;
      },
    },
    checks: 'Info.plist and the other property lists.',
    why: 'iOS reads the app’s ID, version and permissions from them.',
    evidence: oneOf({
      damaged: describeDamage,
      entitlements: (problem: FormatProblem) =>
        t`entitlements of the code signature: ${describeProblem(problem)}.`,
      noIdentifier: () => t`Info.plist has no CFBundleIdentifier.`,
    }),
  },
} as const satisfies Record<string, RuleRecord>;

type Block = {
  readonly value: string;
  readonly reason: string;
};

type Expiry = {
  readonly received: number;
  readonly size: number;
  readonly lastByteAt: string;
  readonly hours: number;
};

function describeExpiry({ received, size, lastByteAt, hours }: Expiry): string {
  const last = `${lastByteAt.slice(0, 16).replace('T', ' ')} UTC`;
  const arrived = t`${formatNumber(received)} of ${formatNumber(size)} bytes had arrived, the last on ${last}.`;
  const why = plural(hours, {
    one: 'The store deletes uploads with no activity for an hour.',
    other: 'The store deletes uploads with no activity for # hours.',
  });
  return `${arrived} ${why}`;
}

/** What keeps a package from being inspected or accepted at all; no rule of the store. */
export const OBSTACLES = {
  unreadable: {
    severity: 'error',
    get title() {
      return t`The file isn’t a readable package`;
    },
    get fix() {
      return t`Upload the .apk or .ipa that the build produced, complete and unchanged. From an App Bundle, build an APK with “bundletool build-apks --mode=universal”.`;
    },
    fixes: {
      get noPackage() {
        return t`Upload the .apk or .ipa file that the build produced, not a ZIP around it.`;
      },
      get appBundle() {
        return t`Build an APK with \`./gradlew assembleRelease\`, or run \`bundletool build-apks --mode=universal\` with your signing key, unpack the .apks file that it writes, and upload universal.apk from it.`;
      },
      get apks() {
        return t`Upload one APK that can be installed on its own: universal.apk of \`bundletool build-apks --mode=universal\`.`;
      },
      get folder() {
        return t`Compress the folder Payload itself, not the folder around it, or upload the IPA that Xcode exported.`;
      },
    },
    checks: 'Whether the file is a whole ZIP with an Android manifest or an iOS app in it.',
    why: 'App Bundles, archives of several APKs and downloads that were cut off can’t be installed.',
    evidence: oneOf({
      notOpened: ({ file, reason }: { file: string; reason: string }) => `${file}: ${reason}.`,
      noEndRecord: ({ bytes }: { bytes: number }) =>
        t`It has no ZIP end record in its last ${bytes} bytes: it’s another type of file, or cut off.`,
      zip64: () => t`It uses the ZIP64 format, which Android and iOS can’t install.`,
      largeDirectory: ({ bytes, max }: { bytes: number; max: number }) =>
        t`Its directory declares ${bytes} bytes; the maximum is ${max}.`,
      longDirectory: ({ from, to, end }: Record<'from' | 'to' | 'end', number>) =>
        t`Its directory declares bytes ${from} to ${to}, past the end record at ${end}.`,
      missingEntry: ({ entries, missing }: { entries: number; missing: number }) =>
        t`Its directory declares ${entries} entries, but entry ${missing} is missing.`,
      cutOffEntry: ({ entry }: { entry: number }) => t`Entry ${entry} of its directory is cut off.`,
      noPackage: () => t`The ZIP contains neither AndroidManifest.xml nor Payload/<name>.app/Info.plist.`,
      appBundle: () => t`It’s an Android App Bundle, which devices can’t install.`,
      apks: ({ files }: { files: readonly string[] }) => t`It’s an archive of APKs: ${files.join(', ')}.`,
      folder: ({ folder }: { folder: string }) =>
        t`Its folder Payload is inside ${folder}, but has to be at the top of the archive.`,
    }),
  },
  manifest: {
    severity: 'error',
    get title() {
      return t`The manifest can’t be read`;
    },
    get fix() {
      return t`Rebuild the package with the Android build tools and upload it unchanged.`;
    },
    checks: '`AndroidManifest.xml` in its binary form.',
    why: 'Without it nothing is known about the app.',
    evidence: (problem: FormatProblem) => `AndroidManifest.xml: ${describeProblem(problem)}.`,
  },
  checksum: {
    severity: 'error',
    get title() {
      return t`The file doesn’t match its expected hash`;
    },
    get fix() {
      return t`Upload the file again. If this happens again, check that the build didn’t replace the file during the upload.`;
    },
    checks: 'The SHA-256 that a program announced with the upload.',
    why: 'The file changed on its way, or the build replaced it while it was uploaded.',
    evidence: ({ actual, expected }: { actual: string; expected: string }) =>
      t`Its SHA-256 is ${actual}, but ${expected} was expected.`,
  },
  blocked: {
    severity: 'error',
    get title() {
      return t`The store refuses this package`;
    },
    get fix() {
      return t`Remove what the finding names. If you believe that this is a mistake, contact store staff.`;
    },
    checks:
      'The SHA-256 of the file and of the certificates that sign it, and its native libraries, against those that staff have stopped.',
    why: 'Staff stopped something with the same certificate, file or library, for example malware. The finding has the reason.',
    evidence: oneOf({
      certificate: ({ value, reason }: Block) => t`The signing certificate ${value} is blocked: ${reason}`,
      file: ({ value, reason }: Block) => t`The file ${value} is blocked: ${reason}`,
      library: ({ value, reason }: Block) => t`The library ${value} is blocked: ${reason}`,
    }),
  },
  'upload-expired': {
    severity: 'error',
    get title() {
      return t`The upload expired`;
    },
    get fix() {
      return t`Upload the file again as a new version. You can delete this one.`;
    },
    checks: 'The time since the last byte arrived.',
    why: 'Unfinished uploads take up space, so the store deletes them after a while.',
    evidence: describeExpiry,
  },
  'inspection-failed': {
    severity: 'error',
    get title() {
      return t`The package couldn’t be inspected`;
    },
    get fix() {
      return t`Rebuild the package and upload it. If this happens again, contact store staff; the file itself may be fine.`;
    },
    checks: 'Nothing: the inspection stopped, for example because it took too long.',
    why: 'A version that wasn’t inspected is never published.',
    evidence: oneOf({
      crashedServer: ({ file }: { file: string }) =>
        t`The inspection of ${file} was stopped. The server crashed each time it read the package.`,
      crashed: ({ file }: { file: string }) =>
        t`The inspection of ${file} was stopped. It crashed while reading the package.`,
      time: ({ file, seconds }: { file: string; seconds: number }) =>
        t`The inspection of ${file} was stopped. It took more than ${seconds} seconds.`,
      memory: ({ file, megabytes }: { file: string; megabytes: number }) =>
        t`The inspection of ${file} was stopped. It needed more than ${megabytes} MB of memory.`,
    }),
  },
} as const satisfies Record<string, RuleRecord>;

const RULES = { ...CONTAINER_RULES, ...FILE_RULES, ...OBSTACLES };

type FileRule = keyof typeof RULES;
type ValuesOf<Rule extends FileRule> = Parameters<(typeof RULES)[Rule]['evidence']>[0];

/** The values of an inspection that was stopped. */
export type InspectionFailure = ValuesOf<'inspection-failed'>;

/** Creates the finding of a reader's rule, with the values that its evidence needs. */
export function fileFinding<Rule extends FileRule>(rule: Rule, values: ValuesOf<Rule>): Finding {
  return { rule, severity: RULES[rule].severity, values: cutValues(values) };
}

/** Creates the error of a reader that can't go on. */
export function fileError<Rule extends FileRule>(rule: Rule, values: ValuesOf<Rule>): PackageError {
  const evidence: RuleRecord['evidence'] = RULES[rule].evidence;
  return new PackageError(fileFinding(rule, values), cutEvidence(evidence(values)));
}

/** Creates the error of a file that isn't a readable package. */
export function unreadable(values: ValuesOf<'unreadable'>): PackageError {
  return fileError('unreadable', values);
}

/** Returns true when a finding ends the inspection of the package. */
export function endsInspection({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule in CONTAINER_RULES;
}
