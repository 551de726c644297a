import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { prepareSession } from '#server/identity/after-sign-in.ts';
import { createAccount } from '#server/identity/create-account.ts';
import { hashPassword } from '#server/identity/password.ts';
import { createUserRecord, readUser } from '#server/identity/users.ts';
import { completeOnboarding } from '#server/people/users/complete-onboarding.ts';
import type { Context } from '#server/platform/context.ts';
import { authSessions } from '#server/platform/db/tables/identity.ts';
import type { CallInput } from '#shared/calls.ts';

/** An account to open: what its owner would enter at sign-up and during onboarding. */
export interface OpenedAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly onboarding: CallInput<'users.completeOnboarding'>;
}

const SESSION_MS = 30 * 24 * 3_600_000;

const hashes = new Map<string, Promise<string>>();

/**
 * Opens an account with a confirmed address that has finished onboarding, at a server in this process, and returns its id
 * with the cookie of a session. Does what sign-up and onboarding write, without their requests, the judgement of the
 * password and the email: those take most of the time.
 */
export async function openAccount(
  context: Context,
  { email, name, password, onboarding }: OpenedAccount,
): Promise<{ uid: string; cookie: string }> {
  const { db, config, secret } = context;
  const now = context.clock();
  const hash = await hashOf(password);
  const uid = await db.transaction(async (tx) => {
    const created = await createAccount(tx, { email, name, hash, emailVerified: true, now });
    if (created === null) throw new Error(`${email} has an account.`);
    await createUserRecord(tx, created);
    return created;
  });
  const record = await readUser(db, uid);
  if (!record) throw new Error(`${email} has no record.`);
  const sessionId = randomUUID();
  const { role } = record;
  await completeOnboarding({
    data: onboarding,
    caller: { via: 'session', uid, role, record, emailConfirmed: true, sessionId, authenticatedAt: now },
    context,
    network: '',
    isGone: () => false,
  });
  const token = randomBytes(24).toString('base64url');
  // The store's own period may end it earlier.
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const session = await prepareSession(context, { expiresAt }, null);
  await db
    .insert(authSessions)
    .values({ ...session, id: sessionId, token, userId: uid, authenticatedAt: now, lastUsedAt: now });
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const prefix = config.publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { uid, cookie: `${prefix}quayside.session_token=${encodeURIComponent(`${token}.${signature}`)}` };
}

/** Hashes each password once: the same one belongs to nearly all accounts of the tests. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}
