import { sql } from 'drizzle-orm';
import { type EmailParts, renderEmail } from '../../platform/branding/render-email.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_QUEUED_DIGESTS, MAX_QUEUED_EMAILS } from '../../platform/mail/mail.ts';
import { readSettings } from '../../platform/settings.ts';
import { countSent, type Delivery, OPTED_OUT, readWantedDeliveries } from '../notifications/deliveries.ts';
import { nextDigest } from '../notifications/queue-deliveries.ts';
import type { ChannelDefinition, Items, SendDecision, SendOutcome } from '../outbox/channel.ts';
import { LEASE_MS } from '../outbox/lease.ts';
import { mailReceiverSql } from '../outbox/receivers.ts';
import { sendEmail } from './send-email.ts';
import { type Sender, writeDigest, writeEmail } from './write-email.ts';

/** Maximum notifications in one digest; more wait for that of the next day. */
const MAX_IN_DIGEST = 500;

/** Emails about one notification each. There is an SMTP connection for each, so that none waits for another. */
export const NOTIFICATION_EMAILS: ChannelDefinition = {
  name: 'email',
  total: MAX_QUEUED_EMAILS,
  laneLimits: { cause: 3 },
  receiverLimits: { untrusted: 1, trusted: 3, allUntrusted: 3 },
  pausesOnOutage: true,
  keepsFinished: 'all',
  selectDue: (isDue) => sql`
    SELECT o.id::text AS key, ARRAY[o.id] AS ids, o.due_at, o.cause AS turn,
      ${mailReceiverSql(sql`u.email`)} AS receiver, ARRAY['cause ' || o.cause] AS lanes
    FROM outbox o JOIN users u ON u.uid = o.uid
    WHERE ${isDue}`,
  send: async (context, [item]) => {
    const [delivery = null] = await readWantedDeliveries(context, [item]);
    if (!delivery) return [OPTED_OUT];
    return [await sendTo(context, delivery.email, writeEmail(delivery, await readSender(context)))];
  },
  onSent: countSent,
};

/** Emails about several notifications of one user: the daily digest, or review messages of some minutes. */
export const DIGESTS: ChannelDefinition = {
  name: 'digest',
  total: MAX_QUEUED_DIGESTS,
  laneLimits: {},
  receiverLimits: { untrusted: 1, trusted: 2, allUntrusted: 2 },
  pausesOnOutage: false,
  keepsFinished: 'all',
  selectDue: (isDue, now) => sql`
    SELECT o.uid AS key, (array_agg(o.id ORDER BY o.due_at, o.id))[1:${sql.raw(String(MAX_IN_DIGEST))}] AS ids,
      min(o.due_at) AS due_at, o.uid AS turn, ${mailReceiverSql(sql`u.email`)} AS receiver, '{}'::text[] AS lanes
    FROM outbox o JOIN users u ON u.uid = o.uid
    WHERE ${isDue}
    GROUP BY o.uid, u.email
    -- A digest in progress may be about to postpone what didn't fit into it. Clocks differ a little.
    HAVING NOT EXISTS (
      SELECT FROM outbox l
      WHERE l.uid = o.uid AND l.channel = 'digest' AND l.status = 'pending' AND l.attempts > 0
        AND l.due_at > ${now} AND l.due_at <= ${now} + make_interval(secs => ${(2 * LEASE_MS) / 1000}))`,
  send: sendDigest,
  onSent: countSent,
};

async function sendDigest(context: Context, items: Items): Promise<readonly SendDecision[]> {
  await postponeOthers(context, items);
  const deliveries = await readWantedDeliveries(context, items);
  const [first, ...rest] = deliveries.filter((delivery) => delivery !== null);
  if (!first) return items.map(() => OPTED_OUT);
  const digest = writeDigest([first, ...rest], await readSender(context));
  const outcome = await sendTo(context, first.email, digest);
  return deliveries.map((delivery) => (delivery ? outcome : OPTED_OUT));
}

/** Moves what didn't fit into a full digest to the next one, so that nobody gets two a day. */
async function postponeOthers({ db, clock }: Context, items: Items): Promise<void> {
  if (items.length < MAX_IN_DIGEST) return;
  const now = clock();
  await db.execute(sql`
    UPDATE outbox SET due_at = ${nextDigest(now).toISOString()}::timestamptz
    WHERE uid = ${items[0].uid} AND channel = 'digest' AND status = 'pending'
      AND due_at <= ${now.toISOString()}::timestamptz`);
}

/** Sends one email. An address without a mailbox gets no more notifications until its owner resumes them. */
async function sendTo(context: Context, address: Delivery['email'], parts: EmailParts): Promise<SendOutcome> {
  const email = await renderEmail(context, parts);
  const { outcome, isRecipientRejected } = await sendEmail(() => context.mail.sendQueued(email));
  if (isRecipientRejected && outcome.result === 'fail')
    await suppressAddress(context, address, outcome.reason);
  return outcome;
}

/** Reads the store's details for its emails. */
async function readSender({ db, config, secret }: Context): Promise<Sender> {
  const { storeName, storeAccess } = await readSettings(db);
  return { config, secret, storeName, isPublic: storeAccess === 'public' };
}

async function suppressAddress({ db, clock }: Context, email: string, reason: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO email_suppressions (email, reason, since)
    VALUES (${email.toLowerCase()}, ${reason.slice(0, 500)}, ${clock().toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING`);
}
