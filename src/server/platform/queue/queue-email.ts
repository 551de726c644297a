import type { EmailParts } from '../branding/render-email.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/open.ts';
import { outbox } from '../db/tables/deliveries.ts';
import { ACCOUNT_EMAIL, decryptAtRest, encryptAtRest } from '../secrets/encryption.ts';
import { readSettings } from '../settings.ts';
import { enqueue } from './enqueue.ts';

/**
 * The content of an account email. Expiring links are created when it is sent, so that they are valid even
 * after a delay, and for the account that has the address then.
 */
export type EmailContent =
  | { readonly template: 'confirm-address' }
  | { readonly template: 'reset-password' }
  | { readonly template: 'written'; readonly email: Omit<EmailParts, 'to'> };

interface NewEmail {
  readonly recipient: string;
  readonly content: EmailContent;
  /** The uid of the user who caused it, when different from the recipient. */
  readonly cause?: string;
}

type Parts = Pick<Context, 'secret' | 'clock'>;

/** Adds an email to the outbox in the caller's transaction; it is sent after the commit. */
export async function queueEmail(
  tx: Db | Tx,
  { secret, clock }: Parts,
  { recipient, content, cause = '' }: NewEmail,
): Promise<void> {
  const now = clock();
  await tx.insert(outbox).values({
    channel: 'account-email',
    target: recipient,
    cause,
    encryptedContent: encryptAtRest(Buffer.from(JSON.stringify(content)), { secret, name: ACCOUNT_EMAIL }),
    dueAt: now,
    createdAt: now,
  });
  await enqueue(tx, { name: 'send-outbox', payload: { channel: 'account-email' } });
}

/** Writes an email and adds it to the outbox; `write` receives the store's name. */
export async function queueWrittenEmail(
  tx: Db | Tx,
  context: Parts,
  write: (storeName: string) => EmailParts,
): Promise<void> {
  const { storeName } = await readSettings(tx);
  const { to, ...email } = write(storeName);
  await queueEmail(tx, context, { recipient: to, content: { template: 'written', email } });
}

/** Decrypts the content of an email in the outbox. Throws when it was encrypted with another secret. */
export function readContent(encryptedContent: string, secret: string): EmailContent {
  return JSON.parse(
    decryptAtRest(encryptedContent, { secret, name: ACCOUNT_EMAIL }).toString(),
  ) as EmailContent;
}
