/** A lock that a statement takes on a table that has rows. */
export interface TableLock {
  readonly table: string;
  /** The name of the lock in PostgreSQL. */
  readonly lock: string;
  /** The work of others that waits for it. */
  readonly blocks: 'reads and writes' | 'writes' | 'nothing';
}

const READS_AND_WRITES = { lock: 'ACCESS EXCLUSIVE', blocks: 'reads and writes' } as const;
const CONSTRAINT = { lock: 'SHARE ROW EXCLUSIVE', blocks: 'writes' } as const;

interface Rule {
  /** Captures one or two tables. */
  readonly statement: RegExp;
  readonly lock: Omit<TableLock, 'table'>;
}

const TABLE = '(?:"?public"?\\.)?"?(\\w+)"?';

/**
 * The first rule that matches a statement applies.
 * @see https://www.postgresql.org/docs/18/explicit-locking.html
 */
const RULES: readonly Rule[] = [
  {
    statement: new RegExp(`^ALTER TABLE (?:ONLY )?${TABLE}[^;]* FOREIGN KEY [^;]*REFERENCES ${TABLE}`, 'i'),
    lock: CONSTRAINT,
  },
  {
    statement: new RegExp(`^ALTER TABLE (?:ONLY )?${TABLE} VALIDATE CONSTRAINT`, 'i'),
    lock: { lock: 'SHARE UPDATE EXCLUSIVE', blocks: 'nothing' },
  },
  {
    statement: new RegExp(
      `^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|DROP TABLE (?:IF EXISTS )?|TRUNCATE (?:TABLE )?|LOCK TABLE )${TABLE}`,
      'i',
    ),
    lock: READS_AND_WRITES,
  },
  {
    statement: new RegExp(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY [^;]*? ON (?:ONLY )?${TABLE}`, 'i'),
    lock: { lock: 'SHARE UPDATE EXCLUSIVE', blocks: 'nothing' },
  },
  {
    statement: new RegExp(`^CREATE (?:UNIQUE )?INDEX [^;]*? ON (?:ONLY )?${TABLE}`, 'i'),
    lock: { lock: 'SHARE', blocks: 'writes' },
  },
  {
    statement: new RegExp(`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER [^;]*? ON ${TABLE}`, 'i'),
    lock: CONSTRAINT,
  },
  {
    statement: new RegExp(`^(?:UPDATE|DELETE FROM|INSERT INTO) (?:ONLY )?${TABLE}`, 'i'),
    lock: { lock: 'ROW EXCLUSIVE', blocks: 'nothing' },
  },
];

const STRENGTH = ['nothing', 'writes', 'reads and writes'];

/**
 * Estimates the locks of migrations in drizzle-kit's format: the strongest one of each table that existed before. Blocks
 * of code (`DO`) and functions are not looked into.
 */
export function estimateLocks(migrations: string): TableLock[] {
  const statements = migrations.split(/--> statement-breakpoint|;\s*$/m).map((statement) =>
    statement
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const created = new Set(
    statements.flatMap(
      (statement) =>
        new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${TABLE}`, 'i').exec(statement)?.slice(1) ?? [],
    ),
  );
  const strongest = new Map<string, TableLock>();
  for (const found of statements.flatMap(locksOf)) {
    const known = strongest.get(found.table);
    if (
      created.has(found.table) ||
      (known && STRENGTH.indexOf(known.blocks) >= STRENGTH.indexOf(found.blocks))
    )
      continue;
    strongest.set(found.table, found);
  }
  return [...strongest.values()];
}

function locksOf(statement: string): TableLock[] {
  for (const { statement: pattern, lock } of RULES) {
    const match = pattern.exec(statement);
    if (match) return match.slice(1).map((table) => ({ table, ...lock }));
  }
  return [];
}
