import type { RuleExplanation } from './rule.ts';

const DAMAGED = 'Android refuses to install a package whose newest signature doesn’t verify in every part.';

/** Explanations of the rules about APK signatures. `signature.scheme.` stands for v2, v3 and v3.1, which share theirs. */
export const SIGNATURE_EXPLANATIONS: Readonly<Record<string, RuleExplanation>> = {
  'signature.missing': {
    checks: 'Whether the package has a signature of any scheme.',
    why: 'The signature is how a device knows that an update comes from you. Android doesn’t install packages without one.',
  },
  'signature.no-manifest': {
    checks: 'The manifest, whose minimum SDK says which schemes count.',
    why: 'Without it the file isn’t an Android package.',
  },
  'signature.sdk-window': {
    checks: 'The range of Android releases that the command was told to verify for.',
    why: 'No release is left in the range that the package supports.',
  },
  'signature.stripped': {
    checks: 'Whether the signature says that the package also has a newer one, which is missing.',
    why: 'Somebody may have removed the newer signature to change what only it protects.',
  },
  'signature.v1-insecure': {
    checks:
      'Whether a newer scheme than v1 verifies. It’s a warning only for packages that support Android 6 or older.',
    why: 'Scheme v1 leaves parts of the ZIP unprotected.',
  },
  'signature.scheme-too-old': {
    checks: 'The schemes of packages that target Android 11 (API level 30) or newer.',
    why: 'Android 11 and newer refuse such a package with a v1 signature alone.',
  },
  'signature.sandbox-version': {
    checks: '`android:targetSandboxVersion` in the manifest.',
    why: 'Android installs packages with a sandbox version of 2 only with a v2 signature.',
  },
  'signature.v3.rotation-missing': {
    checks: 'Whether the v3.1 signature that the v3 signature announces is there.',
    why: 'Without it devices don’t see your new key, and somebody may have removed it.',
  },
  'signature.signers-differ': {
    checks: 'The signers of each scheme against each other.',
    why: 'Devices of different Android versions would take your app for one of different developers.',
  },
  'signature.unrelated-signers': {
    checks: 'The signers that each Android version sees, against the lineage of the key rotation.',
    why: 'A device sees only the signer for its own Android version. Without a lineage, another key could sign for some of them.',
  },
  'signature.scheme.malformed': {
    checks: 'The structure of the signing block.',
    why: DAMAGED,
  },
  'signature.scheme.malformed-certificate': {
    checks: 'The certificates in the signature.',
    why: DAMAGED,
  },
  'signature.scheme.no-signers': {
    checks: 'The list of signers in the signature.',
    why: DAMAGED,
  },
  'signature.scheme.too-many-signers': {
    checks: 'The number of signers.',
    why: 'Android refuses packages with more than ten.',
  },
  'signature.scheme.unsupported-algorithm': {
    checks: 'The algorithms of the signature against those that Android knows.',
    why: 'A device that doesn’t know the algorithm can’t verify the package.',
  },
  'signature.scheme.did-not-verify': {
    checks: 'The signature itself, with the public key of its certificate.',
    why: 'It wasn’t made with this key for this content, or it’s damaged.',
  },
  'signature.scheme.key-mismatch': {
    checks: 'The public key of the signature against the one in the certificate.',
    why: DAMAGED,
  },
  'signature.scheme.algorithm-mismatch': {
    checks: 'The algorithms that the signature and its digests list.',
    why: DAMAGED,
  },
  'signature.scheme.digest-mismatch': {
    checks: 'The content of the file against the digest that was signed.',
    why: 'Something changed the file after it was signed. That may be a build step, or somebody else.',
  },
  'signature.scheme.unaligned': {
    checks: 'Where the signing block begins, for signatures with verity.',
    why: 'Android verifies such files in pages of 4,096 bytes.',
  },
  'signature.scheme.unknown-attribute': {
    checks: 'The additional attributes in the signature.',
    why: 'Android ignores what it doesn’t know; reviewers see it.',
  },
  'signature.scheme.sdk-range': {
    checks: 'The Android releases that each signer is for.',
    why: 'A release without a signer can’t install the package.',
  },
  'signature.scheme.lineage': {
    checks: 'The chain of keys from the first one to the one that signs.',
    why: 'Without it devices can’t tell a key rotation from a stranger’s key.',
  },
  'signature.v1.missing': {
    checks: 'The JAR signature, for packages that support Android 6 or older.',
    why: 'Those releases read no other signature.',
  },
  'signature.v1.malformed': {
    checks: 'The files of the JAR signature in `META-INF`.',
    why: 'Old Android releases refuse the package.',
  },
  'signature.v1.malformed-entry': {
    checks: 'The files that the JAR signature names against the ZIP’s directory.',
    why: 'Old Android releases could read another file than the signed one.',
  },
  'signature.v1.duplicate-entry': {
    checks: 'The names of the files that the JAR signature covers.',
    why: 'Of two files with the same name, only one is signed.',
  },
  'signature.v1.too-many-signers': {
    checks: 'The number of signers of the JAR signature.',
    why: 'Android refuses packages with more than ten.',
  },
  'signature.v1.too-large': {
    checks: 'The size of the JAR manifest and of the signed files.',
    why: 'Checking it would take more than any device has.',
  },
  'signature.v1.unsupported-algorithm': {
    checks:
      'The algorithms of the JAR signature against those of the oldest release that the package supports.',
    why: 'A device that doesn’t know the algorithm can’t verify the package.',
  },
  'signature.v1.did-not-verify': {
    checks: 'The JAR signature, with the public key of its certificate.',
    why: 'It wasn’t made with this key for this content, or it’s damaged.',
  },
  'signature.v1.certificate': {
    checks: 'The certificate of the JAR signature, and what it may be used for.',
    why: 'Old Android releases only accept certificates for signing code.',
  },
  'signature.v1.digest-mismatch': {
    checks: 'Each file against its digest in the JAR manifest.',
    why: 'Something changed the file after it was signed. That may be a build step, or somebody else.',
  },
  'signature.v1.manifest-digest': {
    checks: 'The JAR manifest against the digest in the signature file.',
    why: 'The manifest changed after it was signed; its parts still match, so devices accept it.',
  },
  'signature.v1.not-signed': {
    checks: 'Files that the JAR manifest doesn’t name.',
    why: 'Anybody could have added them after the signature.',
  },
  'signature.v1.signer-ignored': {
    checks: 'Signature files in `META-INF` that don’t belong to a signer.',
    why: 'They protect nothing, and are usually left over from an earlier signature.',
  },
};
