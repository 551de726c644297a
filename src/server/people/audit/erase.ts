import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';

/** The events whose details contain the address of a person without an account, or of another account. */
const ADDRESSED = sql.raw(`'member.invited', 'member.invitation-revoked', 'member.declined'`);

/**
 * Erases what the audit log says about a user: the details of events that concern them, and their address where others
 * invited them. Who did what stays, under ids that no longer resolve. The chain stays valid, because it contains only
 * salted hashes of personal data.
 */
export async function eraseUser(
  tx: Tx,
  { uid, email }: { readonly uid: string; readonly email: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE ${auditEvents} SET details = '{}', details_salt = NULL
    WHERE details_salt IS NOT NULL AND (
      ${auditEvents.subjectUid} = ${uid}
      OR ${auditEvents.event} IN (${ADDRESSED}) AND lower(${auditEvents.details}->>'email') = ${email.toLowerCase()}
    )`);
}
