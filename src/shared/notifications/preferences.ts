import { z } from 'zod';

/** The kinds of notification that a person can switch, each one a flag of the preferences. */
export const SWITCHABLE_KINDS = ['appUpdates', 'approvalNotifications', 'systemAnnouncements'] as const;
export type SwitchableKind = (typeof SWITCHABLE_KINDS)[number];

/** What a notification is about; security notices, which nobody can switch off, come beside the switchable kinds. */
export type NoticeKind = SwitchableKind | 'security';

/** The ways in which a notification reaches a person, each one a flag of the preferences. */
export const CHANNELS = ['inApp', 'email', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** One kind on one channel, such as `appUpdates.email`. */
export type KindChannel = `${SwitchableKind}.${Channel}`;
export const KIND_CHANNELS: readonly KindChannel[] = SWITCHABLE_KINDS.flatMap((kind) =>
  CHANNELS.map((channel) => `${kind}.${channel}` as const),
);

/** The preferences of specification section 3, with how often mails come and which kinds are off on single channels. */
export const preferencesSchema = z.object({
  userId: z.string(),
  appUpdates: z.boolean(),
  approvalNotifications: z.boolean(),
  systemAnnouncements: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
  inApp: z.boolean(),
  /** `daily` gathers the mails of a day into one letter. */
  emailFrequency: z.enum(['immediate', 'daily']),
  /** Kinds that are off on one channel alone, although kind and channel are on. */
  muted: z.array(z.enum(KIND_CHANNELS)),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

/** What a person changes: any of the fields, at least one. */
export const preferencesChangeSchema = preferencesSchema
  .omit({ userId: true })
  .partial()
  .strict()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one preference to change.');
