import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { setupLinks } from '../../platform/db/tables/store.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { Handler } from '../handler.ts';
import { hashPassword } from '../password.ts';
import { requireAcceptablePassword } from '../password-policy.ts';
import { hasAdmin } from '../users.ts';
import { createAdmin, hashSetupToken, lockFirstAdmin } from './first-admin.ts';

/** `setup.createFirstAdmin`: creates the first admin by the one-time link, which works once. */
export const createFirstAdmin: Handler<'setup.createFirstAdmin'> = async ({ data, context }) => {
  const { db, clock } = context;
  if (await hasAdmin(db)) {
    throw callError(
      'failed-precondition',
      () => t`This store already has its first admin. Sign in instead.`,
      {
        reason: 'has-admin',
      },
    );
  }
  await requireAcceptablePassword({
    password: data.password,
    personal: [data.email, data.displayName],
  });
  const hash = await hashPassword(data.password);
  await db.transaction(async (tx) => {
    await lockFirstAdmin(tx);
    const [link] = await tx
      .delete(setupLinks)
      .where(eq(setupLinks.tokenHash, hashSetupToken(data.token)))
      .returning();
    if (!link) {
      throw callError(
        'permission-denied',
        () =>
          t`This link is no longer valid. Restart the server: it prints a new one while the store has no admin.`,
      );
    }
    const { displayName } = data;
    const email = data.email.toLowerCase();
    if (await createAdmin(tx, { email, displayName, hash, now: clock() })) return;
    throw callError(
      'already-exists',
      () => t`An account with this email already exists. Use another email.`,
      {
        reason: 'email-taken',
        field: 'email',
      },
    );
  });
  return {};
};
