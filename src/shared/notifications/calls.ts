import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { preferencesChangeSchema, preferencesSchema } from './preferences.ts';

export const notificationTypeSchema = z.enum([
  'app_update',
  'app_approval',
  'app_rejection',
  'app_removal',
  'system_message',
]);
export type NotificationType = z.infer<typeof notificationTypeSchema>;

/** A notification of specification section 3. Times are ISO 8601. */
export const notificationSchema = z.object({
  id: z.string(),
  userId: z.string(),
  type: notificationTypeSchema,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  data: z.record(z.string(), z.string()).optional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
});
export type Notification = z.infer<typeof notificationSchema>;

const oneSchema = z.object({ id: z.string() });

export const notificationCalls = {
  'notifications.list': defineCall({
    access: 'signedIn',
    input: pageSchema.extend({ unreadOnly: z.boolean().optional() }),
    output: z.object({ notifications: z.array(notificationSchema), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'notifications.countUnread': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  'notifications.markRead': defineCall({
    access: 'signedIn',
    input: oneSchema,
    output: z.object({}),
    errors: ['not-found'],
  }),
  'notifications.markAllRead': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
  'notifications.delete': defineCall({
    access: 'signedIn',
    input: oneSchema,
    output: z.object({}),
    errors: ['not-found'],
  }),
  'notifications.getPreferences': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({
      preferences: preferencesSchema,
      /** Why mails to this person are paused: their mail server refused one. Null while they are not. */
      emailPaused: z.object({ since: z.iso.datetime(), reason: z.string() }).nullable(),
    }),
    errors: [],
  }),
  'notifications.updatePreferences': defineCall({
    access: 'signedIn',
    input: preferencesChangeSchema,
    output: z.object({ preferences: preferencesSchema }),
    errors: [],
  }),
  'notifications.resumeEmail': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({}),
    errors: [],
  }),
  'notifications.sendUpdate': defineCall({
    access: 'admin',
    input: z.object({
      appId: z.string(),
      version: z.string().trim().min(1, 'Name the version.').max(100, 'Use at most 100 characters.'),
      changes: z.string().trim().max(4000, 'Use at most 4,000 characters.').default(''),
    }),
    output: z.object({}),
    errors: ['not-found'],
  }),
};
