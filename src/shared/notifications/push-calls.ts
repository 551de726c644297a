import { z } from 'zod';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .max(bytes * 2, { error: () => t`${what} is too long.` })
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), {
      error: () => t`${what} must be ${bytes} bytes in base64url.`,
    });

/** The result of a browser's `PushSubscription.toJSON()`; W3C Push API, keys as in RFC 8291. */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: () => t`Use an https URL as the endpoint.` })
    .max(2000, { error: () => t`The endpoint is too long.` }),
  keys: z.object({ p256dh: base64url(65, 'p256dh'), auth: base64url(16, 'auth') }),
});

/** The JSON content of a push message for the service worker. */
export interface PushPayload {
  /** Used as the notification's `tag`, so that a repeated message shows once. */
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
    output: z.object({ publicKey: z.string().max(200) }),
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
