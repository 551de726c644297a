import { t } from '../../languages/translate.ts';
import type { Severity } from '../finding.ts';

/** A rule's texts for the publisher; the evidence comes from the package. */
export interface RuleText {
  title: string;
  fix: string;
  /** Everything else is an error. */
  severity?: 'warning';
}

const SIGN_AGAIN = t`Sign the package again with a current apksigner and upload it unchanged.`;
const SIGN_LAST = t`Sign as the last step: align and change files first, then sign with apksigner, and upload the result unchanged.`;

const RULES: Record<string, RuleText> = {
  'signature.missing': {
    title: t`The package is not signed`,
    fix: t`Sign it with apksigner and your release key. Android doesn’t install unsigned packages.`,
  },
  'signature.no-manifest': {
    title: t`The package has no readable manifest`,
    fix: t`Upload the APK that your build produces. Without a manifest it isn’t an app.`,
  },
  'signature.sdk-window': {
    title: t`No Android release left to verify the signature for`,
    fix: t`Choose a range of Android releases that starts at or above the package’s minimum SDK.`,
  },
  'signature.stripped': {
    title: t`A newer signature was removed`,
    fix: t`Upload the package exactly as apksigner produced it: its signature says it also had a newer one.`,
  },
  'signature.v1-insecure': {
    title: t`Only the old JAR signature protects the package`,
    fix: t`Sign with APK Signature Scheme v2 and v3 as well (apksigner does so by default): they cover every byte of the file.`,
  },
  'signature.scheme-too-old': {
    title: t`The signature scheme is too old for the target SDK`,
    fix: t`Apps that target Android 11 (API level 30) or newer need a v2 signature. Sign with apksigner, not with jarsigner.`,
  },
  'signature.sandbox-version': {
    title: t`The target sandbox version needs a newer signature`,
    fix: t`Sign with APK Signature Scheme v2 or newer, or remove android:targetSandboxVersion from the manifest.`,
  },
  'signature.v3.rotation-missing': {
    title: t`The v3 signature declares a key rotation that’s missing`,
    fix: t`Upload the package exactly as apksigner produced it: its v3.1 signature was removed or doesn’t match.`,
  },
  'signature.signers-differ': {
    title: t`The signature schemes name different signers`,
    fix: t`Sign with all schemes in one run of apksigner with the same keys. After a key rotation, include the lineage.`,
  },
  'signature.unrelated-signers': {
    title: t`Android versions see unrelated signers`,
    fix: t`Sign for all Android versions with one key, or with the lineage of the key rotation (apksigner sign --lineage).`,
  },
};

const BLOCK_RULES: Record<string, RuleText> = {
  malformed: { title: t`The {scheme} signature is malformed`, fix: SIGN_AGAIN },
  'malformed-certificate': {
    title: t`A certificate in the {scheme} signature can’t be read`,
    fix: SIGN_AGAIN,
  },
  'no-signers': { title: t`The {scheme} signature has no signer`, fix: SIGN_AGAIN },
  'too-many-signers': {
    title: t`The {scheme} signature has too many signers`,
    fix: t`Sign with fewer keys. Android accepts up to ten.`,
  },
  'unsupported-algorithm': {
    title: t`Android doesn’t support the algorithms of the {scheme} signature`,
    fix: t`Sign with apksigner and an RSA or EC key, for the package’s minimum SDK.`,
  },
  'did-not-verify': { title: t`The {scheme} signature doesn’t verify`, fix: SIGN_AGAIN },
  'key-mismatch': {
    title: t`The {scheme} signature was made with a different key than its certificate names`,
    fix: SIGN_AGAIN,
  },
  'algorithm-mismatch': {
    title: t`The {scheme} signature lists different algorithms for signatures and digests`,
    fix: SIGN_AGAIN,
  },
  'digest-mismatch': { title: t`The package was changed after it was signed ({scheme})`, fix: SIGN_LAST },
  unaligned: {
    title: t`The {scheme} signature for verity isn’t page-aligned`,
    fix: t`Sign with apksigner, which aligns the signing block to 4,096 bytes.`,
  },
  'unknown-attribute': {
    title: t`The {scheme} signature has an attribute that Android doesn’t know`,
    fix: t`Nothing to do if you know the tool that added it.`,
    severity: 'warning',
  },
};

/** Rules for the schemes that support key rotation. */
const ROTATION_RULES: Record<string, RuleText> = {
  'sdk-range': {
    title: t`The {scheme} signers don’t cover all Android releases the package supports`,
    fix: t`Sign with apksigner with the same minimum SDK as in the manifest. Ranges must follow one another without gaps.`,
  },
  lineage: {
    title: t`The key rotation in the {scheme} signature isn’t proven`,
    fix: t`Create the lineage with "apksigner rotate", starting with the first key, and sign with it.`,
  },
};

const JAR_RULES: Record<string, RuleText> = {
  missing: {
    title: t`The JAR signature (v1) is missing`,
    fix: t`Android 6 and older only read this signature. Sign with --v1-signing-enabled true, or raise the minimum SDK to 24.`,
  },
  malformed: { title: t`The JAR signature (v1) is malformed`, fix: SIGN_AGAIN },
  'malformed-entry': {
    title: t`A file in the package doesn’t match the ZIP directory`,
    fix: t`Rebuild and sign the package with the Android build tools, and upload it unchanged.`,
  },
  'duplicate-entry': {
    title: t`The package contains a duplicate file name`,
    fix: t`Rebuild the package with each file in it once.`,
  },
  'too-many-signers': {
    title: t`The JAR signature (v1) has too many signers`,
    fix: t`Sign with up to ten keys.`,
  },
  'too-large': { title: t`The package is too large to check its JAR signature (v1)`, fix: SIGN_AGAIN },
  'unsupported-algorithm': {
    title: t`Some Android releases don’t support the algorithm of the JAR signature (v1)`,
    fix: t`Sign with apksigner and an RSA key. It picks algorithms that fit the package’s minimum SDK.`,
  },
  'did-not-verify': { title: t`The JAR signature (v1) doesn’t verify`, fix: SIGN_AGAIN },
  certificate: {
    title: t`The certificate of the JAR signature (v1) can’t be used`,
    fix: t`Sign with a code-signing certificate.`,
  },
  'digest-mismatch': { title: t`A file was changed after the package was signed (v1)`, fix: SIGN_LAST },
  'manifest-digest': {
    title: t`The digest of the JAR manifest doesn’t match, so its sections were checked individually`,
    fix: SIGN_LAST,
    severity: 'warning',
  },
  'not-signed': { title: t`A file in the package isn’t covered by the JAR signature (v1)`, fix: SIGN_LAST },
  'signer-ignored': {
    title: t`A signature in META-INF is ignored`,
    fix: t`Remove leftover signature files from META-INF and sign again.`,
    severity: 'warning',
  },
};

const SCHEME_NAMES: Record<string, string> = { v2: 'v2', v3: 'v3', v31: 'v3.1' };

function blockRules(scheme: string): Record<string, RuleText> {
  return scheme === 'v2' ? BLOCK_RULES : { ...BLOCK_RULES, ...ROTATION_RULES };
}

/** The ids of all signature rules. */
export const SIGNATURE_RULE_IDS: readonly string[] = [
  ...Object.keys(RULES),
  ...Object.keys(SCHEME_NAMES).flatMap((scheme) =>
    Object.keys(blockRules(scheme)).map((rule) => `signature.${scheme}.${rule}`),
  ),
  ...Object.keys(JAR_RULES).map((rule) => `signature.v1.${rule}`),
];

/**
 * Returns title, fix and severity of a signature rule: `signature.<rule>`, `signature.v1.<rule>` or
 * `signature.<v2|v3|v31>.<rule>`.
 * @throws Error for an unknown id, which is a bug in Quayside.
 */
export function describeRule(id: string): Omit<RuleText, 'severity'> & { severity: Severity } {
  const [, scheme = '', rule = ''] = id.split('.');
  const name = SCHEME_NAMES[scheme];
  const text = RULES[id] ?? (name ? blockRules(scheme)[rule] : scheme === 'v1' ? JAR_RULES[rule] : undefined);
  if (!text) throw new Error(`No signature rule ${id}`);
  const { title, fix, severity = 'error' } = text;
  return { title: title.replace('{scheme}', name ?? ''), fix, severity };
}
