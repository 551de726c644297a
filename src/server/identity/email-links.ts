import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createEmailVerificationToken } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { EmailParts } from '../platform/branding/render-email.ts';
import type { Context } from '../platform/context.ts';
import { authUsers, authVerifications } from '../platform/db/tables/identity.ts';
import { readSettings } from '../platform/settings.ts';
import { confirmationEmail } from './emails/confirmation.ts';
import { resetPasswordEmail } from './emails/reset-password.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * Writes the email with a confirmation link, valid for a day; returns null when the address has no
 * unconfirmed account.
 */
export async function writeConfirmation(
  { db, config, secret }: Context,
  recipient: string,
): Promise<EmailParts | null> {
  const account = await findAccount(db, recipient);
  if (!account || account.emailVerified) return null;
  const token = await createEmailVerificationToken(secret, account.email, undefined, DAY_SECONDS);
  const { storeName } = await readSettings(db);
  return confirmationEmail({
    to: account.email,
    url: `${config.publicUrl}login?mode=verify&token=${token}`,
    storeName,
  });
}

/**
 * Writes the email with a password reset link, valid once and for an hour; returns null when the address has
 * no account. The database only stores the token's hash, in the form that the identity provider looks up.
 */
export async function writeReset(
  { db, config, clock }: Context,
  recipient: string,
): Promise<EmailParts | null> {
  const account = await findAccount(db, recipient);
  if (!account) return null;
  const token = randomBytes(24).toString('base64url');
  const now = clock();
  await db.insert(authVerifications).values({
    id: randomUUID(),
    identifier: createHash('sha256').update(`reset-password:${token}`).digest('base64url'),
    value: account.id,
    expiresAt: new Date(now.getTime() + HOUR_SECONDS * 1_000),
    createdAt: now,
    updatedAt: now,
  });
  const { storeName } = await readSettings(db);
  const url = `${config.publicUrl}login?mode=reset&token=${token}`;
  return resetPasswordEmail({ to: account.email, url, storeName });
}

async function findAccount(db: Context['db'], email: string) {
  const [account] = await db.select().from(authUsers).where(eq(authUsers.email, email.toLowerCase()));
  return account ?? null;
}
