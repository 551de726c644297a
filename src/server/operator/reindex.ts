import { sql } from 'drizzle-orm';
import { renderAgain } from '../catalog/listings/html.ts';
import { areIntact } from '../feeds/generations/damage.ts';
import { readGeneration } from '../feeds/generations/generations.ts';
import { rebuildFeeds } from '../feeds/rebuild/rebuild.ts';
import { type Context, useJobs } from '../platform/context.ts';
import { allowLongTransaction } from '../platform/db/open.ts';
import { readProblems } from '../platform/file-problems/problems.ts';
import { type OperatorCommand, onStore } from './command.ts';

export const reindexCommand: OperatorCommand = {
  usage: 'reindex',
  purpose: 'make feeds, rendered listings and sums of downloads again, and say what differed',
  options: {},
  run: onStore((context) => reindex(useJobs(context))),
};

async function reindex(context: Context): Promise<string> {
  const days = await sumOwnerDownloads(context);
  const { rendered, changed } = await renderAgain(context);
  const lines = [
    `Downloads of publishers: ${days === 0 ? 'all sums were right' : `${days} daily sums were wrong, and were corrected`}.`,
    `Descriptions: ${rendered} rendered, ${changed === 0 ? 'none differed' : `${changed} differed and were replaced`}.`,
    `Feeds: ${await makeFeeds(context)}.`,
    `Stored files: ${await describeFiles(context)}.`,
  ];
  return lines.join('\n');
}

/** Sums the downloads of each publisher and day again, which triggers keep. Returns how many sums were wrong. */
async function sumOwnerDownloads({ db }: Context): Promise<number> {
  return db.transaction(async (tx) => {
    await allowLongTransaction(tx);
    // Downloads that are being stored wait until the end.
    await tx.execute(sql`LOCK TABLE app_downloads, owner_downloads IN SHARE ROW EXCLUSIVE MODE`);
    const { rows } = await tx.execute<{ wrong: number }>(sql`
      WITH truth AS (
        SELECT owner_uid, day, sum(count)::int AS count FROM app_downloads GROUP BY owner_uid, day
      ), wrong AS (
        SELECT owner_uid, day, truth.count FROM truth FULL JOIN owner_downloads AS kept USING (owner_uid, day)
        WHERE truth.count IS DISTINCT FROM kept.count
      ), removed AS (
        DELETE FROM owner_downloads AS kept USING wrong
        WHERE kept.owner_uid = wrong.owner_uid AND kept.day = wrong.day AND wrong.count IS NULL
      ), corrected AS (
        INSERT INTO owner_downloads (owner_uid, day, count)
        SELECT owner_uid, day, count FROM wrong WHERE count IS NOT NULL
        ON CONFLICT (owner_uid, day) DO UPDATE SET count = excluded.count
      )
      SELECT count(*)::int AS wrong FROM wrong`);
    return rows[0]?.wrong ?? 0;
  });
}

/** Renders every app again. Files that were lost or changed make a new generation, like different content. */
async function makeFeeds(context: Context): Promise<string> {
  const current = await readGeneration(context.db, 'fdroid');
  const isSourceDamaged = await removeDamagedSources(context);
  const isForced =
    current !== null && (isSourceDamaged || !(await areIntact(context, Object.values(current.files))));
  const result = await rebuildFeeds(context, { isForced });
  if (result === 'busy') return 'a server is making them at the moment, so they were left to it';
  if (result === 'unchanged') return 'every app was rendered again, and nothing differed';
  if (current === null) return 'made for the first time';
  return isForced
    ? 'files were lost or damaged, and were made again'
    : 'the content differed, and was made again';
}

/** Deletes damaged files of the AltStore sources, which are then made again. Returns true when there were some. */
async function removeDamagedSources(context: Context): Promise<boolean> {
  const files = Object.values((await readGeneration(context.db, 'altstore'))?.files ?? {});
  let isDamaged = false;
  for (const file of files) {
    if (await areIntact(context, [file])) continue;
    isDamaged = true;
    await context.rawStorage.delete(file.key);
  }
  return isDamaged;
}

/** Says what is known of the files that aren't made again here. */
async function describeFiles({ db }: Context): Promise<string> {
  const { damaged, missing } = await readProblems(db);
  if (damaged + missing === 0) return 'none is known to be damaged; doctor --files reads all of them';
  return `${damaged} damaged, ${missing} missing; repair-files restores them from a backup`;
}
