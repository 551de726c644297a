import { sql } from 'drizzle-orm';
import type { FileProblem } from '#shared/admin/file-problems.ts';
import { markHidden } from '#shared/visible-text.ts';
import type { Context } from '../../platform/context.ts';
import { forgetFiles } from '../../platform/file-problems/problems.ts';
import { findExpectedKeys } from '../../platform/files/expected-files.ts';
import { notifyAdmins } from './admins.ts';
import { contentOf, type NotificationContent } from './content.ts';

/** Maximum files that a notification names. */
const MAX_NAMED = 5;

/** Problems that one notification covers; more are in the next one. */
const BATCH = 1_000;

interface NewProblem extends Record<string, unknown> {
  readonly key: string;
  readonly problem: FileProblem;
  /** The app and version of a package; null for every other file. */
  readonly title: string | null;
}

/**
 * Notifies admins of the files whose problems they weren't notified of, all of them together. Forgets files that were
 * deleted since a request missed them.
 */
export async function notifyOfFiles({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const { rows: found } = await db.execute<{ key: string }>(sql`
    SELECT key FROM file_checks WHERE problem IS NOT NULL AND notified_at IS NULL LIMIT ${BATCH}`);
  if (found.length === 0) return;
  const keys = found.map(({ key }) => key);
  const expected = await findExpectedKeys(db, keys);
  await forgetFiles(
    db,
    keys.filter((key) => !expected.has(key)),
  );
  const now = clock();
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<NewProblem>(sql`
      WITH fresh AS (
        UPDATE file_checks SET notified_at = ${now.toISOString()}::timestamptz
        WHERE key = ANY(${sql.param([...expected])}::text[]) AND problem IS NOT NULL AND notified_at IS NULL
        RETURNING key, problem
      )
      SELECT key, problem, apps.name || ' ' || coalesce(package->>'versionName', file_name) AS title
      FROM fresh LEFT JOIN versions ON versions.id = substr(key, 10) AND key LIKE 'packages/%'
        LEFT JOIN apps ON apps.id = app_id
      ORDER BY title NULLS LAST, key`);
    if (rows.length > 0) await notifyAdmins(tx, describeProblems(rows), now);
  });
}

function describeProblems(all: readonly NewProblem[]): NotificationContent {
  const named = all.slice(0, MAX_NAMED);
  return contentOf('filesDamaged', {
    files: named.map(({ key, title }) => (title === null ? key : `${markHidden(title)} (${key})`)),
    problems: named.map(({ problem }) => problem),
    more: all.length - named.length,
  });
}
