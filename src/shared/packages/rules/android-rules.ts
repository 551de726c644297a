import { t } from '../../languages/translate.ts';
import type { AndroidRule } from './rule.ts';

/**
 * Each part starts with a letter, followed by letters, digits and underscores (Android, "Set the application
 * ID").
 */
const APPLICATION_ID = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/;
/** The first release that reads signatures newer than v1. */
const FIRST_SDK_WITH_V2 = 24;
const WEAK_RSA_KEY = 2048;

/** Rules about an APK on its own. */
export const ANDROID_RULES: AndroidRule[] = [
  {
    id: 'application-id-format',
    severity: 'error',
    title: t`The application ID isn’t valid`,
    fix: t`Use at least two parts joined by dots, such as org.example.app. Each part starts with a letter and contains only letters, digits and underscores.`,
    evidence: ({ facts }) =>
      APPLICATION_ID.test(facts.applicationId) ? null : `The application ID is "${facts.applicationId}".`,
  },
  {
    id: 'version-code-missing',
    severity: 'error',
    title: t`The package has no version code`,
    fix: t`Set versionCode to a whole number above 0 and increase it with every version.`,
    evidence: ({ facts }) => (facts.versionCode > 0 ? null : `The version code is ${facts.versionCode}.`),
  },
  {
    id: 'debuggable',
    severity: 'error',
    title: t`The app can be debugged by anyone`,
    fix: t`Build the release variant, and remove android:debuggable from the manifest.`,
    evidence: ({ facts }) => (facts.debuggable ? 'The manifest sets android:debuggable.' : null),
  },
  {
    id: 'test-only',
    severity: 'error',
    title: t`The app is marked as a test build`,
    fix: t`Build with Gradle instead of the Run button of the IDE, and remove android:testOnly. Android refuses to install test builds.`,
    evidence: ({ facts }) => (facts.testOnly ? 'The manifest sets android:testOnly.' : null),
  },
  {
    id: 'debug-certificate',
    severity: 'error',
    title: t`The package is signed with a debug key`,
    fix: t`Sign with your own release key. Anyone with the debug key could replace your app.`,
    evidence: ({ signature }) => {
      const debug = signature.certificates.find(({ subject }) => /CN=Android Debug\b/i.test(subject));
      return debug ? `The certificate is for ${debug.subject}.` : null;
    },
  },
  {
    id: 'signature-v1-only',
    severity: 'error',
    title: t`The package only has the oldest type of signature`,
    fix: t`Sign with apksigner, which adds v2 and v3 signatures. The old type leaves parts of the file unprotected.`,
    evidence: ({ facts, signature: { verified, schemes } }) => {
      const old = verified && schemes.v1 && !schemes.v2 && !schemes.v3 && !schemes.v31;
      return old && facts.minSdk >= FIRST_SDK_WITH_V2
        ? `Only v1 verifies, and the app requires API level ${facts.minSdk} anyway.`
        : null;
    },
  },
  {
    id: 'weak-key',
    severity: 'warning',
    title: t`The signing key is too short`,
    fix: t`Rotate to an RSA key of at least 2048 bits or an elliptic curve key (apksigner rotate).`,
    evidence: ({ signature }) => {
      const weak = signature.certificates.find(
        ({ keyAlgorithm, keySize }) =>
          keyAlgorithm === 'RSA' && keySize !== undefined && keySize < WEAK_RSA_KEY,
      );
      return weak ? `The RSA key of ${weak.subject} has ${weak.keySize ?? 0} bits.` : null;
    },
  },
  {
    id: 'target-sdk',
    severity: 'error',
    title: t`The target SDK is too low`,
    fix: t`Raise targetSdk and test the app against that version. Current Android refuses to install very old targets.`,
    evidence: ({ facts, context }) =>
      facts.targetSdk < context.minTargetSdk
        ? `The target is API level ${facts.targetSdk}; this store requires ${context.minTargetSdk} or above.`
        : null,
  },
  {
    id: 'split',
    severity: 'error',
    title: t`This is only part of an app`,
    fix: t`Upload one APK that contains the whole app, such as one built by bundletool in universal mode.`,
    evidence: ({ facts }) => {
      if (facts.split !== null) return `It’s the split "${facts.split}".`;
      return facts.requiresSplits
        ? 'It’s the base of a set of splits and can’t be installed without them.'
        : null;
    },
  },
  {
    id: 'instrumentation',
    severity: 'warning',
    title: t`The package contains test instrumentation`,
    fix: t`Remove <instrumentation> from the release manifest, unless the app is a testing tool.`,
    evidence: ({ facts }) =>
      facts.hasInstrumentation ? 'The manifest has an <instrumentation> element.' : null,
  },
  {
    id: 'only-32-bit',
    severity: 'warning',
    title: t`The native code is for 32-bit devices only`,
    fix: t`Build the native libraries for arm64-v8a too. Many current devices don’t run anything else.`,
    evidence: ({ facts }) =>
      facts.abis.length > 0 && !facts.abis.some((abi) => abi.includes('64'))
        ? `It has native libraries for ${facts.abis.join(', ')}.`
        : null,
  },
];
