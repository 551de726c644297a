import { t } from '../languages/translate.ts';

/** The topics of capabilities, most important first. */
export const CAPABILITY_GROUPS = {
  get control() {
    return t`Control over the device`;
  },
  get messages() {
    return t`Messages and calls`;
  },
  get location() {
    return t`Location`;
  },
  get recording() {
    return t`Camera and microphone`;
  },
  get personal() {
    return t`Personal data`;
  },
  get files() {
    return t`Photos and files`;
  },
  get health() {
    return t`Health`;
  },
  get apps() {
    return t`Other apps`;
  },
  get nearby() {
    return t`Devices and networks`;
  },
};
export type CapabilityGroup = keyof typeof CAPABILITY_GROUPS;

/**
 * The harm that a capability can do: 4 for control over the device, all its data or money, 3 for private data,
 * 2 for what can be misused together with others, 1 for what most people expect of an app.
 */
export type CapabilityWeight = 1 | 2 | 3 | 4;

/** The names of the weights. */
export const CAPABILITY_WEIGHTS: Readonly<Record<CapabilityWeight, string>> = {
  get 4() {
    return t`Very high`;
  },
  get 3() {
    return t`High`;
  },
  get 2() {
    return t`Medium`;
  },
  get 1() {
    return t`Low`;
  },
};

/** The icons of capabilities, which the client draws. */
export type CapabilityIcon =
  | 'accessibility'
  | 'admin'
  | 'apps'
  | 'camera'
  | 'files'
  | 'health'
  | 'keyboard'
  | 'location'
  | 'messages'
  | 'microphone'
  | 'nearby'
  | 'network'
  | 'notifications'
  | 'personal'
  | 'phone'
  | 'screen'
  | 'settings';

/** Something that an app can do, and what in a package gives it. */
export interface Capability {
  /** What it can do, for the person who decides about installing the app. */
  readonly sentence: string;
  readonly group: CapabilityGroup;
  readonly weight: CapabilityWeight;
  readonly icon: CapabilityIcon;
  /** Android permissions, by which requests and those that Android adds count alike. */
  readonly permissions?: readonly string[];
  /** The beginning of the names of further permissions. */
  readonly permissionPrefix?: string;
  /** Keys of usage descriptions on iOS, also in extensions. */
  readonly usageTexts?: readonly string[];
  /** A setting of the app. */
  readonly setting?: 'cleartext';
  /** A component that the system binds to. */
  readonly component?: {
    /** The permission by which only the system may use the component. */
    readonly permission: string;
    /** Actions in its intent filters, and names of its meta-data, by which the system finds it. */
    readonly names: readonly string[];
  };
}

/**
 * Everything that people would want to know about an app before they install it. Permissions are those that the platform
 * grants on request or by a setting, and some that it grants only to system apps and tools of developers, which other
 * apps ask for in vain. Sources: AOSP core/res/AndroidManifest.xml, developer.android.com (`Manifest.permission`, the
 * reference of each service, Health Connect), developer.apple.com (“Protected resources”).
 */
export const CAPABILITIES = {
  accessibility: {
    group: 'control',
    weight: 4,
    icon: 'accessibility',
    get sentence() {
      return t`Read the screen and tap in other apps.`;
    },
    component: {
      permission: 'android.permission.BIND_ACCESSIBILITY_SERVICE',
      names: ['android.accessibilityservice.AccessibilityService', 'android.accessibilityservice'],
    },
  },
  deviceAdmin: {
    group: 'control',
    weight: 4,
    icon: 'admin',
    get sentence() {
      return t`Lock or erase the device.`;
    },
    component: {
      permission: 'android.permission.BIND_DEVICE_ADMIN',
      names: [
        'android.app.action.DEVICE_ADMIN_ENABLED',
        'android.app.action.PROFILE_PROVISIONING_COMPLETE',
        'android.app.device_admin',
      ],
    },
  },
  vpn: {
    group: 'control',
    weight: 4,
    icon: 'network',
    get sentence() {
      return t`See and redirect all network traffic.`;
    },
    component: {
      permission: 'android.permission.BIND_VPN_SERVICE',
      names: ['android.net.VpnService'],
    },
  },
  notificationListener: {
    group: 'control',
    weight: 4,
    icon: 'notifications',
    get sentence() {
      return t`Read notifications of all apps.`;
    },
    component: {
      permission: 'android.permission.BIND_NOTIFICATION_LISTENER_SERVICE',
      names: ['android.service.notification.NotificationListenerService'],
    },
  },
  inputMethod: {
    group: 'control',
    weight: 4,
    icon: 'keyboard',
    get sentence() {
      return t`See everything that is typed.`;
    },
    component: {
      permission: 'android.permission.BIND_INPUT_METHOD',
      names: ['android.view.InputMethod', 'android.view.im'],
    },
  },
  overlay: {
    group: 'control',
    weight: 4,
    icon: 'screen',
    get sentence() {
      return t`Draw over other apps.`;
    },
    permissions: ['android.permission.SYSTEM_ALERT_WINDOW'],
  },
  installApps: {
    group: 'control',
    weight: 4,
    icon: 'apps',
    get sentence() {
      return t`Install other apps.`;
    },
    permissions: ['android.permission.REQUEST_INSTALL_PACKAGES'],
  },
  autofill: {
    group: 'control',
    weight: 4,
    icon: 'keyboard',
    get sentence() {
      return t`Read and fill in forms of other apps.`;
    },
    component: {
      permission: 'android.permission.BIND_AUTOFILL_SERVICE',
      names: ['android.service.autofill.AutofillService', 'android.autofill'],
    },
  },
  credentialProvider: {
    group: 'control',
    weight: 4,
    icon: 'keyboard',
    get sentence() {
      return t`Keep passwords and passkeys of other apps.`;
    },
    component: {
      permission: 'android.permission.BIND_CREDENTIAL_PROVIDER_SERVICE',
      names: ['android.service.credentials.CredentialProviderService', 'android.credentials.provider'],
    },
  },
  assistant: {
    group: 'control',
    weight: 4,
    icon: 'screen',
    get sentence() {
      return t`Act as the assistant, which can see the screen.`;
    },
    component: {
      permission: 'android.permission.BIND_VOICE_INTERACTION',
      names: ['android.service.voice.VoiceInteractionService', 'android.voice_interaction'],
    },
  },
  screenRecording: {
    group: 'control',
    weight: 3,
    icon: 'screen',
    get sentence() {
      return t`Record or share the screen.`;
    },
    permissions: ['android.permission.FOREGROUND_SERVICE_MEDIA_PROJECTION'],
  },
  spellChecker: {
    group: 'control',
    weight: 3,
    icon: 'keyboard',
    get sentence() {
      return t`Read typed texts to check their spelling.`;
    },
    component: {
      permission: 'android.permission.BIND_TEXT_SERVICE',
      names: ['android.service.textservice.SpellCheckerService', 'android.view.textservice.scs'],
    },
  },
  systemSettings: {
    group: 'control',
    weight: 3,
    icon: 'settings',
    get sentence() {
      return t`Change system settings.`;
    },
    permissions: ['android.permission.WRITE_SETTINGS'],
  },
  privileged: {
    group: 'control',
    weight: 2,
    icon: 'admin',
    get sentence() {
      return t`Ask for access that only system apps and developers’ tools get.`;
    },
    permissions: [
      'android.permission.INSTALL_PACKAGES',
      'android.permission.DELETE_PACKAGES',
      'android.permission.WRITE_SECURE_SETTINGS',
      'android.permission.READ_LOGS',
      'android.permission.DUMP',
      'android.permission.REBOOT',
      'android.permission.MASTER_CLEAR',
      'android.permission.INJECT_EVENTS',
      'android.permission.READ_FRAME_BUFFER',
      'android.permission.CAPTURE_AUDIO_OUTPUT',
      'android.permission.MODIFY_PHONE_STATE',
      'android.permission.READ_PRIVILEGED_PHONE_STATE',
      'android.permission.GRANT_RUNTIME_PERMISSIONS',
      'android.permission.INTERACT_ACROSS_USERS',
      'android.permission.INTERACT_ACROSS_USERS_FULL',
      'android.permission.MANAGE_USERS',
      'android.permission.CHANGE_COMPONENT_ENABLED_STATE',
      'android.permission.FORCE_STOP_PACKAGES',
      'android.permission.MOUNT_UNMOUNT_FILESYSTEMS',
      'android.permission.UPDATE_DEVICE_STATS',
    ],
  },
  carrier: {
    group: 'control',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Change settings of the mobile network.`;
    },
    component: {
      permission: 'android.permission.BIND_CARRIER_SERVICES',
      names: ['android.service.carrier.CarrierService', 'android.service.carrier.CarrierMessagingService'],
    },
  },
  payment: {
    group: 'control',
    weight: 3,
    icon: 'nearby',
    get sentence() {
      return t`Act as a payment card over NFC.`;
    },
    component: {
      permission: 'android.permission.BIND_NFC_SERVICE',
      names: [
        'android.nfc.cardemulation.action.HOST_APDU_SERVICE',
        'android.nfc.cardemulation.host_apdu_service',
      ],
    },
  },
  doNotDisturb: {
    group: 'control',
    weight: 2,
    icon: 'notifications',
    get sentence() {
      return t`Switch Do Not Disturb on and off.`;
    },
    permissions: ['android.permission.ACCESS_NOTIFICATION_POLICY'],
    component: {
      permission: 'android.permission.BIND_CONDITION_PROVIDER_SERVICE',
      names: ['android.service.notification.ConditionProviderService'],
    },
  },
  fullScreenIntents: {
    group: 'control',
    weight: 2,
    icon: 'screen',
    get sentence() {
      return t`Fill the screen with a notification, even while it’s locked.`;
    },
    permissions: ['android.permission.USE_FULL_SCREEN_INTENT'],
  },
  ignoreBattery: {
    group: 'control',
    weight: 1,
    icon: 'settings',
    get sentence() {
      return t`Ask to run in the background without limits.`;
    },
    permissions: ['android.permission.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS'],
  },
  exactAlarms: {
    group: 'control',
    weight: 1,
    icon: 'settings',
    get sentence() {
      return t`Wake the device at an exact time.`;
    },
    permissions: ['android.permission.SCHEDULE_EXACT_ALARM', 'android.permission.USE_EXACT_ALARM'],
  },
  postNotifications: {
    group: 'control',
    weight: 1,
    icon: 'notifications',
    get sentence() {
      return t`Show notifications.`;
    },
    permissions: ['android.permission.POST_NOTIFICATIONS'],
  },
  siri: {
    group: 'control',
    weight: 2,
    icon: 'microphone',
    get sentence() {
      return t`Send requests to Siri.`;
    },
    usageTexts: ['NSSiriUsageDescription'],
  },
  faceId: {
    group: 'control',
    weight: 2,
    icon: 'personal',
    get sentence() {
      return t`Use Face ID.`;
    },
    usageTexts: ['NSFaceIDUsageDescription'],
  },
  usageStats: {
    group: 'apps',
    weight: 3,
    icon: 'apps',
    get sentence() {
      return t`See which apps are used, and when.`;
    },
    permissions: ['android.permission.PACKAGE_USAGE_STATS'],
  },
  allPackages: {
    group: 'apps',
    weight: 2,
    icon: 'apps',
    get sentence() {
      return t`See all installed apps.`;
    },
    permissions: ['android.permission.QUERY_ALL_PACKAGES'],
  },
  uninstallApps: {
    group: 'apps',
    weight: 2,
    icon: 'apps',
    get sentence() {
      return t`Ask to uninstall other apps.`;
    },
    permissions: ['android.permission.REQUEST_DELETE_PACKAGES'],
  },
  tracking: {
    group: 'apps',
    weight: 3,
    icon: 'apps',
    get sentence() {
      return t`Track people across apps and websites.`;
    },
    usageTexts: ['NSUserTrackingUsageDescription'],
  },
  smsHandler: {
    group: 'messages',
    weight: 4,
    icon: 'messages',
    get sentence() {
      return t`Receive text messages as the default app for them.`;
    },
    component: {
      permission: 'android.permission.BROADCAST_SMS',
      names: ['android.provider.Telephony.SMS_DELIVER'],
    },
  },
  readMessages: {
    group: 'messages',
    weight: 4,
    icon: 'messages',
    get sentence() {
      return t`Read text messages, also those with sign-in codes.`;
    },
    permissions: ['android.permission.READ_SMS'],
  },
  receiveMessages: {
    group: 'messages',
    weight: 4,
    icon: 'messages',
    get sentence() {
      return t`Receive text messages, also those with sign-in codes.`;
    },
    permissions: ['android.permission.RECEIVE_SMS'],
  },
  sendMessages: {
    group: 'messages',
    weight: 4,
    icon: 'messages',
    get sentence() {
      return t`Send text messages, which can cost money.`;
    },
    permissions: ['android.permission.SEND_SMS'],
  },
  inCall: {
    group: 'messages',
    weight: 4,
    icon: 'phone',
    get sentence() {
      return t`See and control all phone calls.`;
    },
    component: {
      permission: 'android.permission.BIND_INCALL_SERVICE',
      names: ['android.telecom.InCallService'],
    },
  },
  callPhone: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Call phone numbers, which can cost money.`;
    },
    permissions: ['android.permission.CALL_PHONE'],
  },
  callScreening: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`See and reject incoming calls.`;
    },
    component: {
      permission: 'android.permission.BIND_SCREENING_SERVICE',
      names: ['android.telecom.CallScreeningService'],
    },
  },
  callRedirection: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`See and redirect outgoing calls.`;
    },
    permissions: ['android.permission.PROCESS_OUTGOING_CALLS'],
    component: {
      permission: 'android.permission.BIND_CALL_REDIRECTION_SERVICE',
      names: ['android.telecom.CallRedirectionService'],
    },
  },
  answerCalls: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Answer phone calls.`;
    },
    permissions: ['android.permission.ANSWER_PHONE_CALLS'],
  },
  readCallLog: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Read who called whom.`;
    },
    permissions: ['android.permission.READ_CALL_LOG'],
  },
  writeCallLog: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Change the list of calls.`;
    },
    permissions: ['android.permission.WRITE_CALL_LOG'],
  },
  receivePictureMessages: {
    group: 'messages',
    weight: 3,
    icon: 'messages',
    get sentence() {
      return t`Receive picture messages.`;
    },
    permissions: ['android.permission.RECEIVE_MMS'],
  },
  connection: {
    group: 'messages',
    weight: 2,
    icon: 'phone',
    get sentence() {
      return t`Make and receive calls for the phone app.`;
    },
    component: {
      permission: 'android.permission.BIND_TELECOM_CONNECTION_SERVICE',
      names: ['android.telecom.ConnectionService'],
    },
  },
  acceptHandover: {
    group: 'messages',
    weight: 2,
    icon: 'phone',
    get sentence() {
      return t`Continue a phone call that another app started.`;
    },
    permissions: ['android.permission.ACCEPT_HANDOVER'],
  },
  internetCalls: {
    group: 'messages',
    weight: 2,
    icon: 'phone',
    get sentence() {
      return t`Make internet calls.`;
    },
    permissions: ['android.permission.USE_SIP'],
  },
  voicemail: {
    group: 'messages',
    weight: 2,
    icon: 'phone',
    get sentence() {
      return t`Add messages to your voicemail.`;
    },
    permissions: ['com.android.voicemail.permission.ADD_VOICEMAIL'],
  },
  receivePushMessages: {
    group: 'messages',
    weight: 2,
    icon: 'messages',
    get sentence() {
      return t`Receive push messages of the network.`;
    },
    permissions: ['android.permission.RECEIVE_WAP_PUSH'],
  },
  emergencyAlerts: {
    group: 'messages',
    weight: 2,
    icon: 'messages',
    get sentence() {
      return t`Read emergency alerts of the mobile network.`;
    },
    permissions: ['android.permission.READ_CELL_BROADCASTS'],
  },
  phoneNumbers: {
    group: 'messages',
    weight: 3,
    icon: 'phone',
    get sentence() {
      return t`Read the device’s phone numbers.`;
    },
    permissions: ['android.permission.READ_PHONE_NUMBERS'],
  },
  phoneState: {
    group: 'messages',
    weight: 2,
    icon: 'phone',
    get sentence() {
      return t`See the state of calls and the network.`;
    },
    permissions: ['android.permission.READ_PHONE_STATE'],
  },
  backgroundLocation: {
    group: 'location',
    weight: 4,
    icon: 'location',
    get sentence() {
      return t`Know where you are even while the app isn’t open.`;
    },
    permissions: ['android.permission.ACCESS_BACKGROUND_LOCATION'],
    usageTexts: ['NSLocationAlwaysAndWhenInUseUsageDescription', 'NSLocationAlwaysUsageDescription'],
  },
  exactLocation: {
    group: 'location',
    weight: 3,
    icon: 'location',
    get sentence() {
      return t`Know exactly where you are.`;
    },
    permissions: ['android.permission.ACCESS_FINE_LOCATION'],
  },
  locationInUse: {
    group: 'location',
    weight: 3,
    icon: 'location',
    get sentence() {
      return t`Know where you are while the app is open.`;
    },
    usageTexts: ['NSLocationWhenInUseUsageDescription'],
  },
  temporaryLocation: {
    group: 'location',
    weight: 3,
    icon: 'location',
    get sentence() {
      return t`Know exactly where you are for a while.`;
    },
    usageTexts: ['NSLocationTemporaryUsageDescriptionDictionary'],
  },
  roughLocation: {
    group: 'location',
    weight: 2,
    icon: 'location',
    get sentence() {
      return t`Know roughly where you are.`;
    },
    permissions: ['android.permission.ACCESS_COARSE_LOCATION'],
  },
  mediaLocation: {
    group: 'location',
    weight: 2,
    icon: 'location',
    get sentence() {
      return t`See where your photos were taken.`;
    },
    permissions: ['android.permission.ACCESS_MEDIA_LOCATION'],
  },
  camera: {
    group: 'recording',
    weight: 3,
    icon: 'camera',
    get sentence() {
      return t`Take photos and record video.`;
    },
    permissions: ['android.permission.CAMERA'],
    usageTexts: ['NSCameraUsageDescription'],
  },
  microphone: {
    group: 'recording',
    weight: 3,
    icon: 'microphone',
    get sentence() {
      return t`Record sound with the microphone.`;
    },
    permissions: ['android.permission.RECORD_AUDIO'],
    usageTexts: ['NSMicrophoneUsageDescription'],
  },
  speechRecognition: {
    group: 'recording',
    weight: 2,
    icon: 'microphone',
    get sentence() {
      return t`Send recorded speech to be recognized.`;
    },
    usageTexts: ['NSSpeechRecognitionUsageDescription'],
  },
  sceneUnderstanding: {
    group: 'recording',
    weight: 3,
    icon: 'camera',
    get sentence() {
      return t`Scan the room around you.`;
    },
    permissions: [
      'android.permission.SCENE_UNDERSTANDING_COARSE',
      'android.permission.SCENE_UNDERSTANDING_FINE',
    ],
  },
  eyeTracking: {
    group: 'recording',
    weight: 3,
    icon: 'camera',
    get sentence() {
      return t`Follow where you look.`;
    },
    permissions: ['android.permission.EYE_TRACKING_COARSE', 'android.permission.EYE_TRACKING_FINE'],
  },
  faceTracking: {
    group: 'recording',
    weight: 3,
    icon: 'camera',
    get sentence() {
      return t`Follow the movements of your face.`;
    },
    permissions: ['android.permission.FACE_TRACKING'],
  },
  handTracking: {
    group: 'recording',
    weight: 2,
    icon: 'camera',
    get sentence() {
      return t`Follow the movements of your hands.`;
    },
    permissions: ['android.permission.HAND_TRACKING'],
  },
  headTracking: {
    group: 'recording',
    weight: 2,
    icon: 'camera',
    get sentence() {
      return t`Follow the movements of your head.`;
    },
    permissions: ['android.permission.HEAD_TRACKING'],
  },
  readContacts: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Read the contacts.`;
    },
    permissions: ['android.permission.READ_CONTACTS'],
  },
  writeContacts: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Change the contacts.`;
    },
    permissions: ['android.permission.WRITE_CONTACTS'],
  },
  contacts: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Read and change the contacts.`;
    },
    usageTexts: ['NSContactsUsageDescription'],
  },
  readCalendar: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Read the calendar.`;
    },
    permissions: ['android.permission.READ_CALENDAR'],
  },
  writeCalendar: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Change the calendar.`;
    },
    permissions: ['android.permission.WRITE_CALENDAR'],
  },
  calendar: {
    group: 'personal',
    weight: 3,
    icon: 'personal',
    get sentence() {
      return t`Read and change the calendar.`;
    },
    usageTexts: ['NSCalendarsFullAccessUsageDescription', 'NSCalendarsUsageDescription'],
  },
  reminders: {
    group: 'personal',
    weight: 2,
    icon: 'personal',
    get sentence() {
      return t`Read and change reminders.`;
    },
    usageTexts: ['NSRemindersUsageDescription'],
  },
  accounts: {
    group: 'personal',
    weight: 2,
    icon: 'personal',
    get sentence() {
      return t`See the accounts on the device.`;
    },
    permissions: ['android.permission.GET_ACCOUNTS'],
  },
  allFiles: {
    group: 'files',
    weight: 4,
    icon: 'files',
    get sentence() {
      return t`Read, change and delete all files.`;
    },
    permissions: ['android.permission.MANAGE_EXTERNAL_STORAGE'],
  },
  readFiles: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Read shared files.`;
    },
    permissions: ['android.permission.READ_EXTERNAL_STORAGE'],
  },
  writeFiles: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Change and delete shared files.`;
    },
    permissions: ['android.permission.WRITE_EXTERNAL_STORAGE'],
  },
  readPhotos: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Read photos.`;
    },
    permissions: ['android.permission.READ_MEDIA_IMAGES'],
  },
  readVideos: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Read videos.`;
    },
    permissions: ['android.permission.READ_MEDIA_VIDEO'],
  },
  readMusic: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Read music and recordings.`;
    },
    permissions: ['android.permission.READ_MEDIA_AUDIO'],
  },
  photoLibrary: {
    group: 'files',
    weight: 3,
    icon: 'files',
    get sentence() {
      return t`Read and change photos.`;
    },
    usageTexts: ['NSPhotoLibraryUsageDescription'],
  },
  addPhotos: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Add photos to the library.`;
    },
    usageTexts: ['NSPhotoLibraryAddUsageDescription'],
  },
  mediaLibrary: {
    group: 'files',
    weight: 2,
    icon: 'files',
    get sentence() {
      return t`Use the music and media library.`;
    },
    usageTexts: ['NSAppleMusicUsageDescription'],
  },
  selectedPhotos: {
    group: 'files',
    weight: 1,
    icon: 'files',
    get sentence() {
      return t`Read photos and videos that you select.`;
    },
    permissions: ['android.permission.READ_MEDIA_VISUAL_USER_SELECTED'],
  },
  backgroundHealth: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Read health data while the app isn’t open.`;
    },
    permissions: ['android.permission.health.READ_HEALTH_DATA_IN_BACKGROUND'],
  },
  heartRate: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Read the heart rate.`;
    },
    permissions: ['android.permission.health.READ_HEART_RATE'],
  },
  readHealth: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Read health data.`;
    },
    permissionPrefix: 'android.permission.health.READ_',
    usageTexts: ['NSHealthShareUsageDescription'],
  },
  writeHealth: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Change health data.`;
    },
    permissionPrefix: 'android.permission.health.WRITE_',
    usageTexts: ['NSHealthUpdateUsageDescription'],
  },
  backgroundBodySensors: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Read body sensors while the app isn’t open.`;
    },
    permissions: ['android.permission.BODY_SENSORS_BACKGROUND'],
  },
  bodySensors: {
    group: 'health',
    weight: 3,
    icon: 'health',
    get sentence() {
      return t`Read body sensors, such as the heart rate.`;
    },
    permissions: ['android.permission.BODY_SENSORS'],
  },
  activity: {
    group: 'health',
    weight: 2,
    icon: 'health',
    get sentence() {
      return t`Know when you walk, cycle or drive.`;
    },
    permissions: ['android.permission.ACTIVITY_RECOGNITION'],
    usageTexts: ['NSMotionUsageDescription'],
  },
  companionDevice: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Run whenever a paired device is near.`;
    },
    component: {
      permission: 'android.permission.BIND_COMPANION_DEVICE_SERVICE',
      names: ['android.companion.CompanionDeviceService'],
    },
  },
  homeDevices: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Control devices at home.`;
    },
    usageTexts: ['NSHomeKitUsageDescription'],
  },
  localNetwork: {
    group: 'nearby',
    weight: 2,
    icon: 'network',
    get sentence() {
      return t`Find and reach devices in the local network.`;
    },
    usageTexts: ['NSLocalNetworkUsageDescription'],
  },
  bluetoothAdvertise: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Make the device visible to others nearby.`;
    },
    permissions: ['android.permission.BLUETOOTH_ADVERTISE'],
  },
  bluetoothConnect: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Connect to paired Bluetooth devices.`;
    },
    permissions: ['android.permission.BLUETOOTH_CONNECT'],
  },
  bluetoothScan: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Find Bluetooth devices nearby.`;
    },
    permissions: ['android.permission.BLUETOOTH_SCAN'],
  },
  bluetooth: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Use Bluetooth.`;
    },
    usageTexts: ['NSBluetoothAlwaysUsageDescription'],
  },
  nearbyWifi: {
    group: 'nearby',
    weight: 2,
    icon: 'network',
    get sentence() {
      return t`Find Wi-Fi devices nearby.`;
    },
    permissions: ['android.permission.NEARBY_WIFI_DEVICES'],
  },
  ranging: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Measure the distance to devices nearby.`;
    },
    permissions: ['android.permission.RANGING', 'android.permission.UWB_RANGING'],
  },
  cleartext: {
    group: 'nearby',
    weight: 1,
    icon: 'network',
    get sentence() {
      return t`Send and receive data without encryption.`;
    },
    setting: 'cleartext',
  },
  readNfcTags: {
    group: 'nearby',
    weight: 2,
    icon: 'nearby',
    get sentence() {
      return t`Read NFC tags.`;
    },
    usageTexts: ['NFCReaderUsageDescription'],
  },
} as const satisfies Readonly<Record<string, Capability>>;

export type CapabilityId = keyof typeof CAPABILITIES;

export const CAPABILITY_IDS = Object.keys(CAPABILITIES) as [CapabilityId, ...CapabilityId[]];

/** The capabilities that a component gives. */
export type SpecialAccessKind = {
  [Id in CapabilityId]: (typeof CAPABILITIES)[Id] extends { readonly component: object } ? Id : never;
}[CapabilityId];

/** Returns a capability by its id. */
export function capability(id: CapabilityId): Capability {
  return CAPABILITIES[id];
}

/** Returns true for the id of a capability; a store may have ids of another release. */
export function isCapability(id: string): id is CapabilityId {
  return Object.hasOwn(CAPABILITIES, id);
}

export const SPECIAL_ACCESS_KINDS = CAPABILITY_IDS.filter((id) => capability(id).component !== undefined) as [
  SpecialAccessKind,
  ...SpecialAccessKind[],
];

/** Returns each capability by the names that a part of its record has. */
function byName<Id extends CapabilityId>(
  ids: readonly Id[],
  namesOf: (record: Capability) => readonly string[],
): ReadonlyMap<string, Id> {
  return new Map(ids.flatMap((id) => namesOf(capability(id)).map((name) => [name, id] as const)));
}

const BY_PERMISSION = byName(CAPABILITY_IDS, ({ permissions = [] }) => permissions);
const BY_USAGE_TEXT = byName(CAPABILITY_IDS, ({ usageTexts = [] }) => usageTexts);
const BY_PREFIX = byName(CAPABILITY_IDS, ({ permissionPrefix }) =>
  permissionPrefix === undefined ? [] : [permissionPrefix],
);
const BY_COMPONENT_PERMISSION = byName(SPECIAL_ACCESS_KINDS, ({ component }) =>
  component ? [component.permission] : [],
);
const BY_COMPONENT_NAME = byName(SPECIAL_ACCESS_KINDS, ({ component }) => component?.names ?? []);

/** Returns the capability that a permission gives whoever requests it, or a usage description on iOS; null for none. */
export function capabilityByPermission(name: string): CapabilityId | null {
  const known = BY_PERMISSION.get(name) ?? BY_USAGE_TEXT.get(name);
  if (known !== undefined) return known;
  for (const [prefix, id] of BY_PREFIX) if (name.startsWith(prefix)) return id;
  return null;
}

/** Returns the capability of a component which only the holder of a permission may use; null for none. */
export function specialAccessByPermission(permission: string): SpecialAccessKind | null {
  return BY_COMPONENT_PERMISSION.get(permission) ?? null;
}

/** Returns the capability that the system looks for by an intent action or the name of meta-data; null for none. */
export function specialAccessByName(name: string): SpecialAccessKind | null {
  return BY_COMPONENT_NAME.get(name) ?? null;
}
