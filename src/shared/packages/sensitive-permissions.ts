import type { Change } from './changes.ts';
import type { PackageFacts } from './facts.ts';

/**
 * Access to private data, to money or to other apps, in plain words. Sources: Android's permissions with the protection
 * level `dangerous`, those of special app access, and Apple's keys for protected resources
 * (developer.android.com "Manifest.permission"; developer.apple.com "Protected resources").
 */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'android.permission.ACCEPT_HANDOVER': 'Continue a phone call that another app started.',
  'android.permission.ACCESS_BACKGROUND_LOCATION': 'Know where you are even while the app isn’t open.',
  'android.permission.ACCESS_COARSE_LOCATION': 'Know roughly where you are.',
  'android.permission.ACCESS_FINE_LOCATION': 'Know exactly where you are.',
  'android.permission.ACCESS_MEDIA_LOCATION': 'See where your photos were taken.',
  'android.permission.ACTIVITY_RECOGNITION': 'Know when you walk, cycle or drive.',
  'android.permission.ADD_VOICEMAIL': 'Add messages to your voicemail.',
  'android.permission.ANSWER_PHONE_CALLS': 'Answer phone calls.',
  'android.permission.BIND_ACCESSIBILITY_SERVICE': 'Read the screen and tap in other apps.',
  'android.permission.BIND_DEVICE_ADMIN': 'Lock or erase the device.',
  'android.permission.BIND_NOTIFICATION_LISTENER_SERVICE': 'Read notifications of all apps.',
  'android.permission.BIND_VPN_SERVICE': 'See and redirect all network traffic.',
  'android.permission.BLUETOOTH_ADVERTISE': 'Make the device visible to others nearby.',
  'android.permission.BLUETOOTH_CONNECT': 'Connect to paired Bluetooth devices.',
  'android.permission.BLUETOOTH_SCAN': 'Find Bluetooth devices nearby.',
  'android.permission.BODY_SENSORS': 'Read body sensors, such as the heart rate.',
  'android.permission.BODY_SENSORS_BACKGROUND': 'Read body sensors while the app isn’t open.',
  'android.permission.CALL_PHONE': 'Call phone numbers, which can cost money.',
  'android.permission.CAMERA': 'Take photos and record video.',
  'android.permission.GET_ACCOUNTS': 'See the accounts on the device.',
  'android.permission.MANAGE_EXTERNAL_STORAGE': 'Read, change and delete all files.',
  'android.permission.NEARBY_WIFI_DEVICES': 'Find Wi-Fi devices nearby.',
  'android.permission.PACKAGE_USAGE_STATS': 'See which apps are used, and when.',
  'android.permission.PROCESS_OUTGOING_CALLS': 'See and redirect outgoing calls.',
  'android.permission.QUERY_ALL_PACKAGES': 'See all installed apps.',
  'android.permission.READ_CALENDAR': 'Read the calendar.',
  'android.permission.READ_CALL_LOG': 'Read who called whom.',
  'android.permission.READ_CONTACTS': 'Read the contacts.',
  'android.permission.READ_EXTERNAL_STORAGE': 'Read shared files.',
  'android.permission.READ_MEDIA_AUDIO': 'Read music and recordings.',
  'android.permission.READ_MEDIA_IMAGES': 'Read photos.',
  'android.permission.READ_MEDIA_VIDEO': 'Read videos.',
  'android.permission.READ_PHONE_NUMBERS': 'Read the device’s phone numbers.',
  'android.permission.READ_PHONE_STATE': 'See the state of calls and the network.',
  'android.permission.READ_SMS': 'Read text messages, also those with sign-in codes.',
  'android.permission.RECEIVE_MMS': 'Receive picture messages.',
  'android.permission.RECEIVE_SMS': 'Receive text messages, also those with sign-in codes.',
  'android.permission.RECEIVE_WAP_PUSH': 'Receive push messages of the network.',
  'android.permission.RECORD_AUDIO': 'Record sound with the microphone.',
  'android.permission.REQUEST_INSTALL_PACKAGES': 'Install other apps.',
  'android.permission.SEND_SMS': 'Send text messages, which can cost money.',
  'android.permission.SYSTEM_ALERT_WINDOW': 'Draw over other apps.',
  'android.permission.USE_SIP': 'Make internet calls.',
  'android.permission.UWB_RANGING': 'Measure the distance to devices nearby.',
  'android.permission.WRITE_CALENDAR': 'Change the calendar.',
  'android.permission.WRITE_CALL_LOG': 'Change the list of calls.',
  'android.permission.WRITE_CONTACTS': 'Change the contacts.',
  'android.permission.WRITE_EXTERNAL_STORAGE': 'Change and delete shared files.',
  'android.permission.WRITE_SETTINGS': 'Change system settings.',
  NSAppleMusicUsageDescription: 'Use the music and media library.',
  NSBluetoothAlwaysUsageDescription: 'Use Bluetooth.',
  NSCalendarsFullAccessUsageDescription: 'Read and change the calendar.',
  NSCalendarsUsageDescription: 'Read and change the calendar.',
  NSCameraUsageDescription: 'Take photos and record video.',
  NSContactsUsageDescription: 'Read and change the contacts.',
  NSFaceIDUsageDescription: 'Use Face ID.',
  NSHealthShareUsageDescription: 'Read health data.',
  NSHealthUpdateUsageDescription: 'Change health data.',
  NSHomeKitUsageDescription: 'Control devices at home.',
  NSLocalNetworkUsageDescription: 'Find and reach devices in the local network.',
  NSLocationAlwaysAndWhenInUseUsageDescription: 'Know where you are even while the app isn’t open.',
  NSLocationAlwaysUsageDescription: 'Know where you are even while the app isn’t open.',
  NSLocationWhenInUseUsageDescription: 'Know where you are while the app is open.',
  NSMicrophoneUsageDescription: 'Record sound with the microphone.',
  NSMotionUsageDescription: 'Know when you walk, cycle or drive.',
  NSPhotoLibraryAddUsageDescription: 'Add photos to the library.',
  NSPhotoLibraryUsageDescription: 'Read and change photos.',
  NSRemindersUsageDescription: 'Read and change reminders.',
  NSSiriUsageDescription: 'Send requests to Siri.',
  NSSpeechRecognitionUsageDescription: 'Send recorded speech to be recognized.',
  NSUserTrackingUsageDescription: 'Track people across apps and websites.',
};

/** Maximum number of sensitive permissions of a package: those that are known. */
export const MAX_SENSITIVE_PERMISSIONS = Object.keys(EXPLANATIONS).length;

/** Returns what a sensitive permission allows, as a sentence; null for any other permission. */
export function explainPermission(name: string): string | null {
  return Object.hasOwn(EXPLANATIONS, name) ? (EXPLANATIONS[name] ?? null) : null;
}

/** The kinds of changes that are permissions. */
const PERMISSION_KINDS = new Set(['permissions', 'usageTexts']);

/**
 * Returns the sensitive permissions that a package asks for beyond the live one, in alphabetical order: new and
 * widened ones by its changes, or all of them when nothing is live.
 */
export function findSensitivePermissions(
  facts: PackageFacts | null,
  changes: readonly Change[] | null,
): string[] {
  const names = changes
    ? changes.filter(({ kind, sensitive }) => sensitive && PERMISSION_KINDS.has(kind)).map(({ name }) => name)
    : listPermissions(facts);
  return [...new Set(names)].filter((name) => explainPermission(name) !== null).sort();
}

function listPermissions(facts: PackageFacts | null): string[] {
  if (facts === null) return [];
  return facts.platform === 'android'
    ? facts.permissions.map(({ name }) => name)
    : Object.keys(facts.usageTexts);
}
