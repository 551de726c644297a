import { type ClientBase, escapeIdentifier, type Pool } from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { readMigrationLevel } from './migration-level.ts';

/** The oldest supported PostgreSQL (https://www.postgresql.org/support/versioning/). */
const MIN_POSTGRES_MAJOR = 15;

interface DatabaseState {
  readonly version: number;
  readonly database: string;
  readonly user: string;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  /** The schema of new tables; null when the search path contains no existing schema. */
  readonly schema: string | null;
  readonly canCreateTables: boolean;
  readonly canCreateSchemas: boolean;
  readonly hasSchemas: boolean;
  readonly hasTrigrams: boolean;
  readonly isTrigramsAvailable: boolean;
  /** The owner of Quayside's tables, if it is a role whose rights this user lacks. */
  readonly otherOwner: string | null;
  readonly hasMigrations: boolean;
}

/** Reads everything in one query; names are unqualified because `pg_catalog` is searched first. */
const STATE = `
  SELECT current_setting('server_version_num')::int AS version, current_database() AS database,
    current_user AS "user", current_setting('server_encoding') AS encoding,
    current_setting('transaction_read_only')::boolean AS "isReadOnly", current_schema() AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreateTables",
    has_database_privilege(current_database(), 'CREATE') AS "canCreateSchemas",
    (SELECT count(*) FROM pg_namespace WHERE nspname IN ('drizzle', 'graphile_worker')) = 2 AS "hasSchemas",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "isTrigramsAvailable",
    (SELECT tableowner FROM pg_tables
      WHERE ((schemaname = 'drizzle' AND tablename = '__drizzle_migrations')
        OR (schemaname = current_schema() AND tablename = 'auth_users')
        OR (schemaname = 'graphile_worker' AND tablename = '_private_jobs'))
        AND NOT pg_has_role(current_user, tableowner, 'USAGE') LIMIT 1) AS "otherOwner",
    EXISTS (SELECT FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations')
      AS "hasMigrations"`;

/**
 * Checks that Quayside can migrate and use the database, before it changes anything. Returns the names of
 * database and user. Throws `StartupError` with the statement that fixes the problem.
 */
export async function assertDatabaseUsable(
  pool: Pool | ClientBase,
): Promise<Pick<DatabaseState, 'database' | 'user'>> {
  const { rows } = await pool.query<DatabaseState>(STATE);
  const state = rows[0] as DatabaseState;
  const problem =
    findServerProblem(state) ?? findOwnerProblem(state) ?? (await findSchemaProblem(pool, state));
  if (problem !== null) throw new StartupError(problem);
  return state;
}

function findServerProblem({ version, encoding, isReadOnly, database, user }: DatabaseState): string | null {
  const major = Math.floor(version / 10_000);
  if (major < MIN_POSTGRES_MAJOR) {
    return `The database runs on PostgreSQL ${major}, and Quayside needs ${MIN_POSTGRES_MAJOR} or newer. Upgrade PostgreSQL (pg_upgrade, or pg_dump and restore), or set DATABASE_URL to a newer server.`;
  }
  if (encoding !== 'UTF8') {
    return `The database ${database} has the encoding ${encoding}, and Quayside needs UTF8. Create another one and set DATABASE_URL to it:\n  CREATE DATABASE quayside OWNER ${escapeIdentifier(user)} ENCODING 'UTF8' TEMPLATE template0;`;
  }
  if (isReadOnly) {
    return `The database ${database} is read-only. Set DATABASE_URL to the primary server instead of a standby, or allow writing:\n  ALTER DATABASE ${escapeIdentifier(database)} SET default_transaction_read_only = off;`;
  }
  return null;
}

function findOwnerProblem({ otherOwner, user, database }: DatabaseState): string | null {
  if (otherOwner === null) return null;
  return `The tables in ${database} belong to ${otherOwner}, and ${user} of DATABASE_URL doesn't have that role's rights. ${asSuperuser(database, `GRANT ${escapeIdentifier(otherOwner)} TO ${escapeIdentifier(user)};`)}`;
}

async function findSchemaProblem(pool: Pool | ClientBase, state: DatabaseState): Promise<string | null> {
  const { status } = await readMigrationLevel(pool, state.hasMigrations);
  if (status === 'newer' || status === 'foreign') return explainLevel(status, state.database);
  return status === 'behind' ? findMissingRight(state) : null;
}

/** Explains why this version can't use a database. */
export function explainLevel(status: 'newer' | 'foreign', database: string): string {
  return status === 'newer'
    ? `The database ${database} was brought up to date by a newer Quayside, which removed what this one needs. Start that version again, or restore the backup from before the upgrade into an empty database.`
    : `The database ${database} was made by a development version of Quayside, from before its first release, and can't be brought up to date. Start with a new one: set another DATA_DIR, or a DATABASE_URL with an empty database.`;
}

/** Finds problems that would make a pending migration fail. */
function findMissingRight(state: DatabaseState): string | null {
  const { database, user, schema } = state;
  const role = escapeIdentifier(user);
  if (!state.hasTrigrams && !state.isTrigramsAvailable) {
    return `PostgreSQL's extension pg_trgm isn't installed on the database server. Install PostgreSQL's contrib package there (Debian: apt install postgresql-contrib). ${asSuperuser(database, 'CREATE EXTENSION pg_trgm;')}`;
  }
  if (!state.canCreateSchemas && !(state.hasSchemas && state.hasTrigrams)) {
    return `${user} of DATABASE_URL may not create schemas and extensions in the database ${database}. ${asSuperuser(database, `GRANT CREATE ON DATABASE ${escapeIdentifier(database)} TO ${role};`)}`;
  }
  if (schema === null) {
    return `The database ${database} has no schema for tables that ${user} of DATABASE_URL may use. ${asSuperuser(database, `CREATE SCHEMA IF NOT EXISTS public; GRANT USAGE, CREATE ON SCHEMA public TO ${role};`)}`;
  }
  if (!state.canCreateTables) {
    return `${user} of DATABASE_URL may not create tables in the schema ${schema} of the database ${database}. ${asSuperuser(database, `GRANT CREATE ON SCHEMA ${escapeIdentifier(schema)} TO ${role};`)}`;
  }
  return null;
}

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

/** Explains a failed migration to the operator; null when the error is not from the database. */
export function explainMigrationError(
  error: unknown,
  { database, user }: Pick<DatabaseState, 'database' | 'user'>,
): StartupError | null {
  const { code, message } = rootCause(error) as { code?: unknown; message: string };
  if (/Graphile Worker schema revision/.test(message)) {
    return new StartupError(
      `The job queue of the database ${database} was brought up to date by a newer Quayside than this one. Start that version again, or restore the backup from before the upgrade into an empty database.`,
    );
  }
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return null;
  const fixes: Record<string, string> = {
    [INSUFFICIENT_PRIVILEGE]: asSuperuser(
      database,
      `ALTER DATABASE ${escapeIdentifier(database)} OWNER TO ${escapeIdentifier(user)};`,
    ),
    [LOCK_NOT_AVAILABLE]:
      'Another program used a table for ten minutes. End its transaction, and start again: the migration continues where it stopped.',
  };
  const fix =
    fixes[code] ??
    'Fix the cause, or restore a backup, and start again: the migration continues where it stopped.';
  return new StartupError(
    `The tables of the database ${database} can't be brought up to date: ${message}. ${fix}`,
  );
}

function rootCause(error: unknown): Error {
  let cause = error as Error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

function asSuperuser(database: string, statement: string): string {
  return `As a superuser, run in ${database}:\n  ${statement}`;
}
