import { createHash, randomBytes } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { ADMIN_COMMAND } from '../../platform/config/admin-command.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { setupLinks } from '../../platform/db/tables/store.ts';
import { users } from '../../platform/db/tables/users.ts';
import { createAccount } from '../create-account.ts';
import { hashPassword } from '../password.ts';
import { createUserRecord, hasAdmin } from '../users.ts';

/**
 * Time for which a link stays valid after a later start: of servers that start together, each prints a
 * working link.
 */
const EARLIER_LINKS_MS = 3_600_000;

interface NewAdmin {
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

export function hashSetupToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Prepares the first admin of a new store: creates the account with ADMIN_EMAIL and ADMIN_PASSWORD, or otherwise
 * returns a one-time link to print, a new one at every start until it is used.
 */
export async function prepareFirstAdmin(context: Context): Promise<string | null> {
  const { config, db, clock } = context;
  if (config.admin) {
    await ensureAdmin(context, { ...config.admin, displayName: 'Admin' });
    return null;
  }
  if (await hasAdmin(db)) return null;
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hashSetupToken(token);
  const now = clock();
  await db.delete(setupLinks).where(lt(setupLinks.createdAt, new Date(now.getTime() - EARLIER_LINKS_MS)));
  await db.insert(setupLinks).values({ tokenHash, createdAt: now });
  return `${config.publicUrl}login?setup=${token}`;
}

/**
 * Creates the admin of ADMIN_EMAIL unless one has that address. Never promotes an existing account, because
 * anyone may have signed up with the address before. Throws `StartupError` for one, with what to do.
 */
async function ensureAdmin({ db, clock }: Context, admin: NewAdmin): Promise<void> {
  const findRole = async () => {
    const [known] = await db
      .select({ stored: users.role })
      .from(authUsers)
      .leftJoin(users, eq(users.uid, authUsers.id))
      .where(eq(authUsers.email, admin.email));
    return known?.stored;
  };
  if ((await findRole()) === undefined) {
    const hash = await hashPassword(admin.password);
    const isCreated = await db.transaction(async (tx) => {
      await lockFirstAdmin(tx);
      return createAdmin(tx, { ...admin, hash, now: clock() });
    });
    if (isCreated) return;
  }
  if ((await findRole()) !== 'admin') throw new StartupError(explainTaken(admin.email));
}

function explainTaken(email: string): string {
  return [
    `ADMIN_EMAIL is ${email}, but the account with this email isn’t an admin. It isn’t made one at start, because someone else may have created it.`,
    `If you know whose account it is, make it an admin with: ${ADMIN_COMMAND} promote ${email}`,
    'Otherwise set ADMIN_EMAIL to another email, or remove ADMIN_EMAIL and ADMIN_PASSWORD.',
  ].join('\n');
}

/** An arbitrary advisory lock number that nothing else in the database uses. */
const FIRST_ADMIN_LOCK = 7_282_976;

/** Lets only one transaction create an admin at a time, across all servers and links. */
export async function lockFirstAdmin(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
}

/** A new admin's account; the password's hash is computed before the transaction. */
type AdminAccount = Omit<NewAdmin, 'password'> & { readonly hash: string; readonly now: Date };

/**
 * Creates the first admin and invalidates the one-time links. Returns false without changes when the address has an
 * account.
 */
export async function createAdmin(tx: Tx, admin: AdminAccount): Promise<boolean> {
  const uid = await createAdminAccount(tx, admin);
  if (uid === null) return false;
  await emit(tx, { by: null, name: 'user.first-admin-created', uid });
  return true;
}

/**
 * Creates an account with an onboarded admin record and a confirmed address, and invalidates the one-time links.
 * Returns its uid; null, without changes, when the address has an account.
 */
export async function createAdminAccount(
  tx: Tx,
  { email, displayName, hash, now }: AdminAccount,
): Promise<string | null> {
  const uid = await createAccount(tx, { email, name: displayName, hash, emailVerified: true, now });
  if (uid === null) return null;
  await createUserRecord(tx, uid);
  await tx.update(users).set({ role: 'admin', onboardingCompleted: true }).where(eq(users.uid, uid));
  await tx.delete(setupLinks);
  return uid;
}
