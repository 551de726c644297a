import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { appGraphics } from '../db/publishing-tables.ts';

const PREFIX = 'graphics/';
/** Pictures that are looked up at once. */
const LOT = 500;

/**
 * Holds a picture in storage until the transaction ends: whoever stores it for a listing and whoever removes it as unused
 * take turns, so that none is removed between being stored and being used.
 */
export async function lockPicture(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Deletes the pictures in storage that no listing uses any more. It may be interrupted anywhere and run again. */
export async function removeUnusedPictures(context: Context, signal?: AbortSignal): Promise<void> {
  let lot: string[] = [];
  for await (const key of context.storage.list(PREFIX)) {
    if (signal?.aborted) return;
    lot.push(key);
    if (lot.length < LOT) continue;
    await removeUnusedOf(context, lot);
    lot = [];
  }
  await removeUnusedOf(context, lot);
}

async function removeUnusedOf({ db, storage }: Context, keys: readonly string[]): Promise<void> {
  const used = await db
    .selectDistinct({ key: appGraphics.key })
    .from(appGraphics)
    .where(inArray(appGraphics.key, [...keys]));
  const usedKeys = new Set(used.map(({ key }) => key));
  for (const key of keys) {
    if (usedKeys.has(key)) continue;
    await db.transaction(async (tx) => {
      await lockPicture(tx, key);
      // Somebody may have taken it into a listing since.
      const [taken] = await tx
        .select({ id: appGraphics.id })
        .from(appGraphics)
        .where(eq(appGraphics.key, key))
        .limit(1);
      if (!taken) await storage.delete(key);
    });
  }
}
