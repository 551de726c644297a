import type { IosRule } from './rule.ts';

/** Letters, digits, hyphens and dots (Apple, CFBundleIdentifier). */
const BUNDLE_ID = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
/** Up to three numbers joined by dots (Apple, CFBundleVersion and CFBundleShortVersionString). */
const VERSION = /^\d+(\.\d+){0,2}$/;

/** What an iOS app must be by itself. Its signature is replaced on installation, so it is not judged. */
export const IOS_RULES: IosRule[] = [
  {
    id: 'bundle-id-format',
    severity: 'error',
    title: 'The bundle identifier is not valid',
    fix: 'Use at least two parts joined by dots, such as org.example.app, of letters, digits and hyphens.',
    evidence: ({ facts }) =>
      BUNDLE_ID.test(facts.applicationId) ? null : `The bundle identifier is "${facts.applicationId}".`,
  },
  {
    id: 'version-name',
    severity: 'error',
    title: 'The version is missing or not valid',
    fix: 'Set CFBundleShortVersionString to up to three numbers joined by dots, such as 1.4.0.',
    evidence: ({ facts }) =>
      VERSION.test(facts.versionName) ? null : `CFBundleShortVersionString is "${facts.versionName}".`,
  },
  {
    id: 'build-version',
    severity: 'error',
    title: 'The build version is missing or not valid',
    fix: 'Set CFBundleVersion to up to three numbers joined by dots and count it up with every upload.',
    evidence: ({ facts }) =>
      VERSION.test(facts.buildVersion) ? null : `CFBundleVersion is "${facts.buildVersion}".`,
  },
  {
    id: 'minimum-os',
    severity: 'error',
    title: 'The minimum iOS version is missing',
    fix: 'Set the deployment target in Xcode, which writes MinimumOSVersion.',
    evidence: ({ facts }) =>
      VERSION.test(facts.minimumOs) ? null : `MinimumOSVersion is "${facts.minimumOs}".`,
  },
  {
    id: 'encrypted',
    severity: 'error',
    title: 'The app is encrypted for another store',
    fix: 'Export the app from your own Xcode archive. A copy downloaded from the App Store runs on no other account.',
    evidence: ({ facts }) => (facts.encrypted ? 'The executable is marked as encrypted (FairPlay).' : null),
  },
  {
    id: 'executable',
    severity: 'error',
    title: 'The app has no executable',
    fix: 'Archive and export the app again; CFBundleExecutable must name a program inside of the app.',
    evidence: ({ facts }) =>
      facts.architectures.length === 0
        ? 'There is no Mach-O program under the name in CFBundleExecutable.'
        : null,
  },
  {
    id: 'only-32-bit-ios',
    severity: 'warning',
    title: 'The app is for 32-bit devices only',
    fix: 'Build for arm64. iOS 11 and later run nothing else.',
    evidence: ({ facts }) =>
      facts.architectures.length > 0 && !facts.architectures.some((name) => name.startsWith('arm64'))
        ? `The executable is for ${facts.architectures.join(', ')}.`
        : null,
  },
  {
    id: 'get-task-allow',
    severity: 'warning',
    title: 'A debugger may attach to the app',
    fix: 'Export a release build, whose get-task-allow entitlement is false.',
    evidence: ({ facts }) => (facts.debuggable ? 'The entitlement get-task-allow is true.' : null),
  },
  {
    id: 'usage-text-empty',
    severity: 'error',
    title: 'The app does not say why it wants access',
    fix: 'Say in one sentence what the access is for. iOS ends an app that asks without a text.',
    evidence: ({ facts }) => {
      const empty = Object.keys(facts.usageTexts).filter((key) => facts.usageTexts[key]?.trim() === '');
      return empty.length > 0 ? `Without a text: ${empty.join(', ')}.` : null;
    },
  },
  {
    id: 'extension-id',
    severity: 'error',
    title: 'An extension does not belong to the app',
    fix: "Begin the extension's bundle identifier with the app's and a dot; iOS installs it only then.",
    evidence: ({ facts }) => {
      const strangers = facts.extensions.filter(
        ({ applicationId }) => !applicationId.startsWith(`${facts.applicationId}.`),
      );
      const names = strangers.map(({ applicationId }) => applicationId || 'an extension without identifier');
      return names.length > 0 ? `Not below ${facts.applicationId}: ${names.join(', ')}.` : null;
    },
  },
  {
    id: 'profile-missing',
    severity: 'info',
    title: 'The app has no provisioning profile',
    fix: 'Nothing needs to be done when people install with a client that signs the app for them.',
    evidence: ({ facts }) => (facts.profile ? null : 'There is no embedded.mobileprovision.'),
  },
  {
    id: 'profile-expired',
    severity: 'warning',
    title: 'The provisioning profile has expired',
    fix: 'Renew the profile and export the app again, unless people install with a client that signs the app for them.',
    evidence: ({ facts, context }) => {
      const expiresAt = facts.profile?.expiresAt;
      const expired = expiresAt && Date.parse(expiresAt) < (context.now ?? new Date()).getTime();
      return expired ? `It expired on ${expiresAt.slice(0, 10)}.` : null;
    },
  },
  {
    id: 'profile-entitlements',
    severity: 'warning',
    title: 'The profile does not allow all entitlements of the app',
    fix: 'Add the capabilities to the app id, renew the profile and export the app again.',
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
    title: 'The app is signed for another bundle identifier',
    fix: 'Choose the profile of this app in Xcode and export the app again.',
    evidence: ({ facts }) => {
      const signedFor = facts.entitlements['application-identifier'];
      if (typeof signedFor !== 'string' || facts.entitlementsFrom !== 'codeSignature') return null;
      return signedFor.endsWith(`.${facts.applicationId}`) ? null : `It is signed for ${signedFor}.`;
    },
  },
];
