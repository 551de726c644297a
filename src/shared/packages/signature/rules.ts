import { t } from '../../languages/translate.ts';
import { cutValues, type Finding } from '../finding.ts';
import { describeSignature, type SignatureEvidence } from '../problems/signature-problems.ts';
import { type RuleRecord, withProperties } from '../rules/rule.ts';

/** The record of a signature rule. Without a severity it's an error. */
type SignatureRule = Omit<RuleRecord, 'severity' | 'evidence'> & Partial<Pick<RuleRecord, 'severity'>>;

const DAMAGED = 'Android refuses to install a package whose newest signature doesn’t verify in every part.';

const signAgain = () => t`Sign the package again with a current apksigner and upload it unchanged.`;
const signLast = () =>
  t`Sign as the last step: align and change files first, then sign with apksigner, and upload the result unchanged.`;

const RULES: Readonly<Record<string, SignatureRule>> = {
  'signature.missing': {
    get title() {
      return t`The package is not signed`;
    },
    get fix() {
      return t`Sign it with apksigner and your release key. Android doesn’t install unsigned packages.`;
    },
    checks: 'Whether the package has a signature of any scheme.',
    why: 'The signature is how a device knows that an update comes from you. Android doesn’t install packages without one.',
  },
  'signature.no-manifest': {
    get title() {
      return t`The package has no readable manifest`;
    },
    get fix() {
      return t`Upload the APK that your build produces. Without a manifest it isn’t an app.`;
    },
    checks: 'The manifest, whose minimum SDK says which schemes count.',
    why: 'Without it the file isn’t an Android package.',
  },
  'signature.sdk-window': {
    get title() {
      return t`No Android release left to verify the signature for`;
    },
    get fix() {
      return t`Choose a range of Android releases that starts at or above the package’s minimum SDK.`;
    },
    checks: 'The range of Android releases that the command was told to verify for.',
    why: 'No release is left in the range that the package supports.',
  },
  'signature.stripped': {
    get title() {
      return t`A newer signature was removed`;
    },
    get fix() {
      return t`Upload the package exactly as apksigner produced it: its signature says it also had a newer one.`;
    },
    checks: 'Whether the signature says that the package also has a newer one, which is missing.',
    why: 'Somebody may have removed the newer signature to change what only it protects.',
  },
  'signature.v1-insecure': {
    get title() {
      return t`Only the old JAR signature protects the package`;
    },
    get fix() {
      return t`Sign with APK Signature Scheme v2 and v3 as well (apksigner does so by default): they cover every byte of the file.`;
    },
    checks:
      'Whether a newer scheme than v1 verifies. It’s a warning only for packages that support Android 6 or older.',
    why: 'Scheme v1 leaves parts of the ZIP unprotected.',
  },
  'signature.scheme-too-old': {
    get title() {
      return t`The signature scheme is too old for the target SDK`;
    },
    get fix() {
      return t`Apps that target Android 11 (API level 30) or newer need a v2 signature. Sign with apksigner, not with jarsigner.`;
    },
    checks: 'The schemes of packages that target Android 11 (API level 30) or newer.',
    why: 'Android 11 and newer refuse such a package with a v1 signature alone.',
  },
  'signature.sandbox-version': {
    get title() {
      return t`The target sandbox version needs a newer signature`;
    },
    get fix() {
      return t`Sign with APK Signature Scheme v2 or newer, or remove android:targetSandboxVersion from the manifest.`;
    },
    checks: '`android:targetSandboxVersion` in the manifest.',
    why: 'Android installs packages with a sandbox version of 2 only with a v2 signature.',
  },
  'signature.v3.rotation-missing': {
    get title() {
      return t`The v3 signature declares a key rotation that’s missing`;
    },
    get fix() {
      return t`Upload the package exactly as apksigner produced it: its v3.1 signature was removed or doesn’t match.`;
    },
    checks: 'Whether the v3.1 signature that the v3 signature announces is there.',
    why: 'Without it devices don’t see your new key, and somebody may have removed it.',
  },
  'signature.signers-differ': {
    get title() {
      return t`The signature schemes name different signers`;
    },
    get fix() {
      return t`Sign with all schemes in one run of apksigner with the same keys. After a key rotation, include the lineage.`;
    },
    checks: 'The signers of each scheme against each other.',
    why: 'Devices of different Android versions would take your app for one of different developers.',
  },
  'signature.unrelated-signers': {
    isAlwaysEnforced: true,
    get title() {
      return t`Android versions see unrelated signers`;
    },
    get fix() {
      return t`Sign for all Android versions with one key, or with the lineage of the key rotation (apksigner sign --lineage).`;
    },
    checks: 'The signers that each Android version sees, against the lineage of the key rotation.',
    why: 'A device sees only the signer for its own Android version. Without a lineage, another key could sign for some of them.',
  },
};

/** Returns the rules of a scheme that signs the whole file, by the name of the scheme. */
const blockRules = (scheme: string): Readonly<Record<string, SignatureRule>> => ({
  malformed: {
    get title() {
      return t`The ${scheme} signature is malformed`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The structure of the signing block.',
    why: DAMAGED,
  },
  'malformed-certificate': {
    get title() {
      return t`A certificate in the ${scheme} signature can’t be read`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The certificates in the signature.',
    why: DAMAGED,
  },
  'no-signers': {
    get title() {
      return t`The ${scheme} signature has no signer`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The list of signers in the signature.',
    why: DAMAGED,
  },
  'too-many-signers': {
    get title() {
      return t`The ${scheme} signature has too many signers`;
    },
    get fix() {
      return t`Sign with fewer keys. Android accepts up to ten.`;
    },
    checks: 'The number of signers.',
    why: 'Android refuses packages with more than ten.',
  },
  'unsupported-algorithm': {
    get title() {
      return t`Android doesn’t support the algorithms of the ${scheme} signature`;
    },
    get fix() {
      return t`Sign with apksigner and an RSA or EC key, for the package’s minimum SDK.`;
    },
    checks: 'The algorithms of the signature against those that Android knows.',
    why: 'A device that doesn’t know the algorithm can’t verify the package.',
  },
  'did-not-verify': {
    get title() {
      return t`The ${scheme} signature doesn’t verify`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The signature itself, with the public key of its certificate.',
    why: 'It wasn’t made with this key for this content, or it’s damaged.',
  },
  'key-mismatch': {
    get title() {
      return t`The ${scheme} signature was made with a different key than its certificate names`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The public key of the signature against the one in the certificate.',
    why: DAMAGED,
  },
  'algorithm-mismatch': {
    get title() {
      return t`The ${scheme} signature lists different algorithms for signatures and digests`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The algorithms that the signature and its digests list.',
    why: DAMAGED,
  },
  'digest-mismatch': {
    get title() {
      return t`The package was changed after it was signed (${scheme})`;
    },
    get fix() {
      return signLast();
    },
    checks: 'The content of the file against the digest that was signed.',
    why: 'Something changed the file after it was signed. That may be a build step, or somebody else.',
  },
  unaligned: {
    get title() {
      return t`The ${scheme} signature for verity isn’t page-aligned`;
    },
    get fix() {
      return t`Sign with apksigner, which aligns the signing block to 4,096 bytes.`;
    },
    checks: 'Where the signing block begins, for signatures with verity.',
    why: 'Android verifies such files in pages of 4,096 bytes.',
  },
  'unknown-attribute': {
    get title() {
      return t`The ${scheme} signature has an attribute that Android doesn’t know`;
    },
    get fix() {
      return t`Nothing to do if you know the tool that added it.`;
    },
    severity: 'warning',
    checks: 'The additional attributes in the signature.',
    why: 'Android ignores what it doesn’t know; reviewers see it.',
  },
});

/** Returns the rules of a scheme that supports key rotation. */
const rotationRules = (scheme: string): Readonly<Record<string, SignatureRule>> => ({
  'sdk-range': {
    get title() {
      return t`The ${scheme} signers don’t cover all Android releases the package supports`;
    },
    get fix() {
      return t`Sign with apksigner with the same minimum SDK as in the manifest. Ranges must follow one another without gaps.`;
    },
    checks: 'The Android releases that each signer is for.',
    why: 'A release without a signer can’t install the package.',
  },
  lineage: {
    get title() {
      return t`The key rotation in the ${scheme} signature isn’t proven`;
    },
    get fix() {
      return t`Create the lineage with "apksigner rotate", starting with the first key, and sign with it.`;
    },
    checks: 'The chain of keys from the first one to the one that signs.',
    why: 'Without it devices can’t tell a key rotation from a stranger’s key.',
  },
});

const JAR_RULES: Readonly<Record<string, SignatureRule>> = {
  missing: {
    get title() {
      return t`The JAR signature (v1) is missing`;
    },
    get fix() {
      return t`Android 6 and older only read this signature. Sign with --v1-signing-enabled true, or raise the minimum SDK to 24.`;
    },
    checks: 'The JAR signature, for packages that support Android 6 or older.',
    why: 'Those releases read no other signature.',
  },
  malformed: {
    get title() {
      return t`The JAR signature (v1) is malformed`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The files of the JAR signature in `META-INF`.',
    why: 'Old Android releases refuse the package.',
  },
  'malformed-entry': {
    get title() {
      return t`A file in the package doesn’t match the ZIP directory`;
    },
    get fix() {
      return t`Rebuild and sign the package with the Android build tools, and upload it unchanged.`;
    },
    checks: 'The files that the JAR signature names against the ZIP’s directory.',
    why: 'Old Android releases could read another file than the signed one.',
  },
  'duplicate-entry': {
    get title() {
      return t`The package contains a duplicate file name`;
    },
    get fix() {
      return t`Rebuild the package with each file in it once.`;
    },
    checks: 'The names of the files that the JAR signature covers.',
    why: 'Of two files with the same name, only one is signed.',
  },
  'too-many-signers': {
    get title() {
      return t`The JAR signature (v1) has too many signers`;
    },
    get fix() {
      return t`Sign with up to ten keys.`;
    },
    checks: 'The number of signers of the JAR signature.',
    why: 'Android refuses packages with more than ten.',
  },
  'too-large': {
    get title() {
      return t`The package is too large to check its JAR signature (v1)`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The size of the JAR manifest and of the signed files.',
    why: 'Checking it would take more than any device has.',
  },
  'unsupported-algorithm': {
    get title() {
      return t`Some Android releases don’t support the algorithm of the JAR signature (v1)`;
    },
    get fix() {
      return t`Sign with apksigner and an RSA key. It picks algorithms that fit the package’s minimum SDK.`;
    },
    checks:
      'The algorithms of the JAR signature against those of the oldest release that the package supports.',
    why: 'A device that doesn’t know the algorithm can’t verify the package.',
  },
  'did-not-verify': {
    get title() {
      return t`The JAR signature (v1) doesn’t verify`;
    },
    get fix() {
      return signAgain();
    },
    checks: 'The JAR signature, with the public key of its certificate.',
    why: 'It wasn’t made with this key for this content, or it’s damaged.',
  },
  certificate: {
    get title() {
      return t`The certificate of the JAR signature (v1) can’t be used`;
    },
    get fix() {
      return t`Sign with a code-signing certificate.`;
    },
    checks: 'The certificate of the JAR signature, and what it may be used for.',
    why: 'Old Android releases only accept certificates for signing code.',
  },
  'digest-mismatch': {
    get title() {
      return t`A file was changed after the package was signed (v1)`;
    },
    get fix() {
      return signLast();
    },
    checks: 'Each file against its digest in the JAR manifest.',
    why: 'Something changed the file after it was signed. That may be a build step, or somebody else.',
  },
  'manifest-digest': {
    get title() {
      return t`The digest of the JAR manifest doesn’t match, so its sections were checked individually`;
    },
    get fix() {
      return signLast();
    },
    severity: 'warning',
    checks: 'The JAR manifest against the digest in the signature file.',
    why: 'The manifest changed after it was signed; its parts still match, so devices accept it.',
  },
  'not-signed': {
    get title() {
      return t`A file in the package isn’t covered by the JAR signature (v1)`;
    },
    get fix() {
      return signLast();
    },
    checks: 'Files that the JAR manifest doesn’t name.',
    why: 'Anybody could have added them after the signature.',
  },
  'signer-ignored': {
    get title() {
      return t`A signature in META-INF is ignored`;
    },
    get fix() {
      return t`Remove leftover signature files from META-INF and sign again.`;
    },
    severity: 'warning',
    checks: 'Signature files in `META-INF` that don’t belong to a signer.',
    why: 'They protect nothing, and are usually left over from an earlier signature.',
  },
};

/** The records of all signature rules, by their ids. */
export const SIGNATURE_RULES: ReadonlyMap<string, RuleRecord> = new Map(
  [
    ...Object.entries(RULES),
    ...idsBelow('signature.v2', blockRules('v2')),
    ...idsBelow('signature.v3', { ...blockRules('v3'), ...rotationRules('v3') }),
    ...idsBelow('signature.v31', { ...blockRules('v3.1'), ...rotationRules('v3.1') }),
    ...idsBelow('signature.v1', JAR_RULES),
  ].map(([id, rule]) => [id, withProperties(rule, { severity: 'error', evidence: describeSignature })]),
);

function idsBelow(
  parent: string,
  rules: Readonly<Record<string, SignatureRule>>,
): (readonly [id: string, SignatureRule])[] {
  return Object.entries(rules).map(([id, rule]) => [`${parent}.${id}`, rule]);
}

/** Creates the finding of a signature rule. Throws for an unknown one, which is a bug in Quayside. */
export function signatureFinding(rule: string, values: SignatureEvidence): Finding {
  const record = SIGNATURE_RULES.get(rule);
  if (!record) throw new Error(`No signature rule ${rule}`);
  return { rule, severity: record.severity, values: cutValues(values) };
}
