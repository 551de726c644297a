import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { t } from '../languages/translate.ts';

/** The kinds of notification that a user can turn off, each one a flag of the preferences. */
export const SWITCHABLE_KINDS = ['appUpdates', 'approvalNotifications', 'systemAnnouncements'] as const;
export type SwitchableKind = (typeof SWITCHABLE_KINDS)[number];

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

/** The preferences of specification section 3, with how often emails come and which kinds are off on single channels. */
export const preferencesSchema = z.object({
  userId: idSchema,
  appUpdates: z.boolean(),
  approvalNotifications: z.boolean(),
  systemAnnouncements: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
  inApp: z.boolean(),
  /** `daily` gathers the emails of a day into one digest. */
  emailFrequency: z.enum(['immediate', 'daily']),
  /** Kinds that are off on one channel alone, although kind and channel are on. */
  muted: z.array(z.enum(KIND_CHANNELS)).max(KIND_CHANNELS.length, t`List each one once.`),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

/** A change of any of the fields, at least one. */
export const preferencesChangeSchema = preferencesSchema
  .omit({ userId: true })
  .partial()
  .strict()
  .refine((change) => Object.keys(change).length > 0, t`Include at least one preference to change.`);
