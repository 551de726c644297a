import { z } from 'zod';
import { idSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';

/** Maximum users chosen for one announcement; an audience reaches more. */
const MAX_CHOSEN = 10_000;

const chosenSchema = z
  .array(idSchema)
  .min(1, { error: () => t`Choose at least one person, or omit userIds to reach the whole audience.` })
  .max(MAX_CHOSEN, { error: () => t`Choose at most 10,000 people.` });

/** The recipients of an announcement: an audience, or only the users in `userIds`. */
const addressedSchema = z.object({
  audience: z.enum(['everyone', 'developers']).default('everyone'),
  userIds: chosenSchema.optional(),
});

/** An announcement's text; the form and the server share this schema. */
export const announcementTextSchema = z.object({
  title: nameSchema(120, () => t`Enter a title.`),
  message: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a message.` })
    .max(4000, { error: () => t`Use at most 4,000 characters.` }),
});

/** An announcement and its progress. Times are ISO 8601. */
export const announcementSchema = z.object({
  id: idSchema,
  title: z.string().max(120),
  message: z.string().max(4000),
  audience: z.enum(['everyone', 'developers', 'chosen']),
  senderUid: idSchema.nullable(),
  senderName: shownNameSchema.nullable(),
  /** `sending`: to in-app lists. `mailing`: that is done; emails and pushes are being queued. */
  status: z.enum(['sending', 'mailing', 'sent', 'stopped']),
  /** Number of recipients at the time of sending. */
  recipients: z.number(),
  /** Recipients processed so far: those who want it have it in their list. */
  reached: z.number(),
  /** Recipients processed so far for emails and pushes, and the results. */
  mailing: z.object({ reached: z.number(), emails: z.number(), pushes: z.number() }),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Announcement = z.infer<typeof announcementSchema>;

const oneSchema = z.object({ announcementId: idSchema });
const announcementOutput = z.object({ announcement: announcementSchema });

export const announcementCalls = {
  'notifications.announce': defineCall({
    access: 'admin',
    reauthentication: true,
    input: announcementTextSchema.extend({
      ...addressedSchema.shape,
      /** Created by the client, so that a repeated request sends it once. */
      announcementId: z.uuid().optional(),
    }),
    output: z.object({ announcementId: idSchema, recipients: z.number() }),
    errors: ['not-found', 'already-exists'],
  }),
  'announcements.countAudience': defineCall({
    access: 'admin',
    reads: ['users'],
    input: addressedSchema,
    output: z.object({ recipients: z.number() }),
    errors: ['not-found'],
  }),
  'announcements.list': defineCall({
    access: 'admin',
    reads: ['announcements'],
    input: pageSchema,
    output: z.object({ announcements: pageOf(announcementSchema), nextCursor: cursorSchema.nullable() }),
    errors: [],
  }),
  'announcements.stop': defineCall({
    access: 'admin',
    input: oneSchema,
    output: announcementOutput,
    errors: ['not-found', 'failed-precondition'],
  }),
};
