import { z } from 'zod';
import { addressSchema, idSchema, MAX_LIST_ENTRIES, sentenceSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../events.ts';
import { t } from '../languages/translate.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Limits on webhooks. */
export const WEBHOOK_LIMITS = {
  perApp: 10,
  /** Redeliveries per hour, per webhook and per user. */
  replaysPerHour: 30,
  replaysPerPersonPerHour: 60,
  /** Test events per hour, per webhook and per user. */
  testsPerHour: 20,
  testsPerPersonPerHour: 40,
  /** The attempts for which an event holds back those behind it: some minutes, long enough for a restart. */
  holdingAttempts: 5,
  /** Days of continuous failures after which a webhook is disabled. */
  failingDays: 3,
} as const;

/** Longest body of a delivery, in characters. */
const MAX_PAYLOAD_LENGTH = 100_000;

const eventSchema = z.enum(WEBHOOK_EVENTS);

/** A receiver of an app's events. Times are ISO 8601. */
export const webhookSchema = z.object({
  id: idSchema,
  appId: idSchema,
  url: addressSchema,
  events: z.array(eventSchema).max(WEBHOOK_EVENTS.length),
  createdAt: z.iso.datetime(),
  /** Time since which every attempt has failed; null after a success. */
  failingSince: z.iso.datetime().nullable(),
  /** Time when it was disabled after `WEBHOOK_LIMITS.failingDays` of failures; null while enabled. */
  disabledAt: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The delivery of one event to one webhook, with its last attempt. */
export const webhookDeliverySchema = z.object({
  id: idSchema,
  webhookId: idSchema,
  /** Same for all attempts and replays of an event, so that receivers can detect duplicates. */
  eventId: idSchema,
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  /** The sent body. */
  payload: z.string().max(MAX_PAYLOAD_LENGTH),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempts: z.number(),
  /** HTTP status of the last response; null without one. */
  responseStatus: z.number().nullable(),
  /** Start of the last response, or the reason why there was none. */
  response: sentenceSchema.nullable(),
  durationMs: z.number().nullable(),
  createdAt: z.iso.datetime(),
  /** Time when it was delivered or given up; null while pending. */
  finishedAt: z.iso.datetime().nullable(),
  /** Time of the next attempt; null without one. */
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const newWebhookSchema = z.object({
  appId: idSchema,
  url: z
    .url({ protocol: /^https?$/, error: () => t`Use an https URL.` })
    .max(2000, { error: () => t`Use at most 2,000 characters.` }),
  events: z
    .array(eventSchema)
    .min(1, { error: () => t`Choose at least one event.` })
    .max(WEBHOOK_EVENTS.length, { error: () => t`Choose each event once.` })
    .default([...WEBHOOK_EVENTS]),
});

export const webhookCalls = {
  'webhooks.create': defineCall({
    access: 'developer',
    token: 'webhooks',
    input: newWebhookSchema,
    /** The signing secret in the Standard Webhooks format; shown only once. */
    output: z.object({ webhook: webhookSchema, secret: z.string().max(200) }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  'webhooks.list': defineCall({
    access: 'developer',
    token: 'webhooks',
    reads: ['webhooks'],
    input: z.object({ appId: idSchema }),
    output: z.object({ webhooks: z.array(webhookSchema).max(MAX_LIST_ENTRIES) }),
    errors: ['not-found'],
  }),
  'webhooks.delete': defineCall({
    access: 'developer',
    token: 'webhooks',
    input: z.object({ webhookId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'webhooks.deliveries': defineCall({
    access: 'developer',
    token: 'webhooks',
    reads: ['webhooks'],
    input: pageSchema.extend({ webhookId: idSchema }),
    output: z.object({ deliveries: pageOf(webhookDeliverySchema), nextCursor: cursorSchema.nullable() }),
    errors: ['not-found'],
  }),
  'webhooks.replay': defineCall({
    access: 'developer',
    token: 'webhooks',
    changes: ['webhooks'],
    input: z.object({ deliveryId: idSchema }),
    output: z.object({ delivery: webhookDeliverySchema }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  /** Posts a test event at once. It is sent once, and changes nothing but the log. */
  'webhooks.sendTest': defineCall({
    access: 'developer',
    token: 'webhooks',
    changes: ['webhooks'],
    input: z.object({ webhookId: idSchema }),
    output: z.object({ delivery: webhookDeliverySchema }),
    errors: ['not-found', 'resource-exhausted'],
  }),
  'webhooks.resume': defineCall({
    access: 'developer',
    token: 'webhooks',
    /** Also where it is on already, because the caller's screen says otherwise. */
    changes: ['webhooks'],
    input: z.object({ webhookId: idSchema }),
    output: z.object({ webhook: webhookSchema }),
    errors: ['not-found'],
  }),
};
