import { t } from '../languages/translate.ts';
import { ANDROID_PERMISSION_KINDS, type PackageChange } from './changes.ts';
import type { PackageFacts } from './facts.ts';
import { allPermissions, MAX_IMPLIED } from './implied-permissions.ts';
import { MAX_LISTED } from './limits.ts';
import { SPECIAL_ACCESS } from './special-access.ts';

/**
 * Access to private data, to money or to other apps, in plain words. Sources: Android's permissions with the protection
 * level `dangerous`, those of special app access, and Apple's keys for protected resources
 * (developer.android.com "Manifest.permission"; developer.apple.com "Protected resources").
 */
const EXPLANATIONS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    Object.values(SPECIAL_ACCESS).map(({ permission, explanation }) => [
      `android.permission.${permission}`,
      explanation,
    ]),
  ),
  'android.permission.ACCEPT_HANDOVER': () => t`Continue a phone call that another app started.`,
  'android.permission.ACCESS_BACKGROUND_LOCATION': () => t`Know where you are even while the app isn’t open.`,
  'android.permission.ACCESS_COARSE_LOCATION': () => t`Know roughly where you are.`,
  'android.permission.ACCESS_FINE_LOCATION': () => t`Know exactly where you are.`,
  'android.permission.ACCESS_MEDIA_LOCATION': () => t`See where your photos were taken.`,
  'android.permission.ACTIVITY_RECOGNITION': () => t`Know when you walk, cycle or drive.`,
  'android.permission.ADD_VOICEMAIL': () => t`Add messages to your voicemail.`,
  'android.permission.ANSWER_PHONE_CALLS': () => t`Answer phone calls.`,
  'android.permission.BLUETOOTH_ADVERTISE': () => t`Make the device visible to others nearby.`,
  'android.permission.BLUETOOTH_CONNECT': () => t`Connect to paired Bluetooth devices.`,
  'android.permission.BLUETOOTH_SCAN': () => t`Find Bluetooth devices nearby.`,
  'android.permission.BODY_SENSORS': () => t`Read body sensors, such as the heart rate.`,
  'android.permission.BODY_SENSORS_BACKGROUND': () => t`Read body sensors while the app isn’t open.`,
  'android.permission.CALL_PHONE': () => t`Call phone numbers, which can cost money.`,
  'android.permission.CAMERA': () => t`Take photos and record video.`,
  'android.permission.GET_ACCOUNTS': () => t`See the accounts on the device.`,
  'android.permission.MANAGE_EXTERNAL_STORAGE': () => t`Read, change and delete all files.`,
  'android.permission.NEARBY_WIFI_DEVICES': () => t`Find Wi-Fi devices nearby.`,
  'android.permission.PACKAGE_USAGE_STATS': () => t`See which apps are used, and when.`,
  'android.permission.PROCESS_OUTGOING_CALLS': () => t`See and redirect outgoing calls.`,
  'android.permission.QUERY_ALL_PACKAGES': () => t`See all installed apps.`,
  'android.permission.READ_CALENDAR': () => t`Read the calendar.`,
  'android.permission.READ_CALL_LOG': () => t`Read who called whom.`,
  'android.permission.READ_CONTACTS': () => t`Read the contacts.`,
  'android.permission.READ_EXTERNAL_STORAGE': () => t`Read shared files.`,
  'android.permission.READ_MEDIA_AUDIO': () => t`Read music and recordings.`,
  'android.permission.READ_MEDIA_IMAGES': () => t`Read photos.`,
  'android.permission.READ_MEDIA_VIDEO': () => t`Read videos.`,
  'android.permission.READ_MEDIA_VISUAL_USER_SELECTED': () => t`Read photos and videos that you select.`,
  'android.permission.READ_PHONE_NUMBERS': () => t`Read the device’s phone numbers.`,
  'android.permission.READ_PHONE_STATE': () => t`See the state of calls and the network.`,
  'android.permission.READ_SMS': () => t`Read text messages, also those with sign-in codes.`,
  'android.permission.RECEIVE_MMS': () => t`Receive picture messages.`,
  'android.permission.RECEIVE_SMS': () => t`Receive text messages, also those with sign-in codes.`,
  'android.permission.RECEIVE_WAP_PUSH': () => t`Receive push messages of the network.`,
  'android.permission.RECORD_AUDIO': () => t`Record sound with the microphone.`,
  'android.permission.REQUEST_INSTALL_PACKAGES': () => t`Install other apps.`,
  'android.permission.SEND_SMS': () => t`Send text messages, which can cost money.`,
  'android.permission.SYSTEM_ALERT_WINDOW': () => t`Draw over other apps.`,
  'android.permission.USE_SIP': () => t`Make internet calls.`,
  'android.permission.UWB_RANGING': () => t`Measure the distance to devices nearby.`,
  'android.permission.WRITE_CALENDAR': () => t`Change the calendar.`,
  'android.permission.WRITE_CALL_LOG': () => t`Change the list of calls.`,
  'android.permission.WRITE_CONTACTS': () => t`Change the contacts.`,
  'android.permission.WRITE_EXTERNAL_STORAGE': () => t`Change and delete shared files.`,
  'android.permission.WRITE_SETTINGS': () => t`Change system settings.`,
  'android.permission.health.READ_HEALTH_DATA_IN_BACKGROUND': () =>
    t`Read health data while the app isn’t open.`,
  'android.permission.health.READ_HEART_RATE': () => t`Read the heart rate.`,
  NFCReaderUsageDescription: () => t`Read NFC tags.`,
  NSAppleMusicUsageDescription: () => t`Use the music and media library.`,
  NSBluetoothAlwaysUsageDescription: () => t`Use Bluetooth.`,
  NSCalendarsFullAccessUsageDescription: () => t`Read and change the calendar.`,
  NSCalendarsUsageDescription: () => t`Read and change the calendar.`,
  NSCameraUsageDescription: () => t`Take photos and record video.`,
  NSContactsUsageDescription: () => t`Read and change the contacts.`,
  NSFaceIDUsageDescription: () => t`Use Face ID.`,
  NSHealthShareUsageDescription: () => t`Read health data.`,
  NSHealthUpdateUsageDescription: () => t`Change health data.`,
  NSHomeKitUsageDescription: () => t`Control devices at home.`,
  NSLocalNetworkUsageDescription: () => t`Find and reach devices in the local network.`,
  NSLocationAlwaysAndWhenInUseUsageDescription: () => t`Know where you are even while the app isn’t open.`,
  NSLocationAlwaysUsageDescription: () => t`Know where you are even while the app isn’t open.`,
  NSLocationTemporaryUsageDescriptionDictionary: () => t`Know exactly where you are for a while.`,
  NSLocationWhenInUseUsageDescription: () => t`Know where you are while the app is open.`,
  NSMicrophoneUsageDescription: () => t`Record sound with the microphone.`,
  NSMotionUsageDescription: () => t`Know when you walk, cycle or drive.`,
  NSPhotoLibraryAddUsageDescription: () => t`Add photos to the library.`,
  NSPhotoLibraryUsageDescription: () => t`Read and change photos.`,
  NSRemindersUsageDescription: () => t`Read and change reminders.`,
  NSSiriUsageDescription: () => t`Send requests to Siri.`,
  NSSpeechRecognitionUsageDescription: () => t`Send recorded speech to be recognized.`,
  NSUserTrackingUsageDescription: () => t`Track people across apps and websites.`,
};

/** Maximum number of sensitive permissions of a package: those that are known. */
export const MAX_SENSITIVE_PERMISSIONS = Object.keys(EXPLANATIONS).length;

/** Returns what a sensitive permission allows, as a sentence in the page’s language; null for any other permission. */
export function explainPermission(name: string): string | null {
  return Object.hasOwn(EXPLANATIONS, name) ? (EXPLANATIONS[name]?.() ?? null) : null;
}

/** The kinds of changes that are permissions. */
const PERMISSION_KINDS = new Set<string>([...ANDROID_PERMISSION_KINDS, 'usageTexts', 'extensionUsageTexts']);

/**
 * Returns the sensitive permissions that a package asks for beyond the live one, in alphabetical order: new and
 * widened ones by its changes, or all of them when nothing is live.
 */
export function findSensitivePermissions(
  facts: PackageFacts | null,
  changes: readonly PackageChange[] | null,
): string[] {
  const names = changes
    ? changes.filter(({ kind, sensitive }) => sensitive && PERMISSION_KINDS.has(kind)).map(({ name }) => name)
    : listPermissions(facts);
  return [...new Set(names)].filter((name) => explainPermission(name) !== null).sort();
}

/** Returns the names of all permissions that a package asks for or that Android adds; on iOS the keys of its usage texts and its extensions'. */
export function listPermissions(facts: PackageFacts | null): string[] {
  if (facts === null) return [];
  return facts.platform === 'android'
    ? [...new Set(allPermissions(facts).map(({ name }) => name))]
    : Object.keys({ ...facts.usageTexts, ...facts.extensionUsageTexts });
}

/** Maximum number of names that `listAccess` returns. */
export const MAX_ACCESS = 2 * MAX_LISTED.permissions + MAX_IMPLIED + MAX_LISTED.specialAccess;

/**
 * Returns the names of all permissions of a package, and of those that protect its components with special access, as
 * visitors see them.
 */
export function listAccess(facts: PackageFacts | null): string[] {
  const special = facts?.platform === 'android' ? (facts.specialAccess ?? []) : [];
  const protecting = special.map(({ kind }) => `android.permission.${SPECIAL_ACCESS[kind].permission}`);
  return [...new Set([...listPermissions(facts), ...protecting])];
}
