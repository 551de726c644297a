import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Letter } from '../mail.ts';
import { readSettings } from '../settings/queries.ts';
import { drain } from './drain.ts';
import { noticeLetter, type Sender } from './letter.ts';
import type { Delivery, Outcome } from './outbox.ts';

/** The job that sends the mails that are due. */
export async function sendMails(context: Context, signal: AbortSignal): Promise<void> {
  const sender = await readSender(context);
  const deliver = (_: Context, delivery: Delivery) =>
    sendLetter(context, delivery.email, noticeLetter(delivery, sender));
  await drain(context, { channel: 'email', job: 'send-mails', deliver }, signal);
}

/** The store as its letters speak of it. */
export async function readSender({ db, config, secret }: Context): Promise<Sender> {
  const { storeName } = await readSettings(db);
  return { config, secret, storeName };
}

/** The parts of nodemailer's errors that tell who refused what. */
interface MailError extends Error {
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * Hands one letter to the mail server. A recipient whom it refuses for good (RFC 5321, section 4.2.1: a reply 5xx to
 * RCPT TO) gets no more mails until they ask for it; a letter that it refuses for good is given up; the rest is tried
 * again.
 */
export async function sendLetter(context: Context, email: string, letter: Letter): Promise<Outcome> {
  try {
    await context.mail.send(letter);
    return { result: 'sent' };
  } catch (error) {
    const { command, responseCode = 0, message } = error as MailError;
    const isFinal = responseCode >= 500 && responseCode < 600;
    if (isFinal && command === 'RCPT TO') {
      await pauseAddress(context, email, message);
      return { result: 'fail', reason: message };
    }
    const isRefused = (isFinal && command === 'DATA') || error instanceof RangeError;
    return { result: isRefused ? 'fail' : 'retry', reason: message };
  }
}

async function pauseAddress({ db, clock }: Context, email: string, reason: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO paused_addresses (email, reason, since)
    VALUES (${email.toLowerCase()}, ${reason.slice(0, 500)}, ${clock().toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING`);
}
