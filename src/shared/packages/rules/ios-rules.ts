import { t } from '../../languages/translate.ts';
import { buildVersionOrder } from '../build-order.ts';
import { BUILD_VERSION } from './build-version.ts';
import type { IosRule } from './rule.ts';

/** Letters, digits, hyphens and dots (Apple, CFBundleIdentifier). */
const BUNDLE_ID = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** A version that people can read, such as `2.0b1`: it starts with a number, and has no spaces or odd characters. */
const VERSION_NAME = /^\d[\w.+-]*$/;

function valueOf(key: string, value: string): string {
  return value === '' ? `Info.plist has no text for ${key}.` : `${key} is "${value}".`;
}

/** Rules about an iOS app on its own. Its signature is replaced on installation, so it is not checked. */
export const IOS_RULES: IosRule[] = [
  {
    id: 'bundle-id-format',
    severity: 'error',
    title: t`The bundle identifier isn’t valid`,
    fix: t`Use at least two parts joined by dots, such as org.example.app, with only letters, digits and hyphens.`,
    evidence: ({ facts }) =>
      BUNDLE_ID.test(facts.applicationId) ? null : `The bundle identifier is "${facts.applicationId}".`,
  },
  {
    id: 'version-name',
    severity: 'error',
    title: t`The version is missing or invalid`,
    fix: t`Set CFBundleShortVersionString to up to three numbers joined by dots, such as 1.4.0.`,
    evidence: ({ facts }) =>
      VERSION_NAME.test(facts.versionName) ? null : valueOf('CFBundleShortVersionString', facts.versionName),
  },
  {
    id: 'version-name-format',
    severity: 'warning',
    title: t`The version isn’t made of numbers alone`,
    fix: t`Set CFBundleShortVersionString to up to three numbers joined by dots, such as 1.4.0. Some clients can’t compare other versions.`,
    evidence: ({ facts: { versionName } }) =>
      !VERSION_NAME.test(versionName) || BUILD_VERSION.test(versionName)
        ? null
        : valueOf('CFBundleShortVersionString', versionName),
  },
  {
    id: 'build-version',
    severity: 'error',
    title: t`The build version is missing or invalid`,
    fix: t`Set CFBundleVersion to up to three numbers joined by dots and increase it with every upload.`,
    evidence: ({ facts }) =>
      buildVersionOrder(facts.buildVersion) ? null : valueOf('CFBundleVersion', facts.buildVersion),
  },
  {
    id: 'build-version-format',
    severity: 'warning',
    title: t`The build version isn’t made of numbers alone`,
    fix: t`Set CFBundleVersion to up to three numbers joined by dots. Some clients can’t compare other versions.`,
    evidence: ({ facts: { buildVersion } }) =>
      !buildVersionOrder(buildVersion) || BUILD_VERSION.test(buildVersion)
        ? null
        : valueOf('CFBundleVersion', buildVersion),
  },
  {
    id: 'minimum-os',
    severity: 'error',
    title: t`The minimum iOS version is missing`,
    fix: t`Set the deployment target in Xcode, which writes MinimumOSVersion.`,
    evidence: ({ facts }) =>
      BUILD_VERSION.test(facts.minimumOs) ? null : valueOf('MinimumOSVersion', facts.minimumOs),
  },
  {
    id: 'encrypted',
    severity: 'error',
    title: t`The app is encrypted for another store`,
    fix: t`Export the app from your own Xcode archive. A copy downloaded from the App Store won’t run on other accounts.`,
    evidence: ({ facts }) => (facts.encrypted ? 'The executable is marked as encrypted (FairPlay).' : null),
  },
  {
    id: 'executable',
    severity: 'error',
    title: t`The app has no executable`,
    fix: t`Archive and export the app again. CFBundleExecutable must name a program inside the app.`,
    evidence: ({ facts }) =>
      facts.architectures.length === 0
        ? 'There’s no Mach-O program with the name in CFBundleExecutable.'
        : null,
  },
  {
    id: 'only-32-bit-ios',
    severity: 'warning',
    title: t`The app is for 32-bit devices only`,
    fix: t`Build for arm64. iOS 11 and later don’t run anything else.`,
    evidence: ({ facts }) =>
      facts.architectures.length > 0 && !facts.architectures.some((name) => name.startsWith('arm64'))
        ? `The executable is for ${facts.architectures.join(', ')}.`
        : null,
  },
  {
    id: 'get-task-allow',
    severity: 'warning',
    title: t`A debugger can attach to the app`,
    fix: t`Export a release build, which sets the get-task-allow entitlement to false.`,
    evidence: ({ facts }) => (facts.debuggable ? 'The entitlement get-task-allow is true.' : null),
  },
  {
    id: 'usage-text-empty',
    severity: 'error',
    title: t`The app doesn’t explain why it needs access`,
    fix: t`Explain in one sentence what the access is for. iOS terminates an app that asks without an explanation.`,
    evidence: ({ facts }) => {
      const texts = [...Object.entries(facts.usageTexts), ...Object.entries(facts.extensionUsageTexts)];
      const empty = [...new Set(texts.filter(([, text]) => text.trim() === '').map(([key]) => key))];
      return empty.length > 0 ? `No explanation for: ${empty.join(', ')}.` : null;
    },
  },
  {
    id: 'extension-id',
    severity: 'error',
    title: t`An extension doesn’t belong to the app`,
    fix: t`Start the extension’s bundle identifier with the app’s identifier and a dot. Otherwise iOS won’t install it.`,
    evidence: ({ facts }) => {
      const strangers = facts.extensions.filter(
        ({ applicationId }) => !applicationId.startsWith(`${facts.applicationId}.`),
      );
      const names = strangers.map(
        ({ applicationId }) => applicationId || 'an extension without an identifier',
      );
      return names.length > 0 ? `Not below ${facts.applicationId}: ${names.join(', ')}.` : null;
    },
  },
  {
    id: 'profile-missing',
    severity: 'info',
    title: t`The app has no provisioning profile`,
    fix: t`Nothing to do if people install with a client that signs the app for them.`,
    evidence: ({ facts }) => (facts.profile ? null : 'embedded.mobileprovision is missing.'),
  },
  {
    id: 'profile-expired',
    severity: 'warning',
    title: t`The provisioning profile has expired`,
    fix: t`Renew the profile and export the app again, unless people install with a client that signs the app for them.`,
    evidence: ({ facts, context }) => {
      const expiresAt = facts.profile?.expiresAt;
      const expired = expiresAt && Date.parse(expiresAt) < (context.now ?? new Date()).getTime();
      return expired ? `It expired on ${expiresAt.slice(0, 10)}.` : null;
    },
  },
  {
    id: 'profile-entitlements',
    severity: 'warning',
    title: t`The profile doesn’t allow all the app’s entitlements`,
    fix: t`Add the capabilities to the app ID, renew the profile and export the app again.`,
    evidence: ({ facts }) => {
      if (!facts.profile || facts.entitlementsFrom !== 'codeSignature') return null;
      const allowed = new Set(facts.profile.entitlements);
      const missing = Object.keys(facts.entitlements).filter((key) => !allowed.has(key));
      return missing.length > 0 ? `Not in the profile: ${missing.join(', ')}.` : null;
    },
  },
  {
    id: 'entitlements-application-id',
    severity: 'warning',
    title: t`The app is signed for a different bundle identifier`,
    fix: t`Select this app’s profile in Xcode and export the app again.`,
    evidence: ({ facts }) => {
      const signedFor = facts.entitlements['application-identifier'];
      if (typeof signedFor !== 'string' || facts.entitlementsFrom !== 'codeSignature') return null;
      return signedFor.endsWith(`.${facts.applicationId}`) ? null : `It’s signed for ${signedFor}.`;
    },
  },
];
