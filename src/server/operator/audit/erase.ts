import { sql } from 'drizzle-orm';
import { RETENTION } from '#shared/settings/retention.ts';
import { emit } from '../../events/emit.ts';
import { ERASE } from '../../people/audit/erase.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import { allowLongTransaction } from '../../platform/db/open.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';

/** Recent entries explain what is shown in the store, and are needed after an incident. */
const MIN_AGE_DAYS = RETENTION.auditDays.min;
const DAY_MS = 86_400_000;

/**
 * Erases personal data from the entries before a day (`YYYY-MM-DD`, in UTC): who acted, whom it concerned, and the details.
 * Events, times, apps, versions and the facts of approvals stay, and so does the chain. Returns the result as a sentence.
 * Throws `StartupError` for a day that isn't one or is too recent.
 */
export async function eraseEntriesBefore({ db, clock }: Context, day: string): Promise<string> {
  const before = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(day) : null;
  if (!before || Number.isNaN(before.getTime())) {
    throw new StartupError(`${day} isn’t a day. Write it as YYYY-MM-DD.`);
  }
  if (clock().getTime() - before.getTime() < MIN_AGE_DAYS * DAY_MS) {
    throw new StartupError(`Choose a day at least ${MIN_AGE_DAYS} days ago.`);
  }
  const entries = await db.transaction(async (tx) => {
    await allowLongTransaction(tx);
    const { rowCount } = await tx.execute(sql`
      UPDATE ${auditEvents} SET ${ERASE}
      WHERE at < ${before.toISOString()}::timestamptz AND (people_salt IS NOT NULL OR details_salt IS NOT NULL)`);
    const erased = rowCount ?? 0;
    await emit(tx, {
      by: null,
      name: 'audit.erased',
      details: { before: before.toISOString(), entries: erased, by: 'operator' },
    });
    return erased;
  });
  return `Personal data was erased from ${entries} entries before ${day}. The chain and its checkpoints stay valid.`;
}
