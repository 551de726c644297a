import type { SendOutcome } from '../outbox/channel.ts';

/** The parts of nodemailer's errors that tell what the server rejected. */
interface MailError extends Error {
  readonly command?: string;
  readonly responseCode?: number;
}

interface SentEmail {
  readonly outcome: SendOutcome;
  /** The mail server has no such mailbox (RFC 5321, section 4.2.1: a 5xx reply to RCPT TO). */
  readonly isRecipientRejected: boolean;
}

/** Sends an email. Permanent rejections fail; all other errors are retried. */
export async function sendEmail(send: () => Promise<void>): Promise<SentEmail> {
  try {
    await send();
    return { outcome: { result: 'sent' }, isRecipientRejected: false };
  } catch (error) {
    const { command, responseCode = 0, message } = error as MailError;
    const isFinal = responseCode >= 500 && responseCode < 600;
    const isRecipientRejected = isFinal && command === 'RCPT TO';
    const isRejected = isRecipientRejected || (isFinal && command === 'DATA') || error instanceof RangeError;
    return { outcome: { result: isRejected ? 'fail' : 'retry', reason: message }, isRecipientRejected };
  }
}
