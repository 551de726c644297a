import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { writeConfirmation, writeReset } from '../../identity/email-links.ts';
import { type EmailParts, renderEmail } from '../../platform/branding/render-email.ts';
import type { Context } from '../../platform/context.ts';
import type { OutboxRow } from '../../platform/db/tables/deliveries.ts';
import { MAX_ACCOUNT_EMAILS } from '../../platform/mail/mail.ts';
import { readContent } from '../../platform/queue/queue-email.ts';
import type { ChannelDefinition, SendOutcome } from '../outbox/channel.ts';
import { mailReceiverSql } from '../outbox/receivers.ts';
import { sendEmail } from './send-email.ts';

/**
 * Emails about accounts and invitations. They have their own connections (`mail.ts`), because somebody waits for
 * them. Emails caused by another user also take turns by that user.
 */
export const ACCOUNT_EMAILS: ChannelDefinition = {
  name: 'account-email',
  total: MAX_ACCOUNT_EMAILS,
  laneLimits: { caused: 2, cause: 1 },
  receiverLimits: { untrusted: 1, trusted: 2, allUntrusted: 3 },
  pausesOnOutage: false,
  keepsFinished: 'failed',
  selectDue: (isDue) => sql`
    SELECT o.id::text AS key, ARRAY[o.id] AS ids, o.due_at, r.receiver AS turn, r.receiver,
      CASE WHEN o.cause = '' THEN '{}' ELSE ARRAY['caused', 'cause ' || o.cause] END AS lanes
    FROM outbox o CROSS JOIN LATERAL (SELECT ${mailReceiverSql(sql`o.target`)} AS receiver) r
    WHERE ${isDue}`,
  send: async (context, [item]) => [await sendAccountEmail(context, item)],
};

async function sendAccountEmail(context: Context, item: OutboxRow): Promise<SendOutcome> {
  try {
    const parts = await write(context, item);
    if (parts === null) return { result: 'skip', reason: 'The account that it is about is gone.' };
    const email = await renderEmail(context, withMessageId(context, item, parts));
    const { outcome } = await sendEmail(() => context.mail.send(email));
    return outcome;
  } catch (error) {
    context.log.error({ err: error, outboxId: item.id }, 'an email could not be written');
    return { result: 'retry', reason: (error as Error).message };
  }
}

async function write(context: Context, { target, encryptedContent }: OutboxRow): Promise<EmailParts | null> {
  if (encryptedContent === null) return null;
  const content = readContent(encryptedContent, context.secret);
  if (content.template === 'confirm-address') return writeConfirmation(context, target);
  if (content.template === 'reset-password') return writeReset(context, target);
  return { ...content.email, to: target };
}

/** Returns the same id for every attempt: email programs show messages with one id once (RFC 5322, section 3.6.4). */
function withMessageId({ config, secret }: Context, { id }: OutboxRow, parts: EmailParts): EmailParts {
  const hash = createHash('sha256').update(`${secret} account email ${id}`).digest('hex').slice(0, 32);
  const host = new URL(config.publicUrl).hostname;
  return { ...parts, headers: { ...parts.headers, 'Message-ID': `<${hash}@${host}>` } };
}
