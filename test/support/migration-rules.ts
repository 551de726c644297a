import { withoutComments } from '#server/platform/db/migration-steps.ts';

/** Tables of one or a few rows, which a statement may rewrite as a whole. */
const SMALL_TABLES = new Set(['store_settings', 'store_setup', 'store_keys', 'feeds', 'installation']);

interface Rule {
  /** Captures the table. */
  readonly statement: RegExp;
  readonly problem: string;
  /** True for what a second step may do; false for what blocks others for too long in any step. */
  readonly isForSecondStep: boolean;
  /** Doesn't apply to statements that contain this. */
  readonly except?: RegExp;
}

const TABLE = '(?:"?public"?\\.)?"?(\\w+)"?';
const ALTER = `^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${TABLE} `;
const rule = (statement: string) => new RegExp(statement, 'is');

const RULES: readonly Rule[] = [
  ...[
    [`^DROP TABLE (?:IF EXISTS )?${TABLE}`, 'removes a table'],
    [`${ALTER}.*\\bDROP COLUMN`, 'removes a column'],
    [`${ALTER}.*\\bRENAME\\b`, 'renames what older servers name'],
    [`${ALTER}.*\\bSET NOT NULL`, 'requires a value that older servers may not write'],
    [`${ALTER}.*\\bTYPE\\b`, 'changes a type'],
    [`${ALTER}.*\\bDROP DEFAULT`, 'removes a default that older servers rely on'],
    [`${ALTER}.*\\bDROP CONSTRAINT`, 'removes a constraint, which ON CONFLICT of older servers may name'],
    [`^CREATE UNIQUE INDEX .*? ON (?:ONLY )?${TABLE}`, 'rejects rows that older servers may write'],
  ].map(([statement = '', problem = '']) => ({ statement: rule(statement), problem, isForSecondStep: true })),
  {
    statement: rule(`${ALTER}.*\\bADD COLUMN .*\\bNOT NULL`),
    except: /\bDEFAULT\b|\bGENERATED\b/i,
    problem: 'adds a column that older servers do not fill',
    isForSecondStep: false,
  },
  {
    statement: rule(`${ALTER}.*\\bADD (?:CONSTRAINT|CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)`),
    except: /\bUSING INDEX\b|\bNOT VALID\b/i,
    problem: 'adds a constraint without NOT VALID, which reads the whole table under a lock',
    isForSecondStep: false,
  },
  {
    statement: rule(`${ALTER}.*\\bADD (?:CONSTRAINT|CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)`),
    problem: 'rejects rows that older servers may write',
    isForSecondStep: true,
  },
  {
    statement: rule(`^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?${TABLE}`),
    except: /\bCONCURRENTLY\b/i,
    problem: 'builds an index without CONCURRENTLY, which blocks writes',
    isForSecondStep: false,
  },
  {
    statement: rule('^DROP INDEX (?:IF EXISTS )?(?:"?public"?\\.)?"?(\\w+)"?'),
    except: /\bCONCURRENTLY\b/i,
    problem: 'drops an index without CONCURRENTLY, which blocks reads',
    isForSecondStep: false,
  },
  {
    statement: rule(`^(?:UPDATE (?:ONLY )?|DELETE FROM (?:ONLY )?)${TABLE}`),
    except: /ctid >= \$1 AND ctid < \$2/i,
    problem: 'changes many rows at once; change them in batches',
    isForSecondStep: false,
  },
  {
    statement: rule(`^(?:LOCK TABLE|LOCK|TRUNCATE(?: TABLE)?) (?:ONLY )?${TABLE}`),
    problem: 'blocks everyone who uses the table',
    isForSecondStep: false,
  },
];

/** Returns what older servers, or those who wait, would not survive of a migration. */
export function findMigrationProblems(migration: string): string[] {
  const isSecondStep = /^\s*-- Second step of \w+/.test(migration);
  const statements = migration
    .split('--> statement-breakpoint')
    .flatMap((part) => withoutComments(part).split(/;\s*$/m))
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const created = createdBy(statements, new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${TABLE}`, 'i'));
  const added = createdBy(statements, /\bADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?/i);
  return statements.flatMap((statement) =>
    RULES.flatMap(({ statement: pattern, problem, isForSecondStep, except }) => {
      const table = pattern.exec(statement)?.[1];
      if (table === undefined || except?.test(statement)) return [];
      if (created.has(table) || SMALL_TABLES.has(table) || (isForSecondStep && isSecondStep)) return [];
      // A rule about a new column is one that older servers never break.
      if (problem.startsWith('rejects rows') && namesOnly(statement, added)) return [];
      return [`${statement.slice(0, 80)}: ${problem}`];
    }),
  );
}

function createdBy(statements: readonly string[], pattern: RegExp): Set<string> {
  return new Set(statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []));
}

/** Returns true when a constraint or an index names one of these columns. */
function namesOnly(statement: string, columns: ReadonlySet<string>): boolean {
  const inside = statement.slice(statement.indexOf('('));
  return [...columns].some((column) => new RegExp(`\\b${column}\\b`).test(inside));
}
