import { z } from 'zod';
import { boundedRecord, idSchema, sentenceSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { preferencesChangeSchema, preferencesSchema } from './preferences.ts';

/** Longest title and message, in characters: an app's name or a decision's reason and the words around it. */
const MAX_TITLE_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 10_000;

/** Apps that a row of several updates names. */
export const GROUP_NAMES = 3;

const valueSchema = z.union([
  z.string().max(MAX_MESSAGE_LENGTH),
  z.number(),
  z.array(z.string().max(MAX_MESSAGE_LENGTH)).max(20).readonly(),
]);

/** A notification of specification section 3. Times are ISO 8601. */
export const notificationSchema = z.object({
  id: idSchema,
  userId: idSchema,
  /**
   * One of `NotificationType`, or a type of another release, which is shown as a general notification.
   */
  type: z.string().max(100),
  title: z.string().max(MAX_TITLE_LENGTH),
  message: z.string().max(MAX_MESSAGE_LENGTH),
  /** What `title` and `message` say in English: the name of a record and its values; absent for announcements. */
  about: z
    .object({ name: z.string().max(100), values: boundedRecord(20, z.string().max(100), valueSchema) })
    .optional(),
  read: z.boolean(),
  data: boundedRecord(20, z.string().max(100), z.string().max(MAX_MESSAGE_LENGTH)).optional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
  /** Present on the newest of several updates that a grouped list shows as one row. */
  group: z
    .object({
      /** The id of its oldest update. */
      oldest: idSchema,
      updates: z.number(),
      unread: z.number(),
      apps: z.number(),
      /** The first few apps, the latest updated first. */
      names: z.array(z.string().max(MAX_TITLE_LENGTH)).max(GROUP_NAMES),
    })
    .optional(),
  /** True on an unread decision about the user or their apps, which come first in a grouped list. */
  isFirst: z.literal(true).optional(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** One notification, or with `oldest` every update from it up to `id`, as in a row of a grouped list. */
const rowSchema = z.object({ id: idSchema, oldest: idSchema.optional() });

export const notificationCalls = {
  'notifications.list': defineCall({
    access: 'signedIn',
    reads: ['notifications'],
    input: pageSchema.extend({
      unreadOnly: z.boolean().optional(),
      /** Makes one row of the updates between two other notifications, and lists unread decisions first. */
      grouped: z.boolean().optional(),
      /** Lists the updates of one row of a grouped list: its `id` and `oldest`. */
      updates: z.object({ id: idSchema, oldest: idSchema }).optional(),
    }),
    output: z.object({ notifications: pageOf(notificationSchema), nextCursor: cursorSchema.nullable() }),
    errors: [],
  }),
  'notifications.countUnread': defineCall({
    access: 'signedIn',
    reads: ['notifications'],
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  'notifications.markRead': defineCall({
    access: 'signedIn',
    changes: ['notifications'],
    input: rowSchema,
    output: z.object({}),
    errors: ['not-found'],
  }),
  'notifications.markAllRead': defineCall({
    access: 'signedIn',
    changes: ['notifications'],
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  'notifications.delete': defineCall({
    access: 'signedIn',
    changes: ['notifications'],
    input: rowSchema,
    output: z.object({}),
    errors: ['not-found'],
  }),
  'notifications.getPreferences': defineCall({
    access: 'signedIn',
    reads: ['preferences'],
    input: z.object({}),
    output: z.object({
      preferences: preferencesSchema,
      /** False while no notification is emailed because the address isn't confirmed. */
      isEmailConfirmed: z.boolean(),
      /** Reason for pausing emails to this user: their mail server rejected one. Null while not paused. */
      emailPaused: z.object({ since: z.iso.datetime(), reason: sentenceSchema }).nullable(),
    }),
    errors: [],
  }),
  'notifications.updatePreferences': defineCall({
    access: 'signedIn',
    changes: ['preferences'],
    input: preferencesChangeSchema,
    output: z.object({ preferences: preferencesSchema }),
    errors: [],
  }),
  'notifications.resumeEmail': defineCall({
    access: 'signedIn',
    changes: ['preferences'],
    input: z.object({}),
    output: z.object({}),
    errors: [],
  }),
  'notifications.sendUpdate': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      appId: idSchema,
      version: z
        .string()
        .trim()
        .min(1, { error: () => t`Enter the version.` })
        .max(100, { error: () => t`Use at most 100 characters.` }),
      changes: z
        .string()
        .trim()
        .max(4000, { error: () => t`Use at most 4,000 characters.` })
        .default(''),
    }),
    output: z.object({}),
    errors: ['not-found'],
  }),
};
