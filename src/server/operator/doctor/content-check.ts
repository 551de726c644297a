import { sql } from 'drizzle-orm';
import { ADMIN_COMMAND } from '../../platform/config/admin-command.ts';
import { copiesOf } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { readProblems } from '../../platform/file-problems/problems.ts';
import { MAX_AGE_DAYS, verifyAllFiles } from '../../platform/files/verify-files.ts';
import type { Log } from '../../platform/log/log.ts';
import { openStorage } from '../../platform/open-storage.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';
import { checkStorage, findMissingStorage } from './storage-checks.ts';

/** Reading every file may take days. */
const READING_TIMEOUT_MS = 7 * 86_400_000;

/** Milliseconds between two lines about the progress. */
const PROGRESS_MS = 2_000;

/** Problems that are named. */
const MAX_NAMED = 3;

interface ContentOptions {
  readonly log: Log;
  /** True to read every stored file now, and to record what is found. */
  readonly readsFiles: boolean;
}

/** Checks the content of stored files: what the verification has found, or all of them now. */
export function contentCheck(parts: DoctorParts, { log, readsFiles }: ContentOptions): DoctorCheck {
  const { db } = parts.database;
  if (!readsFiles) return { name: 'content', run: () => describeContent(db) };
  return {
    name: 'content',
    run: async () => {
      const unusable = await findMissingStorage(parts.config);
      if (unusable) return unusable;
      // In another storage everything would be missing.
      await checkStorage(parts);
      await readFiles(parts, log);
      return await describeContent(db);
    },
    timeoutMs: READING_TIMEOUT_MS,
  };
}

/** Reads every file, and says on standard error how many are done. */
async function readFiles({ config, clock, database: { db } }: DoctorParts, log: Log): Promise<void> {
  const rawStorage = await openStorage(config.storage, { copies: copiesOf(config), clock });
  const print = ({ done, of }: { done: number; of: number }) =>
    process.stderr.write(`Verified ${done.toLocaleString('en')} of ${of.toLocaleString('en')} files.\n`);
  let printedAt = performance.now();
  let last = { done: 0, of: 0 };
  for await (last of verifyAllFiles({ db, rawStorage, clock, log, problems: { forget: () => {} } })) {
    if (performance.now() - printedAt < PROGRESS_MS) continue;
    printedAt = performance.now();
    print(last);
  }
  print(last);
}

async function describeContent(db: Db): Promise<CheckFinding> {
  const { rows } = await db.execute<{ files: number; verified: number; days: number }>(sql`
    SELECT count(*)::int AS files, count(checked_at)::int AS verified,
      coalesce(extract(epoch FROM now() - min(checked_at)) / 86400, 0)::float8 AS days FROM file_checks`);
  const { files = 0, verified = 0, days = 0 } = rows[0] ?? {};
  const { damaged, missing, files: found } = await readProblems(db);
  if (damaged + missing > 0) {
    const named = found
      .slice(0, MAX_NAMED)
      .map(({ key, problem, since }) => `${key} ${problem} since ${since.slice(0, 10)}`);
    const more = damaged + missing > MAX_NAMED ? ', …' : '';
    return error(
      `Stored files damaged: ${damaged}, missing: ${missing} (${named.join(', ')}${more}).`,
      `Restore them from a backup: ${ADMIN_COMMAND} repair-files DIR`,
    );
  }
  const state = `${verified} of ${files} stored files were verified, the oldest of them ${days.toFixed(1)} days ago`;
  return days > MAX_AGE_DAYS
    ? warning(`${state}.`, 'Find failing jobs with “jobs list”: verify-files should run every hour.')
    : ok(`${state}, and none is known to be damaged.`);
}
