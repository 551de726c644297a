import { z } from 'zod';
import { defineCall } from '../call.ts';

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`),
      `${what} is not ${bytes} bytes in base64url.`,
    );

/** What a browser's `PushSubscription.toJSON()` gives; W3C Push API, keys as of RFC 8291. */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Give the endpoint as an https address.' })
    .max(2000, 'The endpoint is too long.'),
  keys: z.object({ p256dh: base64url(65, 'p256dh'), auth: base64url(16, 'auth') }),
});

/** What the service worker finds in a push message, as JSON. */
export interface PushPayload {
  /** Show it as the notification's `tag`: the same message twice then shows once. */
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** The address to open on a click. */
  readonly url: string;
}

export const pushCalls = {
  'push.publicKey': defineCall({
    access: 'signedIn',
    input: z.object({}),
    /** The VAPID key (RFC 8292) to subscribe with, as base64url of the uncompressed point. */
    output: z.object({ publicKey: z.string() }),
    errors: [],
  }),
  'push.subscribe': defineCall({
    access: 'signedIn',
    input: pushSubscriptionSchema,
    output: z.object({}),
    errors: ['failed-precondition', 'resource-exhausted'],
  }),
  'push.unsubscribe': defineCall({
    access: 'signedIn',
    input: pushSubscriptionSchema.pick({ endpoint: true }),
    output: z.object({}),
    errors: [],
  }),
};
