import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { t } from '../languages/translate.ts';

interface KindRecord {
  readonly name: string;
  readonly help: string;
  /** The emails, as the object of "stop", in the language in which it is written. */
  readonly emails: () => string;
  /** The specification stores the flag with every account, and selects the recipients of broadcasts by it. */
  readonly isAlwaysStored?: true;
}

/** Every kind of notification that a user can turn off. A kind that is missing here does not exist. */
const KINDS = {
  appUpdates: {
    name: t`App updates`,
    help: t`When an app gets a new version.`,
    emails: () => t`emails about app updates`,
    isAlwaysStored: true,
  },
  approvalNotifications: {
    name: t`Decisions`,
    help: t`When staff approve, reject or remove something of yours.`,
    emails: () => t`emails about reviews of your apps`,
  },
  systemAnnouncements: {
    name: t`Announcements`,
    help: t`News from store staff.`,
    emails: () => t`announcement emails`,
    isAlwaysStored: true,
  },
} as const satisfies Record<string, KindRecord>;

export type SwitchableKind = keyof typeof KINDS;
export const NOTIFICATION_KINDS: Readonly<Record<SwitchableKind, KindRecord>> = KINDS;
export const SWITCHABLE_KINDS = Object.keys(KINDS) as [SwitchableKind, ...SwitchableKind[]];

/** The kind of a notification; `security` cannot be turned off. */
export type NotificationKind = SwitchableKind | 'security';

/** The channels by which a notification reaches a user, each one a flag of the preferences. */
export const CHANNELS = ['inApp', 'email', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** One kind on one channel, such as `appUpdates.email`. */
export type KindChannel = `${SwitchableKind}.${Channel}`;
export const KIND_CHANNELS: readonly KindChannel[] = SWITCHABLE_KINDS.flatMap((kind) =>
  CHANNELS.map((channel) => `${kind}.${channel}` as const),
);

/** The choices of when emails come, the first one by default. */
export const EMAIL_FREQUENCIES = ['immediate', 'allImmediate', 'daily'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** The preferences of specification section 3, with how often emails come and which kinds are off on single channels. */
export const preferencesSchema = z.object({
  userId: idSchema,
  ...flagsOf(SWITCHABLE_KINDS, z.boolean()),
  email: z.boolean(),
  push: z.boolean(),
  inApp: z.boolean(),
  /**
   * The emails that are sent immediately: of `immediate` those about the user and the apps that they work on, of
   * `allImmediate` each one, and of `daily` none. The others of a day are gathered into one digest.
   */
  emailFrequency: z.enum(EMAIL_FREQUENCIES),
  /** Kinds that are off on one channel alone, although kind and channel are on. */
  muted: z.array(z.enum(KIND_CHANNELS)).max(KIND_CHANNELS.length, { error: () => t`List each one once.` }),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

export type StoredPreferences = Omit<NotificationPreferences, 'userId'>;

/** The preferences of a user who has not changed any. */
export const INITIAL_PREFERENCES: StoredPreferences = {
  ...flagsOf(SWITCHABLE_KINDS, true),
  email: true,
  push: true,
  inApp: true,
  emailFrequency: 'immediate',
  muted: [],
};

/** The kinds whose flag is stored with every account from its start. */
export type AlwaysStoredKind = {
  [Kind in SwitchableKind]: (typeof KINDS)[Kind] extends { isAlwaysStored: true } ? Kind : never;
}[SwitchableKind];

/** Returns the flags that are stored with every account, all with one value. */
export function storedFlags(value: boolean): Readonly<Record<AlwaysStoredKind, boolean>> {
  const stored = SWITCHABLE_KINDS.filter((kind) => NOTIFICATION_KINDS[kind].isAlwaysStored);
  return flagsOf(stored as AlwaysStoredKind[], value);
}

function flagsOf<Kind extends string, Value>(kinds: readonly Kind[], value: Value): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, value])) as Record<Kind, Value>;
}

/** A change of any of the fields, at least one. */
export const preferencesChangeSchema = preferencesSchema
  .omit({ userId: true })
  .partial()
  .strict()
  .refine((change) => Object.keys(change).length > 0, {
    error: () => t`Include at least one preference to change.`,
  });
