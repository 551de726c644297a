import type { ClientBase, Pool } from 'pg';
import { ADMIN_COMMAND } from '../config/admin-command.ts';
import { StartupError } from '../config/startup-error.ts';

/** Exists while a backup is being restored, and after an interruption. It is a schema, because a restore drops all tables. */
const MARK = 'quayside_restoring';

/** An advisory lock number that nothing else in the database uses. */
const REPLACING_LOCK = 7_282_975;

const USED_ELSEWHERE =
  'Another command, restore or move-database, uses the database. Try again when it is done.';

/**
 * Keeps servers off a database until the connection ends. Servers connect before they look for this lock, so the command that
 * takes it sees those that start. Throws `StartupError` when another command has it.
 */
export async function lockForReplacing(client: ClientBase): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [REPLACING_LOCK]);
  if (!rows[0].locked) throw new StartupError(USED_ELSEWHERE);
}

/** Notes in the database that what it contains is not a store before the restore ends. */
export async function markRestoring(client: ClientBase): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${MARK}`);
}

/** Notes in the database that the restore is complete. */
export async function unmarkRestoring(client: ClientBase): Promise<void> {
  await client.query(`DROP SCHEMA ${MARK}`);
}

/** Throws `StartupError` when a restore into the database was interrupted. */
export async function assertNotHalfRestored(pool: Pool | ClientBase): Promise<void> {
  const { rows } = await pool.query<{ database: string; has: boolean }>(
    'SELECT current_database() AS database, EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS has',
    [MARK],
  );
  if (!rows[0]?.has) return;
  throw new StartupError(
    `A backup was being restored into the database ${rows[0].database}, and the restore was interrupted. Run it again where it ran, with the same settings, or elsewhere with --replace: ${ADMIN_COMMAND} restore DIR`,
  );
}

/**
 * Throws `StartupError` while a command replaces what is in the database, and when a restore was interrupted. It holds the
 * lock only for a moment, so that it waits for nobody, and nobody for it.
 */
export async function assertNotReplaced(pool: Pool): Promise<void> {
  const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock_shared($1) AS free', [REPLACING_LOCK]);
  if (!rows[0].free) throw new StartupError(USED_ELSEWHERE);
  await assertNotHalfRestored(pool);
}
