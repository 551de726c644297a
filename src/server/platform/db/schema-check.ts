import { type ClientBase, escapeIdentifier, type Pool } from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { MIGRATION_LEVEL } from './known-migrations.ts';
import { type MigrationLevel, readMigrationLevel } from './migration-level.ts';
import expected from './migrations/schema.json' with { type: 'json' };
import { readSchemaFacts, type SchemaFacts } from './schema-facts.ts';

/** Differences that a message names; the others are counted. */
const MAX_NAMED = 10;

/** The kinds of facts, the ones that explain others first. */
const KINDS = ['extension', 'table', 'column', 'function', 'index', 'constraint', 'trigger'];

/** A part of the schema that this version needs, and that the database lacks or defines differently. */
interface SchemaDifference {
  /** Its kind and name, such as `column apps.name`. */
  readonly fact: string;
  readonly expected: string;
  /** Null when it is missing. */
  readonly found: string | null;
}

/** The tables that the database has for this version, made by `npm run db:generate`. */
const EXPECTED: SchemaFacts = expected;

/** The names of its tables and functions. */
const NAMES = Object.keys(EXPECTED).flatMap((fact) => {
  const { kind, name } = split(fact);
  return kind === 'table' || kind === 'function' ? [name.replace(/\(.*$/s, '')] : [];
});

/**
 * Throws `StartupError` with what is missing and what to do when the tables aren't those that this version needs. Call it when
 * nobody migrates.
 */
export async function assertExpectedSchema(client: ClientBase | Pool): Promise<void> {
  const { rows } = await client.query<{ database: string; has: boolean }>(
    `SELECT current_database() AS database, to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS has`,
  );
  const { database = '', has = false } = rows[0] ?? {};
  const { status } = await readMigrationLevel(client, has);
  const problem = await findSchemaProblem(client, { status, database });
  if (problem) throw new StartupError(`${problem.message} ${problem.fix}`);
}

interface ExaminedSchema extends Pick<MigrationLevel, 'status'> {
  readonly database: string;
}

interface SchemaProblem {
  /** Names the differences. */
  readonly message: string;
  readonly fix: string;
}

/** Compares the schema itself with the one that this version expects at this level. Returns null when nothing is missing. */
export async function findSchemaProblem(
  client: ClientBase | Pool,
  { status, database }: ExaminedSchema,
): Promise<SchemaProblem | null> {
  // Before its migrations have run, a schema is an older version's; nothing says what it should look like.
  if (status !== 'current' && status !== 'ahead') return null;
  if (await hasNewerSecondStep(client)) return null;
  const differences = compareFacts(await readSchemaFacts(client, NAMES), status === 'ahead');
  if (differences.length === 0) return null;
  const named = differences.slice(0, MAX_NAMED).map(describeDifference);
  const others = differences.length - named.length;
  const list = [...named, ...(others > 0 ? [`${others} others`] : [])].join(', ');
  return {
    message: `The tables of the database ${database} aren’t those that this version of Quayside needs, although its migrations have run: ${list}.`,
    fix: findFix(differences),
  };
}

/** Returns true when a newer version removes something, or has removed it: what is left only that one knows. */
async function hasNewerSecondStep(client: ClientBase | Pool): Promise<boolean> {
  const { rows: exists } = await client.query(
    `SELECT to_regclass('drizzle.__second_steps') IS NOT NULL AS has`,
  );
  if (!exists[0].has) return false;
  const { rowCount } = await client.query(
    'SELECT FROM drizzle.__second_steps WHERE created_at > $1 LIMIT 1',
    [MIGRATION_LEVEL],
  );
  return rowCount === 1;
}

/** Lists what is missing or different; anything else in the schema is a stranger's. */
function compareFacts(found: SchemaFacts, isAhead: boolean): SchemaDifference[] {
  return Object.entries(EXPECTED)
    .map(([fact, definition]) => ({ fact, expected: definition, found: found[fact] ?? null }))
    .filter((part) => isDifferent(part, isAhead) && !isOfMissingTable(part.fact, found))
    .toSorted((a, b) => KINDS.indexOf(split(a.fact).kind) - KINDS.indexOf(split(b.fact).kind));
}

/**
 * A newer version may have replaced functions, triggers, indexes and defaults, but left the tables and columns of this one
 * (docs/decisions/082-migrations.md).
 */
function isDifferent({ fact, expected: definition, found }: SchemaDifference, isAhead: boolean): boolean {
  if (!isAhead) return found !== definition;
  const { kind } = split(fact);
  if (kind === 'table') return found === null;
  return kind === 'column' && (found === null || typeOf(found) !== typeOf(definition));
}

/** Of a table that is missing as a whole, its parts say nothing new. */
function isOfMissingTable(fact: string, found: SchemaFacts): boolean {
  const { table } = split(fact);
  return table !== null && found[`table ${table}`] === undefined;
}

/** Splits the name of a fact; `table` is that of which it is a part. */
function split(fact: string): { kind: string; name: string; table: string | null } {
  const [, kind = '', name = ''] = /^(\w+) (.*)$/s.exec(fact) ?? [];
  const isPart = ['column', 'index', 'constraint', 'trigger'].includes(kind);
  return { kind, name, table: isPart ? name.slice(0, name.indexOf('.')) : null };
}

function typeOf(column: string): string {
  return column.replace(/ (?:COLLATE|NOT NULL|GENERATED|DEFAULT) .*$| NOT NULL$/s, '');
}

/** Says what is wrong with a part. The definition of a function is only a hash. */
function describeDifference({ fact, expected: definition, found }: SchemaDifference): string {
  if (found === null) return `the ${fact} is missing`;
  if (found === `${definition} INVALID`) return `the ${fact} is invalid, because its build was interrupted`;
  if (found === `${definition} DISABLED`) return `the ${fact} is disabled`;
  if (fact.startsWith('function ')) return `the ${fact} is another one`;
  return `the ${fact} is “${found}” instead of “${definition}”`;
}

/** Returns the statements that correct the differences, or what to do where data may be missing, too. */
function findFix(differences: readonly SchemaDifference[]): string {
  const statements = differences.map(findStatement);
  if (statements.every((statement) => statement !== null)) {
    return `Run in the database:\n${statements.map((statement) => `  ${statement};`).join('\n')}`;
  }
  return 'Restore the last backup into an empty database. If a development version of Quayside made this one, from before its first release, start with a new one: set another DATA_DIR, or a DATABASE_URL with an empty database.';
}

/** Returns the statement that makes a part of a table again without touching its rows; null when none does. */
function findStatement({ fact, expected: definition, found }: SchemaDifference): string | null {
  const { kind, name, table } = split(fact);
  if (table === null) return null;
  const part = escapeIdentifier(name.slice(table.length + 1));
  const on = escapeIdentifier(table);
  if (found === `${definition} INVALID`) return `REINDEX INDEX CONCURRENTLY ${part}`;
  if (found === `${definition} DISABLED`) return `ALTER TABLE ${on} ENABLE TRIGGER ${part}`;
  if (found === `${definition} NOT VALID`) return `ALTER TABLE ${on} VALIDATE CONSTRAINT ${part}`;
  if (found !== null) return null;
  if (kind === 'index') return definition.replace(' INDEX ', ' INDEX CONCURRENTLY ');
  if (kind === 'trigger') return definition;
  return kind === 'constraint' ? `ALTER TABLE ${on} ADD CONSTRAINT ${part} ${definition}` : null;
}
