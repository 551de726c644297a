import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createEmailVerificationToken } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { EmailParts } from '../platform/branding/render-email.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/open.ts';
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

/** Writes the email with a password reset link; returns null when the address has no account. */
export async function writeReset(context: Context, recipient: string): Promise<EmailParts | null> {
  const { db, config, clock } = context;
  const account = await findAccount(db, recipient);
  if (!account) return null;
  const url = await createResetLink(db, { publicUrl: config.publicUrl, uid: account.id, now: clock() });
  const { storeName } = await readSettings(db);
  return resetPasswordEmail({ to: account.email, url, storeName });
}

interface ResetLink {
  readonly publicUrl: string;
  readonly uid: string;
  readonly now: Date;
  /** An hour by default. */
  readonly lifetimeSeconds?: number;
}

/**
 * Creates a link by which a new password is set, valid once. The database only stores the token's
 * hash, in the form that the identity provider looks up.
 */
export async function createResetLink(
  db: Db | Tx,
  { publicUrl, uid, now, lifetimeSeconds = HOUR_SECONDS }: ResetLink,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.insert(authVerifications).values({
    id: randomUUID(),
    identifier: createHash('sha256').update(`reset-password:${token}`).digest('base64url'),
    value: uid,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000),
    createdAt: now,
    updatedAt: now,
  });
  return `${publicUrl}login?mode=reset&token=${token}`;
}

async function findAccount(db: Context['db'], email: string) {
  const [account] = await db.select().from(authUsers).where(eq(authUsers.email, email.toLowerCase()));
  return account ?? null;
}
