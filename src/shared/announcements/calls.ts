import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';

/** People who can be chosen for one announcement; more are reached by one of the audiences. */
const MAX_CHOSEN = 10_000;

const chosenSchema = z
  .array(z.string())
  .min(1, 'Choose at least one person, or leave userIds out to reach the whole audience.')
  .max(MAX_CHOSEN, 'Choose at most 10,000 people.');

/** Who an announcement is for: an audience, or the people in `userIds`, who then are the only ones. */
const addressedSchema = z.object({
  audience: z.enum(['everyone', 'developers']).default('everyone'),
  userIds: chosenSchema.optional(),
});

/** What an admin writes: the form and the server read the same schema. */
export const announcementTextSchema = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  message: z.string().trim().min(1, 'Enter a message.').max(4000, 'Use at most 4,000 characters.'),
});

/** An announcement and how far it has come. Times are ISO 8601. */
export const announcementSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  audience: z.enum(['everyone', 'developers', 'chosen']),
  /** The people chosen by hand; null for an audience. */
  userIds: z.array(z.string()).nullable(),
  senderUid: z.string().nullable(),
  senderName: z.string().nullable(),
  /** `sending`: into the store itself. `mailing`: that is done, mails and pushes are being handed over. */
  status: z.enum(['sending', 'mailing', 'sent', 'stopped']),
  /** How many people it was addressed to when it was sent. */
  recipients: z.number(),
  /** How many of them have been reached: those who want it have it in their list. */
  reached: z.number(),
  /** How many have been looked at for mails and pushes, and what became of these so far. */
  mailing: z.object({ reached: z.number(), emails: z.number(), pushes: z.number() }),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Announcement = z.infer<typeof announcementSchema>;

const oneSchema = z.object({ announcementId: z.string() });
const announcementOutput = z.object({ announcement: announcementSchema });

export const announcementCalls = {
  'notifications.announce': defineCall({
    access: 'admin',
    input: announcementTextSchema.extend({
      ...addressedSchema.shape,
      /** Made by the caller so that sending the same one twice is once. */
      announcementId: z.uuid().optional(),
    }),
    output: z.object({ announcementId: z.string(), recipients: z.number() }),
    errors: ['not-found', 'already-exists'],
  }),
  'announcements.countAudience': defineCall({
    access: 'admin',
    input: addressedSchema,
    output: z.object({ recipients: z.number() }),
    errors: ['not-found'],
  }),
  'announcements.list': defineCall({
    access: 'admin',
    input: pageSchema,
    output: z.object({ announcements: z.array(announcementSchema), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'announcements.get': defineCall({
    access: 'admin',
    input: oneSchema,
    output: announcementOutput,
    errors: ['not-found'],
  }),
  'announcements.stop': defineCall({
    access: 'admin',
    input: oneSchema,
    output: announcementOutput,
    errors: ['not-found', 'failed-precondition'],
  }),
};
