import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { DECLINE_GROUNDS, type DeclineGround, NOTICE_DAYS } from './notice.ts';

const PERIOD = { error: () => t`Choose a period from 7 to 90 days.` };
export const noticeDaysSchema = z
  .number()
  .int(PERIOD)
  .min(NOTICE_DAYS.min, PERIOD)
  .max(NOTICE_DAYS.max, PERIOD);

/** The states of a request to be removed or deleted that wasn't carried out. */
export const DEPARTURE_STATES = ['pending', 'declined'] as const;

export const declineGroundSchema = z.enum(
  Object.keys(DECLINE_GROUNDS) as [DeclineGround, ...DeclineGround[]],
);

/** Longest reason of a request or of declining it, in characters. */
export const MAX_DEPARTURE_REASON_LENGTH = 1_000;

/** The reason for declining a request, which the person reads. */
export const declineReasonSchema = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason. The person sees it.` })
  .max(MAX_DEPARTURE_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });

/** The input for declining a request. */
export const declineSchema = z.object({ ground: declineGroundSchema, reason: declineReasonSchema });

/** A declined request; null unless it was declined. */
const declinedSchema = z
  .object({
    at: z.iso.datetime(),
    ground: declineGroundSchema,
    reason: z.string().max(MAX_DEPARTURE_REASON_LENGTH),
  })
  .nullable();

/** The last request of a person to delete their account. Times are ISO 8601. */
export const deletionRequestSchema = z.object({
  state: z.enum(DEPARTURE_STATES),
  requestedAt: z.iso.datetime(),
  /** When it is carried out, unless something is in the way then. */
  deleteAt: z.iso.datetime(),
  declined: declinedSchema,
});
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

/** The last request to remove an app. Times are ISO 8601. */
export const removalRequestSchema = z.object({
  state: z.enum(DEPARTURE_STATES),
  requestedAt: z.iso.datetime(),
  /** When it is carried out, unless the app is on hold then. */
  removeAt: z.iso.datetime(),
  reason: z.string().max(MAX_DEPARTURE_REASON_LENGTH).nullable(),
  /** True when the publisher asked for the deletion of their account, which the removal is part of. */
  isWithAccount: z.boolean(),
  declined: declinedSchema,
});
export type RemovalRequest = z.infer<typeof removalRequestSchema>;

/** The reason for a removal, which staff and the app's members read. */
export const removalReasonSchema = z
  .string()
  .trim()
  .max(MAX_DEPARTURE_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });
