/** Statements that run in one transaction. */
interface TransactionStep {
  readonly kind: 'transaction';
  readonly statements: readonly string[];
}

/** An index that is built or dropped beside reads and writes, which PostgreSQL does outside of transactions. */
interface IndexStep {
  readonly kind: 'index';
  readonly statement: string;
  readonly index: string;
}

/** An UPDATE or DELETE of many rows, in a transaction for each range of the table. */
interface BatchStep {
  readonly kind: 'batches';
  readonly statement: string;
  readonly table: string;
}

/** A part of a migration that is done as a whole or not at all. */
export type MigrationStep = TransactionStep | IndexStep | BatchStep;

const INDEX =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?|DROP INDEX CONCURRENTLY (?:IF EXISTS )?)"?(\w+)"?/i;
/** The parameters are the beginning and the end of the range. */
const BATCHES = /^(?:UPDATE|DELETE FROM) "?(\w+)"? .*ctid >= \$1 AND ctid < \$2/is;
/** Reads the whole table, which the lock of an earlier statement must not outlast. */
const VALIDATION = /^ALTER TABLE \S+ VALIDATE CONSTRAINT /i;
const TABLE = /(?:ONLY\s+)?(?:"?public"?\.)?"?(\w+)"?/.source;
/** The tables whose locks a statement needs; a foreign key and a trigger keep writers out of the other table, too. */
const LOCKED: readonly RegExp[] = [
  new RegExp(String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE}`, 'gi'),
  new RegExp(String.raw`\sREFERENCES\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`^(?:CREATE|DROP)\s[\w\s]*?\b(?:INDEX|TRIGGER)\s.*?\sON\s+${TABLE}`, 'gis'),
];

/**
 * Splits the statements of a migration into steps: validations, indexes built concurrently, and batches are steps of their own,
 * and what is between them is one.
 */
export function planSteps(statements: readonly string[]): MigrationStep[] {
  const steps: MigrationStep[] = [];
  let together: string[] = [];
  const endTransaction = () => {
    if (together.length > 0) steps.push({ kind: 'transaction', statements: together });
    together = [];
  };
  for (const statement of statements) {
    const bare = withoutComments(statement);
    const index = INDEX.exec(bare)?.[1];
    const table = BATCHES.exec(bare)?.[1];
    const isValidation = VALIDATION.test(bare);
    if (index || table || isValidation) endTransaction();
    if (index) steps.push({ kind: 'index', statement: bare, index });
    else if (table) steps.push({ kind: 'batches', statement: bare, table });
    else together.push(statement);
    if (isValidation) endTransaction();
  }
  endTransaction();
  return steps;
}

/** Returns the names of tables whose locks a statement needs; some may be other words of the statement. */
export function namesOfLocked(statement: string): string[] {
  const bare = withoutComments(statement);
  return LOCKED.flatMap((pattern) => [...bare.matchAll(pattern)].flatMap(([, name]) => name ?? []));
}

/** Returns a statement without the lines of comments before and in it, and without its semicolon. */
export function withoutComments(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/;$/, '');
}
