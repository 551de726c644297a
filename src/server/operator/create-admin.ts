import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { emit } from '../events/emit.ts';
import { createResetLink } from '../identity/email-links.ts';
import { hashPassword } from '../identity/password.ts';
import { createAdminAccount, lockFirstAdmin } from '../identity/setup/first-admin.ts';
import { ADMIN_COMMAND } from '../platform/config/admin-command.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { readTransactionTime } from '../platform/db/clock.ts';
import type { Db } from '../platform/db/open.ts';
import { type OperatorCommand, onDatabase } from './command.ts';
import { readLine } from './read-line.ts';

export const createAdminCommand: OperatorCommand = {
  usage: 'create-admin EMAIL [--password]',
  purpose: 'create an admin, who sets a password by a link',
  options: { password: { type: 'boolean' } },
  run: onDatabase(async (db, { argument, options, config }) => {
    const email = readEmail(argument);
    const password = options.password === true ? await readNewPassword(email) : null;
    return createAdmin(db, { email, password, publicUrl: config.publicUrl });
  }),
};

interface NewAdmin {
  readonly email: string;
  /** Null for one that the admin sets by a link. */
  readonly password: string | null;
  readonly publicUrl: string;
}

async function createAdmin(db: Db, { email, password, publicUrl }: NewAdmin): Promise<string> {
  // Nobody can know the other one, so the link is the only way in.
  const hash = await hashPassword(password ?? randomBytes(32).toString('base64url'));
  return db.transaction(async (tx) => {
    await lockFirstAdmin(tx);
    const now = await readTransactionTime(tx);
    const uid = await createAdminAccount(tx, { email, displayName: 'Admin', hash, now });
    if (uid === null) {
      throw new StartupError(
        `An account with the email ${email} already exists. Make it an admin with: ${ADMIN_COMMAND} promote ${email}`,
      );
    }
    await emit(tx, { by: null, name: 'user.admin-created', uid, details: { by: 'operator' } });
    if (password !== null) return `${email} is an admin now. Sign in at ${publicUrl}login`;
    const link = await createResetLink(tx, { publicUrl, uid, now });
    return `${email} is an admin now. Set the password within an hour by this link, which works once:\n${link}`;
  });
}

function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (z.email().safeParse(email).success) return email;
  throw new StartupError(`"${text}" isn’t an email address. Use one such as admin@example.org.`);
}

/** Reads a password that isn't shown; an argument would be visible to others in the list of processes. */
async function readNewPassword(email: string): Promise<string> {
  const password = await readLine('New password: ', { isHidden: true });
  const { evaluatePassword } = await import('#shared/account/password-strength.ts');
  const { problem, advice } = evaluatePassword(password, [email, 'quayside']);
  if (problem === null) return password;
  throw new StartupError([problem, ...advice].join(' '));
}
