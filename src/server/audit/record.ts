import type { Tx } from '../db/open.ts';
import { auditEvents } from '../db/tables.ts';

/** One audit event: who did what to which app, version or person, and why. */
export type AuditEvent = Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>;

/** Writes an audit event inside the transaction of the action it records, so that neither exists without the other. */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  await tx.insert(auditEvents).values(event);
}
