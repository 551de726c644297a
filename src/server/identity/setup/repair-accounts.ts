import { sql } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import { DELETED_OWNER } from '../users.ts';

/**
 * Deletes incomplete accounts left by an older version that was killed: those without credentials that were
 * never used, which have no record or only that of the first admin. Their addresses become available again.
 * An account without a password that was used keeps everything; its owner resets the password by email.
 */
export async function repairAccounts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ uid: string }>(sql`
      DELETE FROM auth_users a
      WHERE a.id <> ${DELETED_OWNER.uid}
        AND NOT EXISTS (SELECT FROM auth_accounts c
          WHERE c.user_id = a.id AND (c.password IS NOT NULL OR c.provider_id <> 'credential'))
        AND NOT EXISTS (SELECT FROM auth_passkeys p WHERE p.user_id = a.id)
        AND NOT EXISTS (SELECT FROM auth_sessions s WHERE s.user_id = a.id)
        AND NOT EXISTS (SELECT FROM apps WHERE owner_uid = a.id)
        AND (NOT EXISTS (SELECT FROM users u WHERE u.uid = a.id)
          OR EXISTS (SELECT FROM audit_events e
            WHERE e.subject_uid = a.id AND e.event = 'user.first-admin-created'))
      RETURNING a.id AS uid`);
    for (const { uid } of rows) {
      await emit(tx, {
        by: null,
        name: 'user.deleted',
        uid,
        details: { reason: 'half-made' },
      });
    }
    if (rows.length > 0) log.warn({ count: rows.length }, 'deleted accounts that were never completed');
  });
}
