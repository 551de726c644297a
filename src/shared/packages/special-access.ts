import { t } from '../languages/translate.ts';

/** A kind of control over the device that Android gives a component of an app. */
interface SpecialAccess {
  /** The permission by which only the system may use the component. */
  readonly permission: string;
  /** Actions in its intent filters, and names of its meta-data, by which the system finds it. */
  readonly names: readonly string[];
  /** The access as a sentence. */
  readonly explanation: () => string;
}

/**
 * Special access by kind (developer.android.com, the reference of each service, and `Manifest.permission`, the
 * permissions whose names begin with `BIND_`).
 */
export const SPECIAL_ACCESS = {
  accessibility: {
    permission: 'BIND_ACCESSIBILITY_SERVICE',
    names: ['android.accessibilityservice.AccessibilityService', 'android.accessibilityservice'],
    explanation: () => t`Read the screen and tap in other apps.`,
  },
  deviceAdmin: {
    permission: 'BIND_DEVICE_ADMIN',
    names: [
      'android.app.action.DEVICE_ADMIN_ENABLED',
      'android.app.action.PROFILE_PROVISIONING_COMPLETE',
      'android.app.device_admin',
    ],
    explanation: () => t`Lock or erase the device.`,
  },
  vpn: {
    permission: 'BIND_VPN_SERVICE',
    names: ['android.net.VpnService'],
    explanation: () => t`See and redirect all network traffic.`,
  },
  notificationListener: {
    permission: 'BIND_NOTIFICATION_LISTENER_SERVICE',
    names: ['android.service.notification.NotificationListenerService'],
    explanation: () => t`Read notifications of all apps.`,
  },
  inputMethod: {
    permission: 'BIND_INPUT_METHOD',
    names: ['android.view.InputMethod', 'android.view.im'],
    explanation: () => t`See everything that is typed.`,
  },
  spellChecker: {
    permission: 'BIND_TEXT_SERVICE',
    names: ['android.service.textservice.SpellCheckerService', 'android.view.textservice.scs'],
    explanation: () => t`Read typed texts to check their spelling.`,
  },
  autofill: {
    permission: 'BIND_AUTOFILL_SERVICE',
    names: ['android.service.autofill.AutofillService', 'android.autofill'],
    explanation: () => t`Read and fill in forms of other apps.`,
  },
  credentialProvider: {
    permission: 'BIND_CREDENTIAL_PROVIDER_SERVICE',
    names: ['android.service.credentials.CredentialProviderService', 'android.credentials.provider'],
    explanation: () => t`Keep passwords and passkeys of other apps.`,
  },
  assistant: {
    permission: 'BIND_VOICE_INTERACTION',
    names: ['android.service.voice.VoiceInteractionService', 'android.voice_interaction'],
    explanation: () => t`Act as the assistant, which can see the screen.`,
  },
  callScreening: {
    permission: 'BIND_SCREENING_SERVICE',
    names: ['android.telecom.CallScreeningService'],
    explanation: () => t`See and reject incoming calls.`,
  },
  callRedirection: {
    permission: 'BIND_CALL_REDIRECTION_SERVICE',
    names: ['android.telecom.CallRedirectionService'],
    explanation: () => t`See and redirect outgoing calls.`,
  },
  inCall: {
    permission: 'BIND_INCALL_SERVICE',
    names: ['android.telecom.InCallService'],
    explanation: () => t`See and control all phone calls.`,
  },
  connection: {
    permission: 'BIND_TELECOM_CONNECTION_SERVICE',
    names: ['android.telecom.ConnectionService'],
    explanation: () => t`Make and receive calls for the phone app.`,
  },
  smsHandler: {
    permission: 'BROADCAST_SMS',
    names: ['android.provider.Telephony.SMS_DELIVER'],
    explanation: () => t`Receive text messages as the default app for them.`,
  },
  payment: {
    permission: 'BIND_NFC_SERVICE',
    names: [
      'android.nfc.cardemulation.action.HOST_APDU_SERVICE',
      'android.nfc.cardemulation.host_apdu_service',
    ],
    explanation: () => t`Act as a payment card over NFC.`,
  },
  doNotDisturb: {
    permission: 'BIND_CONDITION_PROVIDER_SERVICE',
    names: ['android.service.notification.ConditionProviderService'],
    explanation: () => t`Switch Do Not Disturb on and off.`,
  },
  carrier: {
    permission: 'BIND_CARRIER_SERVICES',
    names: ['android.service.carrier.CarrierService', 'android.service.carrier.CarrierMessagingService'],
    explanation: () => t`Change settings of the mobile network.`,
  },
} as const satisfies Record<string, SpecialAccess>;

export type SpecialAccessKind = keyof typeof SPECIAL_ACCESS;

export const SPECIAL_ACCESS_KINDS = Object.keys(SPECIAL_ACCESS) as [
  SpecialAccessKind,
  ...SpecialAccessKind[],
];

const BY_PERMISSION = new Map(
  SPECIAL_ACCESS_KINDS.map((kind) => [`android.permission.${SPECIAL_ACCESS[kind].permission}`, kind]),
);
const BY_NAME = new Map(
  SPECIAL_ACCESS_KINDS.flatMap((kind) =>
    SPECIAL_ACCESS[kind].names.map((name) => [name as string, kind] as const),
  ),
);

/** Returns the access that a component has which only the holder of a permission may use; null for none. */
export function specialAccessByPermission(permission: string): SpecialAccessKind | null {
  return BY_PERMISSION.get(permission) ?? null;
}

/** Returns the access that the system looks for by an intent action or the name of meta-data; null for none. */
export function specialAccessByName(name: string): SpecialAccessKind | null {
  return BY_NAME.get(name) ?? null;
}
