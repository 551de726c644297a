import { eq } from 'drizzle-orm';
import webpush from 'web-push';
import type { PushPayload } from '#shared/push/calls.ts';
import type { Context } from '../context.ts';
import { pushSubscriptions } from '../db/notification-tables.ts';
import { AddressRefused, post } from '../outbound/post.ts';
import { readVapidKeys, type VapidKeys } from '../push/vapid.ts';
import { drain } from './drain.ts';
import { noticeUrl } from './letter.ts';
import type { Delivery, Outcome } from './outbox.ts';

/** How long a push service keeps a message for a browser that is away, in seconds: a week. */
const TTL_SECONDS = 7 * 86_400;

/** Characters of a message that are pushed: a push service takes 4 KiB at least, and no screen shows more (RFC 8030). */
const MESSAGE_LENGTH = 500;

/** The job that sends the push messages that are due. */
export async function sendPushes(context: Context, signal: AbortSignal): Promise<void> {
  const keys = await readVapidKeys(context);
  const deliver = (_: Context, delivery: Delivery) => push(context, keys, delivery);
  await drain(context, { channel: 'push', job: 'send-pushes', deliver }, signal);
}

/** Sends one message, encrypted for its browser alone (RFC 8291), by the push service of that browser. */
async function push(context: Context, keys: VapidKeys, delivery: Delivery): Promise<Outcome> {
  const { db, config } = context;
  const isTarget = eq(pushSubscriptions.id, delivery.target);
  const [subscription] = await db.select().from(pushSubscriptions).where(isTarget);
  if (!subscription) return { result: 'skip', reason: 'This browser takes no push messages any more.' };

  const encrypted = encrypt(context, keys, { delivery, subscription });
  if (!encrypted) return { result: 'fail', reason: 'The keys of the subscription are not valid.' };
  try {
    const answer = await post(subscription.endpoint, encrypted, config);
    if (answer.status >= 200 && answer.status < 300) return { result: 'sent' };
    if (answer.status === 404 || answer.status === 410) {
      await db.delete(pushSubscriptions).where(isTarget);
      return { result: 'skip', reason: 'The browser has withdrawn its subscription.' };
    }
    const reason = `The push service answered ${answer.status}: ${answer.body.slice(0, 200)}`;
    const mayRecover = answer.status === 429 || answer.status >= 500;
    return { result: mayRecover ? 'retry' : 'fail', reason };
  } catch (error) {
    return { result: error instanceof AddressRefused ? 'fail' : 'retry', reason: (error as Error).message };
  }
}

interface Addressed {
  readonly delivery: Delivery;
  readonly subscription: typeof pushSubscriptions.$inferSelect;
}

/** The message as the push service takes it; null when the browser's keys are none. */
function encrypt({ config }: Context, keys: VapidKeys, { delivery, subscription }: Addressed) {
  const { endpoint, p256dh, auth } = subscription;
  const payload: PushPayload = {
    id: delivery.noticeId,
    title: delivery.title,
    message: delivery.message.slice(0, MESSAGE_LENGTH),
    url: noticeUrl(delivery, config.publicUrl),
  };
  try {
    const { headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        TTL: TTL_SECONDS,
        urgency: delivery.kind === 'security' ? 'high' : 'normal',
        // The same message twice replaces itself: RFC 8030, section 5.4.
        topic: delivery.noticeId.replaceAll('-', '').slice(0, 32),
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject: subjectOf(config.publicUrl, config.mailFrom), ...keys },
      },
    );
    return { headers: asStrings(headers), body: body as Buffer };
  } catch {
    return null;
  }
}

/** Whom a push service may ask about this store: an https address or a mail address (RFC 8292, section 2.1). */
function subjectOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

function asStrings(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
