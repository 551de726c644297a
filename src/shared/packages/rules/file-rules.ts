import type { Finding } from '../finding.ts';

/** What the readers themselves find in a package that they can read on the whole. */
export const FILE_RULES = {
  'zip-duplicates': {
    severity: 'error',
    title: 'File names appear twice in the package',
    fix: 'Remove the second file of the same name. Which of the two runs would depend on who reads the package.',
  },
  'zip-leading-bytes': {
    severity: 'error',
    title: 'The package begins with bytes that are not part of the zip',
    fix: 'Upload the package exactly as the build wrote it. Such bytes can hide a second program (CVE-2017-13156, "Janus").',
  },
  'zip-overlap': {
    severity: 'error',
    title: 'Files in the package overlap',
    fix: 'Build the package again. Build tools never write overlapping files; zip bombs do.',
  },
  'zip-bomb': {
    severity: 'error',
    title: 'The package unpacks to far more than its size',
    fix: 'Remove padding and empty data from the package, or fetch large data when the app runs.',
  },
  'zip-entry': {
    severity: 'error',
    title: 'Files in the package are packed in a way that does not install',
    fix: 'Pack every file stored or deflated, and without a password.',
  },
  resources: {
    severity: 'error',
    title: 'The resource table cannot be read',
    fix: 'Build the package again with the Android build tools, and upload it unchanged.',
  },
  'resources-placement': {
    severity: 'warning',
    title: 'Android 11 and later refuse to install this package',
    fix: 'Store resources.arsc without compression and run "zipalign 4" before signing.',
  },
  'ipa-part': {
    severity: 'error',
    title: 'A part of the app cannot be read',
    fix: 'Archive and export the app again, and upload the IPA unchanged.',
  },
  plist: {
    severity: 'error',
    title: 'A property list cannot be read',
    fix: 'Check the file with `plutil -lint` and build the package again.',
  },
} as const satisfies Record<string, Pick<Finding, 'severity' | 'title' | 'fix'>>;

/** The finding of a reader's rule, with what shows it. */
export function fileFinding(rule: keyof typeof FILE_RULES, evidence: string): Finding {
  return { rule, evidence, ...FILE_RULES[rule] };
}
