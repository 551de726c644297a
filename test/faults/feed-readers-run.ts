import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';
import { databaseUrl, TEMPLATE } from '#test/support/postgres.ts';
import { startTestPostgres } from '#test/support/start-postgres.ts';
import { readWhilePublishing } from './feed-readers.ts';

/* `npm run test:feed`: sixty seconds of publishing and removing on two servers, and readers who must never see half of it. */

const end = performance.now() + Number(process.argv[2] ?? 60) * 1000;
const directory = await mkdtemp(join(tmpdir(), 'quayside-readers-'));
endWithThisProcess(directory);
const postgres = await startTestPostgres(directory);
try {
  const { publications, removals, reads, files, diffs, generations, inconsistencies } =
    await readWhilePublishing({
      // Nothing else uses this PostgreSQL, so the template itself serves.
      databaseUrl: databaseUrl(postgres.socketDirectory, TEMPLATE),
      isEnough: () => performance.now() > end,
      publicationsPerSecond: 2,
      readers: 8,
      apps: 200,
    });
  process.stdout.write(
    `${publications} publications, ${removals} removals, ${generations} generations seen, ${reads} reads of the feed with both indexes, ${diffs} applied diffs and ${files} compared files, ${inconsistencies.length} inconsistencies\n`,
  );
  for (const text of inconsistencies.slice(0, 20)) process.stdout.write(`  ${text}\n`);
  process.exitCode = inconsistencies.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
