import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Identity } from '../auth/identity.ts';
import type { Context } from '../context.ts';
import { authUsers } from '../db/identity-tables.ts';
import { setupLinks, users } from '../db/tables.ts';
import { createUserRecord, hasAdmin } from '../users/queries.ts';

const ROW = 1;

interface NewAdmin {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

export function hashSetupToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Makes sure that a new store gets its first admin: with ADMIN_EMAIL and ADMIN_PASSWORD it is created here;
 * without them a one-time link is made (a new one at every start until it is used) and returned to be printed.
 */
export async function prepareFirstAdmin(context: Context, identity: Identity): Promise<string | null> {
  const { config, db } = context;
  if (config.admin) {
    await ensureAdmin(context, identity, { ...config.admin, displayName: 'Admin' });
    return null;
  }
  if (await hasAdmin(db)) return null;
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hashSetupToken(token);
  await db
    .insert(setupLinks)
    .values({ id: ROW, tokenHash })
    .onConflictDoUpdate({ target: setupLinks.id, set: { tokenHash } });
  return `${config.publicUrl}login?setup=${token}`;
}

/** Creates the account unless the address has one, and its admin record with onboarding done. A later role change stays. */
async function ensureAdmin(context: Context, identity: Identity, admin: NewAdmin): Promise<void> {
  const email = admin.email.toLowerCase();
  const [known] = await context.db
    .select({ uid: authUsers.id, role: users.role })
    .from(authUsers)
    .leftJoin(users, eq(users.uid, authUsers.id))
    .where(eq(authUsers.email, email));
  if (known?.role) return;
  const uid = known?.uid ?? (await createAccount(identity, { ...admin, email }));
  await makeAdmin(context, uid);
}

/** Creates an account from inside the server, whatever the store's policy on registration is. Gives its uid. */
export async function createAccount(
  identity: Identity,
  { email, password, displayName }: NewAdmin,
): Promise<string> {
  const provider = await identity.$context;
  const account = await provider.internalAdapter.createUser(
    { email, name: displayName, emailVerified: true },
    { method: 'admin' },
  );
  await provider.internalAdapter.linkAccount({
    userId: account.id,
    providerId: 'credential',
    accountId: account.id,
    password: await provider.password.hash(password),
  });
  return account.id;
}

/** Gives an account the admin's record, onboarding done, and uses up the one-time link; in one transaction. */
export async function makeAdmin({ db, clock }: Context, uid: string): Promise<void> {
  await db.transaction(async (tx) => {
    await createUserRecord(tx, uid);
    await tx
      .update(users)
      .set({ role: 'admin', onboardingCompleted: true, updatedAt: clock() })
      .where(eq(users.uid, uid));
    await tx.delete(setupLinks).where(eq(setupLinks.id, ROW));
    await recordAudit(tx, { actorUid: null, event: 'user.first-admin-created', subjectUid: uid });
  });
}
