import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';
import { databaseUrl, TEMPLATE } from '#test/support/postgres.ts';
import { startTestPostgres } from '#test/support/start-postgres.ts';
import { tooSeldom } from './feed-minimum.ts';
import { readWhilePublishing } from './feed-readers.ts';

/**
 * `npm run test:system -- feed`: sixty seconds of publishing and removing on two servers, and readers who must never see half
 * of it. It also fails when they read or publish too little to prove anything. `--seconds=300` is another time.
 */
export async function runFeedReaders(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: { seconds: { type: 'string', default: '60' } },
  });
  const seconds = Number(values.seconds);
  /** Set once the first feed is read, because a loaded machine takes long to start two servers. */
  let end: number | null = null;
  const directory = await mkdtemp(join(tmpdir(), 'quayside-readers-'));
  endWithThisProcess(directory);
  const postgres = await startTestPostgres(directory);
  try {
    const result = await readWhilePublishing({
      // Nothing else uses this PostgreSQL, so the template itself serves.
      databaseUrl: databaseUrl(postgres.socketDirectory, TEMPLATE),
      isEnough: () => {
        end ??= performance.now() + seconds * 1000;
        return performance.now() > end;
      },
      publicationsPerSecond: 2,
      readers: 8,
      apps: 200,
    });
    const { publications, removals, reads, files, diffs, generations, inconsistencies } = result;
    const problems = [...tooSeldom(result, seconds), ...inconsistencies];
    process.stdout.write(
      `${publications} publications, ${removals} removals, ${generations} generations seen, ${reads} reads of the feed with both indexes, ${diffs} applied diffs and ${files} compared files, ${inconsistencies.length} inconsistencies\n`,
    );
    for (const text of problems.slice(0, 20)) process.stdout.write(`  ${text}\n`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}
