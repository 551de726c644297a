import { FILE_EXPLANATIONS } from './file-explanations.ts';
import type { RuleExplanation } from './rule.ts';
import { SIGNATURE_EXPLANATIONS } from './signature-explanations.ts';

const EXPLANATIONS: Readonly<Record<string, RuleExplanation>> = {
  'application-id-format': {
    checks: 'The application ID (`package`) in the manifest.',
    why: 'Android identifies an app by this ID on every device, and refuses to install a package whose ID has another form.',
  },
  'version-code-missing': {
    checks: '`android:versionCode` in the manifest.',
    why: 'Devices and store clients compare version codes to find updates. Without one, nobody would ever be offered a newer version.',
  },
  debuggable: {
    checks: '`android:debuggable` in the manifest.',
    why: 'A debuggable app lets any program on the device attach to it, read its private data and run code as the app.',
  },
  'test-only': {
    checks: '`android:testOnly` in the manifest.',
    why: 'Android Studio marks what its Run button builds. Devices install such a package only from a developer’s computer.',
  },
  'debug-certificate': {
    checks: 'The names in the signing certificates: the Android SDK’s debug key is “Android Debug”.',
    why: 'The debug key’s password is public and its certificate expires. An app signed with it can’t prove that an update is yours.',
  },
  'signature-v1-only': {
    checks: 'Which signature schemes verify, for packages that need Android 7 (API level 24) or newer.',
    why: 'Scheme v1 signs single files and leaves the rest of the ZIP unprotected, which has been used to smuggle code into signed packages.',
  },
  'weak-key': {
    checks: 'The length of RSA signing keys.',
    why: 'Keys below 2,048 bits can be computed with enough effort. Others who have the key can publish updates to your app elsewhere.',
  },
  'target-sdk': {
    checks: '`targetSdkVersion` against the minimum that the store sets.',
    why: 'A low target switches off protections that newer Android versions give people, such as permissions asked at run time.',
  },
  split: {
    checks: 'Split names in the manifest, and whether the package needs splits.',
    why: 'Store clients install one file. A split, or a base that needs its splits, doesn’t start or can’t be installed alone.',
  },
  instrumentation: {
    checks: '`<instrumentation>` elements in the manifest.',
    why: 'Instrumentation runs test code inside an app. In a release it usually means that the wrong variant was built.',
  },
  'only-32-bit': {
    checks: 'The processor types of the native libraries.',
    why: 'Many current phones run only 64-bit code, and can’t install a package with 32-bit libraries alone.',
  },
  'bundle-id-format': {
    checks: '`CFBundleIdentifier` in Info.plist.',
    why: 'iOS identifies the app by this ID. Signing tools reject other forms.',
  },
  'version-name': {
    checks: '`CFBundleShortVersionString` in Info.plist.',
    why: 'It’s the version that people see, and that AltStore compares to offer an update.',
  },
  'version-name-format': {
    checks: 'Letters and further numbers in `CFBundleShortVersionString`, such as in 2.0b1.',
    why: 'Apple defines up to three numbers. The App Store refuses other versions, and clients may order them wrongly.',
  },
  'build-version': {
    checks: '`CFBundleVersion` in Info.plist.',
    why: 'The store orders an iOS app’s versions by it, and needs it to tell two of the same name apart.',
  },
  'build-version-format': {
    checks: 'Versions before a release in `CFBundleVersion`, such as 2.0b1.',
    why: 'The store orders them by Apple’s older rule: development (d), alpha, beta, final candidate (fc), release. The App Store refuses them, and clients may order them wrongly.',
  },
  'minimum-os': {
    checks: '`MinimumOSVersion` in Info.plist.',
    why: 'Clients use it to offer the app only to devices that can run it.',
  },
  encrypted: {
    checks: 'Whether the executable is marked as encrypted.',
    why: 'Files from the App Store are encrypted for one account. They can’t be inspected, and don’t start for anyone else.',
  },
  executable: {
    checks: 'The program that `CFBundleExecutable` names.',
    why: 'Without it the app can’t start. It’s usually missing because the IPA was put together by hand.',
  },
  'only-32-bit-ios': {
    checks: 'The processor types of the executable.',
    why: 'No iOS since version 11 runs 32-bit programs.',
  },
  'get-task-allow': {
    checks: 'The entitlement `get-task-allow`.',
    why: 'Development builds have it, so that Xcode can attach a debugger; so can other programs.',
  },
  'usage-text-empty': {
    checks: 'The usage descriptions in Info.plist, of the app, its extensions, watch apps and App Clips.',
    why: 'iOS shows them when the app asks for access, and ends an app that asks with an empty one.',
  },
  'extension-id': {
    checks: 'The bundle identifiers of the app’s extensions, watch apps and App Clips.',
    why: 'iOS installs an extension only if its ID starts with that of its app.',
  },
  'profile-missing': {
    checks: 'The file `embedded.mobileprovision` in the app.',
    why: 'Clients such as AltStore bring a profile of their own, so it’s fine without one. Other ways of installing need it.',
  },
  'profile-expired': {
    checks: 'The expiry date in the provisioning profile.',
    why: 'iOS doesn’t start apps with an expired profile, unless the client replaces it.',
  },
  'profile-entitlements': {
    checks: 'The app’s entitlements against those that its profile allows.',
    why: 'iOS refuses to install an app that claims more than its profile permits.',
  },
  'entitlements-application-id': {
    checks: 'The ID in the entitlement `application-identifier`.',
    why: 'It shows that the app was signed with the profile of another app, which iOS doesn’t install.',
  },
  platform: {
    checks: 'Whether the file is an Android or an iOS package.',
    why: 'An app here has one platform. Publish the other one as an app of its own.',
  },
  'application-id': {
    checks: 'The package’s application ID against the app’s.',
    why: 'A package with another ID is another app for every device, so nobody would get it as an update.',
  },
  'version-code': {
    checks: 'The version code (on iOS the build version) against the highest one that was submitted before.',
    why: 'Devices install an update only if its number is higher.',
  },
  signer: {
    checks: 'The signing certificates against those of the app’s versions so far.',
    why: 'Android refuses an update from another signer. It’s also how the store notices that somebody else tries to publish your app.',
  },
  'rotation-without-data': {
    checks: 'The capabilities that the key rotation’s lineage gives the earlier key.',
    why: 'Without “installed data”, devices refuse to replace an app that was signed with the earlier key.',
  },
  'signer-changed': {
    checks: 'Whether the signer changed by a rotation that the earlier key has signed.',
    why: 'The rotation is valid. A reviewer still makes sure that it was you.',
  },
  'shared-user-id': {
    checks: '`android:sharedUserId` in the manifest against the published version’s.',
    why: 'Android installs an app under one user for good. It refuses an update that joins, leaves or changes a shared one.',
  },
  'permissions-widened': {
    checks:
      'Permissions, also those that Android adds, components with special access, entitlements, usage descriptions and extensions that the published version doesn’t have.',
    why: 'People accepted less when they installed the app, so a reviewer looks at what is new.',
  },
  'name-changed': {
    checks: 'The app’s name on the device, in each language.',
    why: 'A new name can imitate another app.',
  },
  'icon-changed': {
    checks: 'The app’s icon on the device.',
    why: 'A new icon can imitate another app.',
  },
  'team-changed': {
    checks: 'The developer team in the provisioning profile.',
    why: 'It’s the closest thing to a signer on iOS. A reviewer makes sure that the app changed hands on purpose.',
  },
  'abis-removed': {
    checks: 'The processor types of the native code against the published version’s.',
    why: 'Devices with the missing type keep the old version for good, without a message.',
  },
  'minimum-raised': {
    checks: 'The lowest Android or iOS version against the published version’s.',
    why: 'Devices below it keep the old version for good, without a message.',
  },
  'target-lowered': {
    checks: '`targetSdkVersion` against the published version’s.',
    why: 'A lower target brings back behaviour that newer Android versions restrict, and devices may refuse the update.',
  },
  'feature-required': {
    checks: 'Features of the device that became required in the manifest.',
    why: 'Devices without the feature don’t get the update.',
  },
  ...FILE_EXPLANATIONS,
  ...SIGNATURE_EXPLANATIONS,
};

/** The newer signature schemes share their rules. */
const OF_SCHEME = /^signature\.(?:v2|v3|v31)\./;

/** Returns the explanation of a rule; null for an id that no rule has. */
export function explainRule(id: string): RuleExplanation | null {
  return EXPLANATIONS[id] ?? EXPLANATIONS[id.replace(OF_SCHEME, 'signature.scheme.')] ?? null;
}
