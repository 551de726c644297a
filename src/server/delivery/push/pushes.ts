import { eq, sql } from 'drizzle-orm';
import { wordNotification } from '#shared/notifications/notification-records.ts';
import type { PushPayload } from '#shared/notifications/push-calls.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { pushSubscriptions } from '../../platform/db/tables/deliveries.ts';
import { languageOf, writeIn } from '../../platform/languages.ts';
import { defaultSender } from '../../platform/mail/mail-configuration.ts';
import { PrivateAddressError } from '../../platform/safe-fetch/lookup.ts';
import { postSafely } from '../../platform/safe-fetch/safe-fetch.ts';
import { readSettings } from '../../platform/settings.ts';
import { countSent, type Delivery, OPTED_OUT, readWantedDeliveries } from '../notifications/deliveries.ts';
import { notificationUrl } from '../notifications/notification-url.ts';
import type { ChannelDefinition, SendOutcome } from '../outbox/channel.ts';
import { readVapidKeys, type VapidKeys } from './vapid.ts';

/** Time for which a push service keeps a message for an offline browser, in seconds: one week. */
const TTL_SECONDS = 7 * 86_400;

/** Maximum characters of a message: push services accept at least 4 KiB (RFC 8030), and no screen shows more. */
const MESSAGE_LENGTH = 500;

/** Returns the push service of a subscription, by host and port. */
const RECEIVER = sql`coalesce((
  SELECT substring(lower(s.endpoint) from '^https?://([^/?#]+)') FROM push_subscriptions s WHERE s.id = o.target
), '')`;

/** Users choose their push service, so a receiver gets many messages only once it has accepted some. */
export const PUSHES: ChannelDefinition = {
  name: 'push',
  total: 20,
  laneLimits: { cause: 10 },
  receiverLimits: { untrusted: 2, trusted: 10, allUntrusted: 10 },
  pausesOnOutage: true,
  keepsFinished: 'all',
  selectDue: (isDue) => sql`
    SELECT o.id::text AS key, ARRAY[o.id] AS ids, o.due_at, o.cause AS turn, ${RECEIVER} AS receiver,
      ARRAY['cause ' || o.cause] AS lanes
    FROM outbox o WHERE ${isDue}`,
  send: async (context, [item]) => {
    const [delivery = null] = await readWantedDeliveries(context, [item]);
    return [delivery ? await push(context, delivery) : OPTED_OUT];
  },
  onSent: countSent,
};

/** Sends one message by the browser's push service, encrypted for that browser alone (RFC 8291). */
async function push(context: Context, delivery: Delivery): Promise<SendOutcome> {
  const { db, config } = context;
  const isTarget = eq(pushSubscriptions.id, delivery.target);
  const [subscription] = await db.select().from(pushSubscriptions).where(isTarget);
  if (!subscription) return { result: 'skip', reason: 'This browser no longer accepts push notifications.' };

  const keys = await readVapidKeys(context);
  const encrypted = await encrypt(context, keys, { delivery, subscription });
  if (!encrypted) return { result: 'fail', reason: 'The keys of the subscription aren’t valid.' };
  try {
    const { status, body } = await postSafely(subscription.endpoint, encrypted, config);
    if (status >= 200 && status < 300) return { result: 'sent' };
    if (status === 404 || status === 410) {
      await db.delete(pushSubscriptions).where(isTarget);
      return { result: 'skip', reason: 'The browser cancelled its subscription.' };
    }
    const reason = `The push service responded with ${status}: ${body.slice(0, 200)}`;
    return { result: status === 429 || status >= 500 ? 'retry' : 'fail', reason };
  } catch (error) {
    return {
      result: error instanceof PrivateAddressError ? 'fail' : 'retry',
      reason: (error as Error).message,
    };
  }
}

interface AddressedPush {
  readonly delivery: Delivery;
  readonly subscription: typeof pushSubscriptions.$inferSelect;
}

/** Returns the request to the push service; null when the browser's keys are invalid. */
async function encrypt({ db, config }: Context, keys: VapidKeys, { delivery, subscription }: AddressedPush) {
  const { endpoint, p256dh, auth } = subscription;
  const { storeAccess } = await readSettings(db);
  const { title, message } = writeIn(languageOf(delivery), () =>
    wordNotification({ ...delivery, about: delivery.about ?? undefined }),
  );
  const payload: PushPayload = {
    id: delivery.notificationId,
    title,
    message: message.slice(0, MESSAGE_LENGTH),
    url: notificationUrl(delivery, { publicUrl: config.publicUrl, isPublic: storeAccess === 'public' }),
  };
  const { default: webpush } = await import('web-push');
  try {
    const { headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        TTL: TTL_SECONDS,
        urgency: delivery.kind === 'security' ? 'high' : 'normal',
        // A repeated message replaces the first one: RFC 8030, section 5.4.
        topic: topicOf(delivery),
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject: subjectOf(config), ...keys },
      },
    );
    return { headers: asStrings(headers), body: body as Buffer };
  } catch {
    return null;
  }
}

/** Returns the topic: up to 32 characters of base64url (RFC 8030, section 5.4). */
function topicOf({ notificationId }: Delivery): string {
  return `notification-${notificationId}`;
}

/** Returns the contact for push services: an https address or an email address (RFC 8292, section 2.1). */
function subjectOf(config: Pick<Config, 'publicUrl' | 'mailFrom'>): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl;
  const sender = config.mailFrom ?? defaultSender(config);
  return `mailto:${/<([^<>]+)>$/.exec(sender)?.[1] ?? sender}`;
}

function asStrings(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
