import { ADMIN_COMMAND } from '../../platform/config/admin-command.ts';
import { readMigrationLevel } from '../../platform/db/migration-level.ts';
import { assertNotReplaced } from '../../platform/db/replacing.ts';
import { assertDatabaseUsable } from '../../platform/db/requirements.ts';
import { findSchemaProblem } from '../../platform/db/schema-check.ts';
import { OUTBOX_CHANNELS } from '../../platform/db/tables/deliveries.ts';
import { readSecret } from '../../platform/installation.ts';
import { describeMisdated, findMisdatedWork } from '../../platform/queue/misdated-work.ts';
import { findUnreadable } from '../../platform/secrets/check-keys.ts';
import { findSettingsProblem } from '../../platform/settings.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';
import { replicaCheck } from './replica-check.ts';

/** The store verifies its audit log every night, so an older result means that the job doesn't run. */
const MAX_VERIFICATION_HOURS = 36;

/** Differences of the clocks from which signatures, codes and logs suffer. */
const CLOCK_WARNING_SECONDS = 5;
const CLOCK_ERROR_SECONDS = 60;

/** Checks what is in the database, over its connections. */
export function databaseChecks(parts: DoctorParts): DoctorCheck[] {
  return [
    { name: 'database', run: () => checkDatabase(parts) },
    ...replicaCheck(parts),
    { name: 'migrations', run: () => checkMigrations(parts) },
    { name: 'clock', run: () => checkClock(parts) },
    { name: 'secret', run: () => checkSecret(parts) },
    { name: 'settings', run: () => checkSettings(parts) },
    { name: 'jobs', run: () => checkJobs(parts) },
    { name: 'due times', run: () => checkDueTimes(parts) },
    { name: 'deliveries', run: () => checkDeliveries(parts) },
    { name: 'feed', run: () => checkFeedAddress(parts) },
    { name: 'audit', run: () => checkAuditLog(parts) },
  ];
}

async function checkDatabase({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  await assertNotReplaced(pool);
  await assertDatabaseUsable(pool);
  const { rows } = await pool.query<{ version: string; size: string; trigrams: string | null }>(
    `SELECT current_setting('server_version') AS version,
      pg_size_pretty(pg_database_size(current_database())) AS size,
      (SELECT extversion FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams`,
  );
  const { version = '', size = '', trigrams = null } = rows[0] ?? {};
  return ok(`PostgreSQL ${version} with pg_trgm ${trigrams ?? 'available'}; the database has ${size}.`);
}

async function checkMigrations({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  const { rows } = await pool.query<{ has: boolean; database: string }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS has, current_database() AS database`,
  );
  const { has = false, database = '' } = rows[0] ?? {};
  const { status, pending } = await readMigrationLevel(pool, has);
  const problem = await findSchemaProblem(pool, { status, database });
  if (problem) return error(problem.message, problem.fix);
  if (status === 'current') return ok('The tables are up to date.');
  if (status === 'ahead') {
    return warning(
      'A newer version of Quayside has brought the tables up to date. This version can still use them.',
      'Finish the upgrade: start the newer version on this machine too.',
    );
  }
  if (status !== 'behind') {
    return error(
      'The tables were made by another version of Quayside.',
      'Start the version that made them, or restore a backup.',
    );
  }
  return warning(
    `${pending.length} migrations run at the next start.`,
    `See what they lock with: ${ADMIN_COMMAND} migrate --dry-run`,
  );
}

async function checkClock({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  const before = machineTime();
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const seconds = Math.abs((rows[0]?.ms ?? 0) - (before + machineTime()) / 2) / 1_000;
  const message = `The clocks of this machine and the database differ by ${seconds.toFixed(1)} s.`;
  if (seconds < CLOCK_WARNING_SECONDS) return ok(message);
  const fix = 'Set both clocks by NTP (timedatectl set-ntp true); Quayside follows the database’s.';
  return seconds < CLOCK_ERROR_SECONDS ? warning(message, fix) : error(message, fix);
}

/** Returns this machine's time in milliseconds since 1970. */
function machineTime(): number {
  return performance.timeOrigin + performance.now();
}

async function checkSecret({ database: { db }, config }: DoctorParts): Promise<CheckFinding> {
  const { uids, webhookIds, isMailUnreadable } = await findUnreadable(db, await readSecret(config, db));
  if (isMailUnreadable) {
    return warning(
      'The password of the mail server can’t be decrypted.',
      'Enter it again under Email in System Settings.',
    );
  }
  if (uids.length + webhookIds.length === 0) return ok('The secret decrypts every key.');
  return warning(
    `${uids.length} second factors and ${webhookIds.length} webhook secrets can’t be decrypted.`,
    `Turn each factor off with "${ADMIN_COMMAND} remove-second-factor EMAIL"; owners create their webhooks again.`,
  );
}

async function checkJobs({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  const { rows } = await pool.query<{ name: string; failing: number; given: number }>(`
    SELECT task_identifier AS name, count(*)::int AS failing,
      (count(*) FILTER (WHERE attempts >= max_attempts))::int AS given
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL GROUP BY 1 ORDER BY 1`);
  if (rows.length === 0) return ok('No job has failed.');
  const names = rows.map(({ name, failing, given }) => `${name} ${failing} (${given} given up)`).join(', ');
  return warning(
    `Jobs are failing: ${names}.`,
    `"${ADMIN_COMMAND} jobs list" shows their errors, "${ADMIN_COMMAND} jobs retry" runs them again now.`,
  );
}

/** Finds work that waits for a time which the database's clock made up while it was ahead. */
async function checkSettings({ database: { db } }: DoctorParts): Promise<CheckFinding> {
  const problem = await findSettingsProblem(db);
  if (problem === null) return ok('The settings can be read.');
  return error(
    `${problem} Calls and pages that depend on them are unavailable.`,
    'Correct these values in the column data of the table store_settings, or restore a backup. A setting that you remove there has its default, so check who can read the store in System Settings afterwards.',
  );
}

async function checkDueTimes({ database: { db } }: DoctorParts): Promise<CheckFinding> {
  const found = await findMisdatedWork(db);
  if (found.length === 0) return ok('Nothing is due implausibly late.');
  return error(
    `Work is due implausibly late, because the database’s clock was ahead: ${found.map(describeMisdated).join(', ')}.`,
    `Make sure that the clock is right, and run it now: ${ADMIN_COMMAND} jobs retry`,
  );
}

async function checkDeliveries({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  const { rows } = await pool.query<{ channel: string; retried: number; failed: number }>(
    `SELECT channel, (count(*) FILTER (WHERE status = 'pending'))::int AS retried,
      (count(*) FILTER (WHERE status = 'failed'))::int AS failed
    FROM outbox
    WHERE channel = ANY($1) AND (status = 'pending' AND last_error IS NOT NULL
      OR status = 'failed' AND finished_at > now() - interval '7 days')
    GROUP BY 1 ORDER BY 1`,
    [OUTBOX_CHANNELS],
  );
  if (rows.length === 0) return ok('No email, push message or webhook has failed in the last 7 days.');
  const list = rows
    .map(({ channel, retried, failed }) => `${channel} ${retried} retried, ${failed} failed`)
    .join('; ');
  return warning(`Deliveries have failed: ${list}.`, 'See the Admin Dashboard, and the log for each error.');
}

async function checkFeedAddress({ database: { pool }, config }: DoctorParts): Promise<CheckFinding> {
  const { rows } = await pool.query<{ address: string | null }>(`
    SELECT (SELECT repo::json->>'address' FROM feed_groups ORDER BY timestamp DESC LIMIT 1) AS address
    FROM feeds WHERE name = 'fdroid'`);
  const [feed] = rows;
  if (!feed) return ok('The feed is made at the first start.');
  const expected = `${config.publicUrl}fdroid/repo`;
  if (feed.address === expected) return ok(`The feed names its address, ${expected}.`);
  return warning(
    `The feed names the address ${feed.address ?? 'of an earlier version'}, and PUBLIC_URL makes it ${expected}.`,
    'Start Quayside: it makes the feed again. If PUBLIC_URL is wrong, correct it first.',
  );
}

interface LastVerification {
  readonly problemCount: number;
  /** The first problem, as a sentence. */
  readonly first: string | null;
  readonly hours: number;
}

/** Reads the result of the nightly verification; verifying a long log takes minutes. */
async function checkAuditLog({ database: { pool } }: DoctorParts): Promise<CheckFinding> {
  const { rows } = await pool.query<LastVerification>(`
    SELECT problem_count AS "problemCount", problems ->> 0 AS first,
      (extract(epoch FROM now() - verified_at) / 3600)::float8 AS hours
    FROM audit_verification`);
  const [last] = rows;
  if (!last) return ok('The audit log is verified for the first time within a day.');
  const { problemCount, first, hours } = last;
  if (problemCount > 0) {
    return error(
      `The audit log was altered, in ${problemCount} places: ${first ?? ''}`,
      `Keep a copy of the database. "${ADMIN_COMMAND} audit verify" names every altered row.`,
    );
  }
  if (hours < MAX_VERIFICATION_HOURS) return ok('The last verification found the audit log unaltered.');
  return warning(
    `The audit log was last verified ${Math.floor(hours)} hours ago, and should be every day.`,
    `Verify it and sign a checkpoint now: ${ADMIN_COMMAND} audit checkpoint`,
  );
}
