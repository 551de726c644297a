import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { lockAnyApp } from '../../identity/app-access.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { hashIcon, storeIconHash } from './icon-hash.ts';
import { storeMarks } from './marks.ts';

/** Icons or apps of one step. */
const BATCH = 50;

/**
 * Stores the marks of apps that have none, and the hashes of icons that have none: those of a store from before apps were
 * compared, and pictures that returned to a listing. Each step is stored, so it can stop anywhere and run again.
 */
export async function indexMarks(context: Context, signal: AbortSignal): Promise<void> {
  const { db } = context;
  await forgetUnusedIcons(db);
  for (let after = ''; !signal.aborted; ) {
    const icons = await findUnhashedIcons(db, after);
    for (const { key } of icons) {
      if (signal.aborted) return;
      await storeIconHash(db, key, await hashStored(context, key));
    }
    for (const appId of new Set(icons.flatMap(({ appIds }) => appIds))) await mark(db, appId);
    const last = icons.at(-1);
    if (!last) break;
    after = last.key;
  }
  for (let after = ''; !signal.aborted; ) {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT id FROM apps WHERE id > ${after}
        AND NOT EXISTS (SELECT FROM app_marks m WHERE m.app_id = apps.id AND m.kind = 'id')
      ORDER BY id LIMIT ${BATCH}`);
    for (const { id } of rows) await mark(db, id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
}

async function mark(db: Db, appId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAnyApp(tx, appId);
    await storeMarks(tx, appId);
  });
}

async function findUnhashedIcons(db: Db, after: string) {
  const { rows } = await db.execute<{ key: string; appIds: string[] }>(sql`
    SELECT key, array_agg(DISTINCT app_id) AS "appIds" FROM (
      SELECT key, app_id FROM app_graphics WHERE kind = 'icon'
      UNION ALL
      SELECT unnest(picture_keys), app_id FROM listing_reviews WHERE field = 'icon'
      UNION ALL
      SELECT unnest(picture_keys), app_id FROM listing_approvals WHERE field = 'icon'
      UNION ALL
      SELECT icon_key, app_id FROM versions WHERE icon_key IS NOT NULL AND deleted_at IS NULL
    ) used
    WHERE key > ${after} AND NOT EXISTS (SELECT FROM icon_hashes h WHERE h.key = used.key)
    GROUP BY key ORDER BY key LIMIT ${BATCH}`);
  return rows;
}

/** Returns the hash of a stored icon; null for one that is gone or can't be read, which is like no other. */
async function hashStored({ storage, log }: Context, key: string): Promise<string | null> {
  try {
    const bytes = await storage.withFile(key, (path) => readFile(path));
    return bytes && (await hashIcon(bytes));
  } catch (error) {
    log.warn({ err: error, key }, 'an icon could not be compared with others');
    return null;
  }
}

/** Deletes the hashes of icons that nothing refers to; a picture that returns gets one again. */
async function forgetUnusedIcons(db: Db): Promise<void> {
  await db.execute(sql`
    DELETE FROM icon_hashes h
    WHERE NOT EXISTS (SELECT FROM app_graphics WHERE key = h.key)
      AND NOT EXISTS (SELECT FROM staged_graphics WHERE key = h.key)
      AND NOT EXISTS (SELECT FROM listing_reviews WHERE picture_keys @> ARRAY[h.key])
      AND NOT EXISTS (SELECT FROM listing_approvals WHERE picture_keys @> ARRAY[h.key])
      AND NOT EXISTS (SELECT FROM versions WHERE icon_key = h.key AND deleted_at IS NULL)`);
}
