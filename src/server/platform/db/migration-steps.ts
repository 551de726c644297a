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

/** Returns a statement without the lines of comments before and in it, and without its semicolon. */
export function withoutComments(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/;$/, '');
}
