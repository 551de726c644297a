import { t } from '../../languages/translate.ts';
import { cutEvidence, type Finding } from '../finding.ts';

type FileRule = Pick<Finding, 'severity' | 'title' | 'fix'>;

/** Rules about the ZIP container. A package that breaks one is not read any further. */
export const CONTAINER_RULES = {
  'zip-duplicates': {
    severity: 'error',
    title: t`The package contains duplicate file names`,
    fix: t`Remove the duplicate file. Which one is used depends on the software that reads the package.`,
  },
  'zip-leading-bytes': {
    severity: 'error',
    title: t`The package starts with bytes that aren’t part of the ZIP`,
    fix: t`Upload the package exactly as the build produced it. Such bytes can hide a second program (CVE-2017-13156, "Janus").`,
  },
  'zip-overlap': {
    severity: 'error',
    title: t`Files in the package overlap`,
    fix: t`Rebuild the package. Build tools never write overlapping files, but ZIP bombs do.`,
  },
  'zip-bomb': {
    severity: 'error',
    title: t`The package unpacks to far more than its size`,
    fix: t`Remove padding and empty data from the package, or download large data when the app runs.`,
  },
  'zip-name': {
    severity: 'error',
    title: t`The package contains invalid file names`,
    fix: t`Name every file in UTF-8 without NUL characters, and rebuild the package. Android can’t open a package with other names.`,
  },
  'zip-header': {
    severity: 'error',
    title: t`Files in the package don’t match its directory`,
    fix: t`Rebuild the package with the platform’s build tools and upload it unchanged. Devices reject a package whose file headers don’t match its directory.`,
  },
} as const satisfies Record<string, FileRule>;

/** Rules that the readers check while reading a package. */
export const FILE_RULES = {
  'zip-entry': {
    severity: 'error',
    title: t`Files in the package are compressed in an unsupported way`,
    fix: t`Store or deflate every file, without a password.`,
  },
  'too-much': {
    severity: 'error',
    title: t`The package contains far more metadata than any real app`,
    fix: t`Remove generated or padded entries from the manifest or Info.plist. The store doesn’t keep more than this.`,
  },
  'resources-ambiguous': {
    severity: 'error',
    title: t`Devices read different values from the manifest`,
    fix: t`Write the value into the manifest, or define its resource once, for all devices. Only names and icons may differ.`,
  },
  'icon-files': {
    severity: 'error',
    title: t`A file of the icon can’t be read`,
    fix: t`Rebuild the package, with PNG or WebP files of at most 4 MB as icons.`,
  },
  'manifest-ambiguous': {
    severity: 'error',
    title: t`The manifest can be read in two ways`,
    fix: t`Rebuild the package with the Android build tools and upload it unchanged. What it means must not depend on who reads it.`,
  },
  resources: {
    severity: 'error',
    title: t`The resource table can’t be read`,
    fix: t`Rebuild the package with the Android build tools and upload it unchanged.`,
  },
  'resources-placement': {
    severity: 'warning',
    title: t`Android 11 and later can’t install this package`,
    fix: t`Store resources.arsc uncompressed and run "zipalign 4" before signing.`,
  },
  'ipa-ambiguous': {
    severity: 'error',
    title: t`The app can be read in two ways`,
    fix: t`Archive and export the app again, and upload the IPA unchanged. Devices and clients could install something else than what was reviewed.`,
  },
  'ipa-part': {
    severity: 'error',
    title: t`Part of the app can’t be read`,
    fix: t`Archive and export the app again, and upload the IPA unchanged.`,
  },
  plist: {
    severity: 'error',
    title: t`A property list can’t be read`,
    fix: t`Check the file with \`plutil -lint\` and rebuild the package.`,
  },
} as const satisfies Record<string, FileRule>;

const RULES = { ...CONTAINER_RULES, ...FILE_RULES };

/** Creates the finding of a reader's rule. */
export function fileFinding(rule: keyof typeof RULES, evidence: string): Finding {
  return { rule, evidence: cutEvidence(evidence), ...RULES[rule] };
}

/** Returns true when a finding ends the inspection of the package. */
export function endsInspection({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule in CONTAINER_RULES;
}

/** Rules about facts that couldn't be read for sure, that devices would see differently, or that only a person can evaluate. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  'too-much',
  'manifest-ambiguous',
  'resources',
  'resources-ambiguous',
  'icon-files',
  'ipa-ambiguous',
  'hidden-characters',
  'ipa-part',
  'plist',
  'signature.unrelated-signers',
]);

/**
 * Returns true when a rule cannot be switched off: a package that breaks it lacks facts that other rules
 * need, has others for a device than for the inspection, or has names that only a person can evaluate.
 */
export function isAlwaysEnforced(rule: string): boolean {
  return rule in CONTAINER_RULES || UNCERTAIN.has(rule);
}
