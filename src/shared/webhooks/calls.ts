import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';

/** What a webhook can be told of. `version.findings` comes when the inspection of an upload has ended. */
export const WEBHOOK_EVENTS = [
  'version.findings',
  'version.submitted',
  'version.withdrawn',
  'version.approved',
  'version.rejected',
  'version.published',
  'version.unpublished',
  'version.removed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const eventSchema = z.enum(WEBHOOK_EVENTS);

/** Where an app's events are sent. Times are ISO 8601. */
export const webhookSchema = z.object({
  id: z.string(),
  appId: z.string(),
  url: z.string(),
  events: z.array(eventSchema),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** One event on its way to one webhook, with its last attempt. */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** The same for every attempt and replay of one event: receivers recognise what they had already. */
  eventId: z.string(),
  event: eventSchema,
  /** The body that is sent. */
  payload: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  /** The HTTP status of the last answer; null when none came. */
  responseStatus: z.number().nullable(),
  /** The beginning of the last answer, or why none came. */
  response: z.string().nullable(),
  durationMs: z.number().nullable(),
  createdAt: z.iso.datetime(),
  /** When it was delivered or given up; null while it is pending. */
  finishedAt: z.iso.datetime().nullable(),
  /** When the next attempt comes; null when none does. */
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const newWebhookSchema = z.object({
  appId: z.string(),
  url: z
    .url({ protocol: /^https?$/, error: 'Give an https address.' })
    .max(2000, 'Use at most 2,000 characters.'),
  events: z
    .array(eventSchema)
    .min(1, 'Choose at least one event.')
    .default([...WEBHOOK_EVENTS]),
});

export const webhookCalls = {
  'webhooks.create': defineCall({
    access: 'developer',
    input: newWebhookSchema,
    /** The secret that signs what is sent, in the form of the Standard Webhooks specification; never shown again. */
    output: z.object({ webhook: webhookSchema, secret: z.string() }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  'webhooks.list': defineCall({
    access: 'developer',
    input: z.object({ appId: z.string() }),
    output: z.object({ webhooks: z.array(webhookSchema) }),
    errors: ['not-found'],
  }),
  'webhooks.delete': defineCall({
    access: 'developer',
    input: z.object({ webhookId: z.string() }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'webhooks.deliveries': defineCall({
    access: 'developer',
    input: pageSchema.extend({ webhookId: z.string() }),
    output: z.object({ deliveries: z.array(webhookDeliverySchema), nextCursor: z.string().nullable() }),
    errors: ['not-found'],
  }),
  'webhooks.replay': defineCall({
    access: 'developer',
    input: z.object({ deliveryId: z.string() }),
    output: z.object({ delivery: webhookDeliverySchema }),
    errors: ['not-found'],
  }),
};
