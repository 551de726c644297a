import { eq } from 'drizzle-orm';
import { emit } from '../events/emit.ts';
import { createResetLink } from '../identity/email-links.ts';
import { createUserRecord } from '../identity/users.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { readTransactionTime } from '../platform/db/clock.ts';
import type { Db } from '../platform/db/open.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { type OperatorCommand, onDatabase } from './command.ts';

export const resetPasswordCommand: OperatorCommand = {
  usage: 'reset-password EMAIL',
  purpose: 'print a link by which a user sets a new password',
  options: {},
  run: onDatabase((db, { argument, config }) => printResetLink(db, argument, config.publicUrl)),
};

async function printResetLink(db: Db, address: string, publicUrl: string): Promise<string> {
  const email = address.trim().toLowerCase();
  return db.transaction(async (tx) => {
    const [account] = await tx.select().from(authUsers).where(eq(authUsers.email, email));
    if (!account) throw new StartupError(`No account has the email ${email}.`);
    await createUserRecord(tx, account.id);
    const link = await createResetLink(tx, {
      publicUrl,
      uid: account.id,
      now: await readTransactionTime(tx),
    });
    await emit(tx, {
      by: null,
      name: 'user.password-link-created',
      uid: account.id,
      details: { by: 'operator' },
    });
    const warning = account.emailVerified
      ? 'Using it signs the account out everywhere.'
      : 'The email was never confirmed, so someone else may have created the account: using the link confirms the email and removes everything that was added before.';
    return `${email} can set a new password within an hour by this link, which works once. ${warning}\n${link}`;
  });
}
