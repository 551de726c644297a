import { sql } from 'drizzle-orm';
import type { EventName } from '#shared/events.ts';
import { emit } from '../../events/emit.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { ERASED_UID } from '../../platform/transparency/log-line.ts';

/** The events whose details contain the address of a person without an account, or of another account. */
const ADDRESSED: readonly EventName[] = [
  'member.invited',
  'member.invitation-revoked',
  'member.declined',
  'user.invited',
  'user.invitation-revoked',
];

const ERASED = 'audit.erased' satisfies EventName;

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
      OR ${oneOf(auditEvents.event, ADDRESSED)} AND lower(${auditEvents.details}->>'email') = ${email.toLowerCase()}
    )`);
}

/** Entries erased by one statement, so that none holds locks for long. */
const BATCH = 5_000;

/**
 * Erases personal data from all entries before a time: who acted, whom it concerned, and the details. Events, times,
 * apps, versions and the facts of approvals stay, and so does the chain. Continues where the last erasure ended, and
 * records what it erased, also when it is aborted.
 */
export async function eraseOldEntries(db: Db, before: Date, signal: AbortSignal): Promise<void> {
  let place: EntryPosition | null = await findEndOfErased(db);
  let entries = 0;
  while (place !== null && !signal.aborted) {
    const batch: ErasedBatch = await eraseBatch(db, place, before);
    entries += batch.erased;
    place = batch.next;
  }
  if (entries === 0) return;
  const end = place === null ? before : new Date(place.at);
  const details = { before: end.toISOString(), entries };
  await db.transaction((tx) => emit(tx, { by: null, name: ERASED, details }));
}

/** The last entry of a batch, in the order of time. */
interface EntryPosition {
  readonly at: string;
  readonly id: number;
}

interface ErasedBatch {
  readonly erased: number;
  /** Null when there are no more. */
  readonly next: EntryPosition | null;
}

/** Nothing is added to the log with an earlier time, so all before the last erasure has been erased. */
async function findEndOfErased(db: Db): Promise<EntryPosition> {
  const { rows } = await db.execute<{ at: string }>(sql`
    SELECT coalesce(max(details->>'before'), '2000-01-01T00:00:00Z') AS at FROM ${auditEvents}
    WHERE event = ${ERASED}`);
  return { at: rows[0]?.at ?? '2000-01-01T00:00:00Z', id: 0 };
}

async function eraseBatch(db: Db, after: EntryPosition, before: Date): Promise<ErasedBatch> {
  const { rows } = await db.execute<{ erased: number; length: number; at: string; id: number }>(sql`
    WITH batch AS (
      SELECT id, at FROM ${auditEvents}
      WHERE (at, id) > (${after.at}::timestamptz, ${after.id}) AND at < ${before.toISOString()}::timestamptz
      ORDER BY at, id LIMIT ${BATCH}
    ), erased AS (
      UPDATE ${auditEvents} AS e SET ${ERASE}
      FROM batch WHERE e.id = batch.id AND (e.people_salt IS NOT NULL OR e.details_salt IS NOT NULL)
      RETURNING e.id
    )
    SELECT (SELECT count(*)::int FROM erased) AS erased, count(*) OVER ()::int AS length, at::text AS at, id::float AS id
    FROM batch ORDER BY batch.at DESC, batch.id DESC LIMIT 1`);
  const [last] = rows;
  if (!last) return { erased: 0, next: null };
  return { erased: last.erased, next: last.length === BATCH ? { at: last.at, id: last.id } : null };
}

/** The columns of an entry without personal data. */
export const ERASE = sql`
  actor_uid = CASE WHEN actor_uid IS NOT NULL THEN ${sql.raw(`'${ERASED_UID}'`)} END,
  subject_uid = CASE WHEN subject_uid IS NOT NULL THEN ${sql.raw(`'${ERASED_UID}'`)} END,
  people_salt = NULL, details = '{}', details_salt = NULL`;
