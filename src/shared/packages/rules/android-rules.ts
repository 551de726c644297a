import { t } from '../../languages/translate.ts';
import { type AndroidRule, oneOf, packageRule } from './rule.ts';

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
  packageRule({
    id: 'application-id-format',
    severity: 'error',
    get title() {
      return t`The application ID isn’t valid`;
    },
    get fix() {
      return t`Use at least two parts joined by dots, such as org.example.app. Each part starts with a letter and contains only letters, digits and underscores.`;
    },
    checks: 'The application ID (`package`) in the manifest.',
    why: 'Android identifies an app by this ID on every device, and refuses to install a package whose ID has another form.',
    find: ({ facts: { applicationId } }) => (APPLICATION_ID.test(applicationId) ? null : { applicationId }),
    evidence: ({ applicationId }) => t`The application ID is "${applicationId}".`,
  }),
  packageRule({
    id: 'version-code-missing',
    severity: 'error',
    get title() {
      return t`The package has no version code`;
    },
    get fix() {
      return t`Set versionCode to a whole number above 0 and increase it with every version.`;
    },
    checks: '`android:versionCode` in the manifest.',
    why: 'Devices and store clients compare version codes to find updates. Without one, nobody would ever be offered a newer version.',
    find: ({ facts: { versionCode } }) => (versionCode > 0 ? null : { versionCode }),
    evidence: ({ versionCode }) => t`The version code is ${versionCode}.`,
  }),
  packageRule({
    id: 'debuggable',
    severity: 'error',
    get title() {
      return t`The app can be debugged by anyone`;
    },
    get fix() {
      return t`Build the release variant, and remove android:debuggable from the manifest.`;
    },
    checks: '`android:debuggable` in the manifest.',
    why: 'A debuggable app lets any program on the device attach to it, read its private data and run code as the app.',
    find: ({ facts }) => (facts.debuggable ? {} : null),
    evidence: () => t`The manifest sets android:debuggable.`,
  }),
  packageRule({
    id: 'test-only',
    severity: 'error',
    get title() {
      return t`The app is marked as a test build`;
    },
    get fix() {
      return t`Build with Gradle instead of the Run button of the IDE, and remove android:testOnly. Android refuses to install test builds.`;
    },
    checks: '`android:testOnly` in the manifest.',
    why: 'Android Studio marks what its Run button builds. Devices install such a package only from a developer’s computer.',
    find: ({ facts }) => (facts.testOnly ? {} : null),
    evidence: () => t`The manifest sets android:testOnly.`,
  }),
  packageRule({
    id: 'debug-certificate',
    severity: 'error',
    get title() {
      return t`The package is signed with a debug key`;
    },
    get fix() {
      return t`Sign with your own release key. Anyone with the debug key could replace your app.`;
    },
    checks: 'The names in the signing certificates: the Android SDK’s debug key is “Android Debug”.',
    why: 'The debug key’s password is public and its certificate expires. An app signed with it can’t prove that an update is yours.',
    find: ({ signature }) => {
      const debug = signature.certificates.find(({ subject }) => /CN=Android Debug\b/i.test(subject));
      return debug ? { subject: debug.subject } : null;
    },
    evidence: ({ subject }) => t`The certificate is for ${subject}.`,
  }),
  packageRule({
    id: 'signature-v1-only',
    severity: 'error',
    get title() {
      return t`The package only has the oldest type of signature`;
    },
    get fix() {
      return t`Sign with apksigner, which adds v2 and v3 signatures. The old type leaves parts of the file unprotected.`;
    },
    checks: 'Which signature schemes verify, for packages that need Android 7 (API level 24) or newer.',
    why: 'Scheme v1 signs single files and leaves the rest of the ZIP unprotected, which has been used to smuggle code into signed packages.',
    find: ({ facts: { minSdk }, signature: { verified, schemes } }) => {
      const old = verified && schemes.v1 && !schemes.v2 && !schemes.v3 && !schemes.v31;
      return old && minSdk >= FIRST_SDK_WITH_V2 ? { minSdk } : null;
    },
    evidence: ({ minSdk }) => t`Only v1 verifies, and the app requires API level ${minSdk} anyway.`,
  }),
  packageRule({
    id: 'weak-key',
    severity: 'warning',
    get title() {
      return t`The signing key is too short`;
    },
    get fix() {
      return t`Rotate to an RSA key of at least 2048 bits or an elliptic curve key (apksigner rotate).`;
    },
    checks: 'The length of RSA signing keys.',
    why: 'Keys below 2,048 bits can be computed with enough effort. Others who have the key can publish updates to your app elsewhere.',
    find: ({ signature }) => {
      const weak = signature.certificates.find(
        ({ keyAlgorithm, keySize }) =>
          keyAlgorithm === 'RSA' && keySize !== undefined && keySize < WEAK_RSA_KEY,
      );
      return weak ? { subject: weak.subject, bits: weak.keySize ?? 0 } : null;
    },
    evidence: ({ subject, bits }) => t`The RSA key of ${subject} has ${bits} bits.`,
  }),
  packageRule({
    id: 'target-sdk',
    severity: 'error',
    get title() {
      return t`The target SDK is too low`;
    },
    get fix() {
      return t`Raise targetSdk and test the app against that version. Current Android refuses to install very old targets.`;
    },
    checks: '`targetSdkVersion` against the minimum that the store sets.',
    why: 'A low target switches off protections that newer Android versions give people, such as permissions asked at run time.',
    find: ({ facts: { targetSdk }, context: { minTargetSdk } }) =>
      targetSdk < minTargetSdk ? { targetSdk, minTargetSdk } : null,
    evidence: ({ targetSdk, minTargetSdk }) =>
      t`The target is API level ${targetSdk}; this store requires ${minTargetSdk} or above.`,
  }),
  packageRule({
    id: 'split',
    severity: 'error',
    get title() {
      return t`This is only part of an app`;
    },
    get fix() {
      return t`Upload one APK that contains the whole app, such as one built by bundletool in universal mode.`;
    },
    checks: 'Split names in the manifest, and whether the package needs splits.',
    why: 'Store clients install one file. A split, or a base that needs its splits, doesn’t start or can’t be installed alone.',
    find: ({ facts: { split, requiresSplits } }) => {
      if (split !== null) return { found: 'split' as const, split };
      return requiresSplits ? { found: 'base' as const } : null;
    },
    evidence: oneOf({
      split: ({ split }: { split: string }) => t`It’s the split "${split}".`,
      base: () => t`It’s the base of a set of splits and can’t be installed without them.`,
    }),
  }),
  packageRule({
    id: 'instrumentation',
    severity: 'warning',
    get title() {
      return t`The package contains test instrumentation`;
    },
    get fix() {
      return t`Remove <instrumentation> from the release manifest, unless the app is a testing tool.`;
    },
    checks: '`<instrumentation>` elements in the manifest.',
    why: 'Instrumentation runs test code inside an app. In a release it usually means that the wrong variant was built.',
    find: ({ facts }) => (facts.hasInstrumentation ? {} : null),
    evidence: () => t`The manifest has an <instrumentation> element.`,
  }),
  packageRule({
    id: 'only-32-bit',
    severity: 'warning',
    get title() {
      return t`The native code is for 32-bit devices only`;
    },
    get fix() {
      return t`Build the native libraries for arm64-v8a too. Many current devices don’t run anything else.`;
    },
    checks: 'The processor types of the native libraries.',
    why: 'Many current phones run only 64-bit code, and can’t install a package with 32-bit libraries alone.',
    find: ({ facts: { abis } }) =>
      abis.length > 0 && !abis.some((abi) => abi.includes('64')) ? { abis } : null,
    evidence: ({ abis }) => t`It has native libraries for ${abis.join(', ')}.`,
  }),
];
