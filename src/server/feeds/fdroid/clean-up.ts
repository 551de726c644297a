import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { SERVED_MS } from './files.ts';
import { deleteGenerations, FEED_PREFIX, readExpired, readGeneration, readPastFiles } from './generations.ts';

/**
 * A generation is served for an hour. While a large feed produces very many, each is served only as long as a
 * client needs.
 */
const KEEPING = { servedMs: SERVED_MS, leastMs: 600_000, maxBytes: 2 * 1024 ** 3 };

/** Files checked per job. */
const BATCH = 500;

/** Deletes expired generations, and files that no generation references any more. */
export async function removeExpired({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<void> {
  const expired = await readExpired(db, KEEPING);
  for (const { key } of [...expired.values()].flat()) await storage.delete(key);
  if (expired.size > 0) await deleteGenerations(db, [...expired.keys()]);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string }>(
      sql`DELETE FROM feed_files WHERE expires_at < now() RETURNING key`,
    );
    for (let at = 0; at < rows.length; at += BATCH) {
      await enqueue(tx, {
        name: 'remove-files',
        payload: { keys: rows.slice(at, at + BATCH).map(({ key }) => key) },
      });
    }
  });
}

/** Deletes files that an interrupted rebuild stored and no generation references. */
export async function removeOrphans({ db, storage, clock }: Context): Promise<void> {
  const current = await readGeneration(db);
  const past = await readPastFiles(db);
  const named = new Set(
    [...Object.values(current?.files ?? {}), ...[...past.values()].flat()].map(({ key }) => key),
  );
  const before = clock().getTime() - SERVED_MS;
  for await (const key of storage.list(FEED_PREFIX)) {
    if (named.has(key)) continue;
    const info = await storage.stat(key);
    if (info && info.modifiedAt.getTime() < before) await storage.delete(key);
  }
}
