import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { FILE_PROBLEMS, type FileProblem } from '#shared/admin/file-problems.ts';
import { oneOf, time } from './columns.ts';

/** The verification of each stored file. Without foreign keys: rows of files that nothing references are deleted. */
export const fileChecks = pgTable(
  'file_checks',
  {
    /** The storage key. */
    key: text('key').primaryKey(),
    /** The SHA-256 at the first verification, in lower-case hex, of a file whose hash nothing else names. */
    sha256: text('sha256'),
    /** The downloads when the file was added here: of files that were never verified, those with most are first. */
    downloads: integer('downloads').notNull().default(0),
    /** When its content was last compared; null before the first time. */
    checkedAt: time('checked_at'),
    /** Null for a file of which no problem is known. */
    problem: text('problem').$type<FileProblem>(),
    /** When the problem was found. */
    since: time('since'),
    /** When admins were notified of the problem. */
    notifiedAt: time('notified_at'),
  },
  (table) => [
    check('file_checks_problem', oneOf(table.problem, FILE_PROBLEMS)),
    check('file_checks_since', sql`(${table.problem} is null) = (${table.since} is null)`),
    index('file_checks_order').on(table.checkedAt.asc().nullsFirst(), table.downloads.desc()),
    index('file_checks_problems').on(table.since, table.key).where(sql`${table.problem} is not null`),
  ],
);
