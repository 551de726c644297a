import { t } from '../../languages/translate.ts';
import { buildVersionOrder } from '../build-order.ts';
import { listNames, someNames } from '../finding.ts';
import { BUILD_VERSION } from './build-version.ts';
import { type IosRule, packageRule } from './rule.ts';

/** Letters, digits, hyphens and dots (Apple, CFBundleIdentifier). */
const BUNDLE_ID = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** A version that people can read, such as `2.0b1`: it starts with a number, and has no spaces or odd characters. */
const VERSION_NAME = /^\d[\w.+-]*$/;

/** Names in a finding; more would tell nobody anything new. */
const MAX_NAMED = 20;

function describeKey(key: string, value: string): string {
  return value === '' ? t`Info.plist has no text for ${key}.` : t`${key} is "${value}".`;
}

/** Rules about an iOS app on its own. Its signature is replaced on installation, so it is not checked. */
export const IOS_RULES: IosRule[] = [
  packageRule({
    id: 'bundle-id-format',
    severity: 'error',
    get title() {
      return t`The bundle identifier isn’t valid`;
    },
    get fix() {
      return t`Use at least two parts joined by dots, such as org.example.app, with only letters, digits and hyphens.`;
    },
    checks: '`CFBundleIdentifier` in Info.plist.',
    why: 'iOS identifies the app by this ID. Signing tools reject other forms.',
    find: ({ facts: { applicationId } }) => (BUNDLE_ID.test(applicationId) ? null : { applicationId }),
    evidence: ({ applicationId }) => t`The bundle identifier is "${applicationId}".`,
  }),
  packageRule({
    id: 'version-name',
    severity: 'error',
    get title() {
      return t`The version is missing or invalid`;
    },
    get fix() {
      return t`Set CFBundleShortVersionString to up to three numbers joined by dots, such as 1.4.0.`;
    },
    checks: '`CFBundleShortVersionString` in Info.plist.',
    why: 'It’s the version that people see, and that AltStore compares to offer an update.',
    find: ({ facts: { versionName } }) => (VERSION_NAME.test(versionName) ? null : { value: versionName }),
    evidence: ({ value }) => describeKey('CFBundleShortVersionString', value),
  }),
  packageRule({
    id: 'version-name-format',
    severity: 'warning',
    get title() {
      return t`The version isn’t made of numbers alone`;
    },
    get fix() {
      return t`Set CFBundleShortVersionString to up to three numbers joined by dots, such as 1.4.0. Some clients can’t compare other versions.`;
    },
    checks: 'Letters and further numbers in `CFBundleShortVersionString`, such as in 2.0b1.',
    why: 'Apple defines up to three numbers. The App Store refuses other versions, and clients may order them wrongly.',
    find: ({ facts: { versionName } }) =>
      !VERSION_NAME.test(versionName) || BUILD_VERSION.test(versionName) ? null : { value: versionName },
    evidence: ({ value }) => describeKey('CFBundleShortVersionString', value),
  }),
  packageRule({
    id: 'build-version',
    severity: 'error',
    get title() {
      return t`The build version is missing or invalid`;
    },
    get fix() {
      return t`Set CFBundleVersion to up to three numbers joined by dots and increase it with every upload.`;
    },
    checks: '`CFBundleVersion` in Info.plist.',
    why: 'The store orders an iOS app’s versions by it, and needs it to tell two of the same name apart.',
    find: ({ facts: { buildVersion } }) => (buildVersionOrder(buildVersion) ? null : { value: buildVersion }),
    evidence: ({ value }) => describeKey('CFBundleVersion', value),
  }),
  packageRule({
    id: 'build-version-format',
    severity: 'warning',
    get title() {
      return t`The build version isn’t made of numbers alone`;
    },
    get fix() {
      return t`Set CFBundleVersion to up to three numbers joined by dots. Some clients can’t compare other versions.`;
    },
    checks: 'Versions before a release in `CFBundleVersion`, such as 2.0b1.',
    why: 'The store orders them by Apple’s older rule: development (d), alpha, beta, final candidate (fc), release. The App Store refuses them, and clients may order them wrongly.',
    find: ({ facts: { buildVersion } }) =>
      !buildVersionOrder(buildVersion) || BUILD_VERSION.test(buildVersion) ? null : { value: buildVersion },
    evidence: ({ value }) => describeKey('CFBundleVersion', value),
  }),
  packageRule({
    id: 'minimum-os',
    severity: 'error',
    get title() {
      return t`The minimum iOS version is missing`;
    },
    get fix() {
      return t`Set the deployment target in Xcode, which writes MinimumOSVersion.`;
    },
    checks: '`MinimumOSVersion` in Info.plist.',
    why: 'Clients use it to offer the app only to devices that can run it.',
    find: ({ facts: { minimumOs } }) => (BUILD_VERSION.test(minimumOs) ? null : { value: minimumOs }),
    evidence: ({ value }) => describeKey('MinimumOSVersion', value),
  }),
  packageRule({
    id: 'encrypted',
    severity: 'error',
    get title() {
      return t`The app is encrypted for another store`;
    },
    get fix() {
      return t`Export the app from your own Xcode archive. A copy downloaded from the App Store won’t run on other accounts.`;
    },
    checks: 'Whether the executable is marked as encrypted.',
    why: 'Files from the App Store are encrypted for one account. They can’t be inspected, and don’t start for anyone else.',
    find: ({ facts }) => (facts.encrypted ? {} : null),
    evidence: () => t`The executable is marked as encrypted (FairPlay).`,
  }),
  packageRule({
    id: 'executable',
    severity: 'error',
    get title() {
      return t`The app has no executable`;
    },
    get fix() {
      return t`Archive and export the app again. CFBundleExecutable must name a program inside the app.`;
    },
    checks: 'The program that `CFBundleExecutable` names.',
    why: 'Without it the app can’t start. It’s usually missing because the IPA was put together by hand.',
    find: ({ facts }) => (facts.architectures.length === 0 ? {} : null),
    evidence: () => t`There’s no Mach-O program with the name in CFBundleExecutable.`,
  }),
  packageRule({
    id: 'only-32-bit-ios',
    severity: 'warning',
    get title() {
      return t`The app is for 32-bit devices only`;
    },
    get fix() {
      return t`Build for arm64. iOS 11 and later don’t run anything else.`;
    },
    checks: 'The processor types of the executable.',
    why: 'No iOS since version 11 runs 32-bit programs.',
    find: ({ facts: { architectures } }) =>
      architectures.length > 0 && !architectures.some((name) => name.startsWith('arm64'))
        ? { architectures }
        : null,
    evidence: ({ architectures }) => t`The executable is for ${architectures.join(', ')}.`,
  }),
  packageRule({
    id: 'get-task-allow',
    severity: 'warning',
    get title() {
      return t`A debugger can attach to the app`;
    },
    get fix() {
      return t`Export a release build, which sets the get-task-allow entitlement to false.`;
    },
    checks: 'The entitlement `get-task-allow`.',
    why: 'Development builds have it, so that Xcode can attach a debugger; so can other programs.',
    find: ({ facts }) => (facts.debuggable ? {} : null),
    evidence: () => t`The entitlement get-task-allow is true.`,
  }),
  packageRule({
    id: 'usage-text-empty',
    severity: 'error',
    get title() {
      return t`The app doesn’t explain why it needs access`;
    },
    get fix() {
      return t`Explain in one sentence what the access is for. iOS terminates an app that asks without an explanation.`;
    },
    checks: 'The usage descriptions in Info.plist, of the app, its extensions, watch apps and App Clips.',
    why: 'iOS shows them when the app asks for access, and ends an app that asks with an empty one.',
    find: ({ facts }) => {
      const texts = [...Object.entries(facts.usageTexts), ...Object.entries(facts.extensionUsageTexts)];
      const empty = [...new Set(texts.filter(([, text]) => text.trim() === '').map(([key]) => key))];
      return empty.length > 0 ? someNames(empty, MAX_NAMED) : null;
    },
    evidence: (keys) => t`No explanation for: ${listNames(keys)}.`,
  }),
  packageRule({
    id: 'extension-id',
    severity: 'error',
    get title() {
      return t`An extension doesn’t belong to the app`;
    },
    get fix() {
      return t`Start the extension’s bundle identifier with the app’s identifier and a dot. Otherwise iOS won’t install it.`;
    },
    checks: 'The bundle identifiers of the app’s extensions, watch apps and App Clips.',
    why: 'iOS installs an extension only if its ID starts with that of its app.',
    find: ({ facts: { applicationId, extensions } }) => {
      const strangers = extensions.filter((one) => !one.applicationId.startsWith(`${applicationId}.`));
      const ids = strangers.map((one) => one.applicationId);
      return ids.length > 0 ? { applicationId, ...someNames(ids, MAX_NAMED) } : null;
    },
    evidence: ({ applicationId, names, more }) => {
      const strangers = names.map((id) => id || t`an extension without an identifier`);
      return t`Not below ${applicationId}: ${listNames({ names: strangers, more })}.`;
    },
  }),
  packageRule({
    id: 'profile-missing',
    severity: 'info',
    get title() {
      return t`The app has no provisioning profile`;
    },
    get fix() {
      return t`Nothing to do if people install with a client that signs the app for them.`;
    },
    checks: 'The file `embedded.mobileprovision` in the app.',
    why: 'Clients such as AltStore bring a profile of their own, so it’s fine without one. Other ways of installing need it.',
    find: ({ facts }) => (facts.profile ? null : {}),
    evidence: () => t`embedded.mobileprovision is missing.`,
  }),
  packageRule({
    id: 'profile-expired',
    severity: 'warning',
    get title() {
      return t`The provisioning profile has expired`;
    },
    get fix() {
      return t`Renew the profile and export the app again, unless people install with a client that signs the app for them.`;
    },
    checks: 'The expiry date in the provisioning profile.',
    why: 'iOS doesn’t start apps with an expired profile, unless the client replaces it.',
    find: ({ facts, context }) => {
      const expiresAt = facts.profile?.expiresAt;
      const expired = expiresAt && Date.parse(expiresAt) < (context.now ?? new Date()).getTime();
      return expired ? { expiresAt } : null;
    },
    evidence: ({ expiresAt }) => t`It expired on ${expiresAt.slice(0, 10)}.`,
  }),
  packageRule({
    id: 'profile-entitlements',
    severity: 'warning',
    get title() {
      return t`The profile doesn’t allow all the app’s entitlements`;
    },
    get fix() {
      return t`Add the capabilities to the app ID, renew the profile and export the app again.`;
    },
    checks: 'The app’s entitlements against those that its profile allows.',
    why: 'iOS refuses to install an app that claims more than its profile permits.',
    find: ({ facts }) => {
      if (!facts.profile || facts.entitlementsFrom !== 'codeSignature') return null;
      const allowed = new Set(facts.profile.entitlements);
      const missing = Object.keys(facts.entitlements).filter((key) => !allowed.has(key));
      return missing.length > 0 ? someNames(missing, MAX_NAMED) : null;
    },
    evidence: (keys) => t`Not in the profile: ${listNames(keys)}.`,
  }),
  packageRule({
    id: 'entitlements-application-id',
    severity: 'warning',
    get title() {
      return t`The app is signed for a different bundle identifier`;
    },
    get fix() {
      return t`Select this app’s profile in Xcode and export the app again.`;
    },
    checks: 'The ID in the entitlement `application-identifier`.',
    why: 'It shows that the app was signed with the profile of another app, which iOS doesn’t install.',
    find: ({ facts }) => {
      const signedFor = facts.entitlements['application-identifier'];
      if (typeof signedFor !== 'string' || facts.entitlementsFrom !== 'codeSignature') return null;
      return signedFor.endsWith(`.${facts.applicationId}`) ? null : { signedFor };
    },
    evidence: ({ signedFor }) => t`It’s signed for ${signedFor}.`,
  }),
];
