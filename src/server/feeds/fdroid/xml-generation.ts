import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { feedGroups, type StoredFile } from '../../platform/db/tables/feeds.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { copyKeysOf } from '../generations/copies.ts';
import { areFilesThere } from '../generations/damage.ts';
import { readGeneration, switchGeneration } from '../generations/generations.ts';
import { concatenate, storeHashed } from '../generations/join-texts.ts';
import { groupFile } from '../generations/rollout.ts';
import { readSigningKey } from '../signing/key.ts';
import { renderRepositoryV1 } from './index-v1.ts';
import { renderAppXml, renderFrameXml } from './index-xml.ts';

/** The name of the index below the repository's address. */
export const XML_INDEX = 'index.xml';

/** Prefix of its storage keys. */
const PREFIX = 'feeds/fdroid-xml/';

/** Time for which replaced files are kept, for requests that have begun. */
const KEPT_MS = 600_000;

/**
 * Makes `index.xml` of the current generation of the F-Droid feed for every group of buckets, unless it is there. It is a
 * feed of its own, because it is made after the others are served: until then clients read the earlier one.
 */
export async function makeXmlIndex(context: Context, signal: AbortSignal): Promise<void> {
  const { db, storage } = context;
  const wanted = await readGeneration(db, 'fdroid');
  const current = await readGeneration(db, 'fdroid-xml');
  const earlier = Object.values(current?.files ?? {});
  if (!wanted) return;
  if (current?.timestamp === wanted.timestamp && (await areFilesThere(context, earlier))) return;
  const certificate = (await readSigningKey(context)).certificate.toString('hex');
  const groups = await db.select().from(feedGroups).where(eq(feedGroups.timestamp, wanted.timestamp));
  const files: Record<string, StoredFile> = {};
  for (const { beginsAt, repo } of groups) {
    const { start, end } = renderFrameXml(renderRepositoryV1(repo), certificate);
    const content = concatenate([start, renderApps(db, beginsAt, signal), end]);
    const keyOf = (hash: string) => `${PREFIX}${wanted.timestamp}-${hash}`;
    files[groupFile(beginsAt, XML_INDEX)] = await storeHashed(storage, content, keyOf);
  }
  // The next generation makes its own.
  if (groups.length === 0) return;
  const kept = new Set(Object.values(files).map(({ key }) => key));
  const replaced = earlier.flatMap(({ key }) => [key, ...copyKeysOf(key)]).filter((key) => !kept.has(key));
  await db.transaction(async (tx) => {
    await switchGeneration(tx, 'fdroid-xml', { ...wanted, contentSha256: '', files });
    if (replaced.length === 0) return;
    const runAt = new Date(context.clock().getTime() + KEPT_MS);
    await enqueue(tx, { name: 'remove-files', payload: { keys: replaced }, runAt });
  });
}

/** Apps that are read at once, so that this process never holds a whole index, nor is busy for long. */
const BATCH = 100;

interface AppRow extends Record<string, unknown> {
  readonly applicationId: string;
  readonly appId: string;
  readonly app: string;
  readonly packages: string;
}

/** Yields the elements of the apps that a bucket gets, in the order of their application IDs. */
async function* renderApps(db: Db, bucket: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let last: AppRow | undefined; ; ) {
    signal.throwIfAborted();
    const { rows }: { rows: AppRow[] } = await db.execute<AppRow>(sql`
      SELECT application_id AS "applicationId", app_id AS "appId", v1_app AS app, v1_packages AS packages
      FROM feed_apps
      WHERE v1_app IS NOT NULL AND begins_at <= ${bucket} AND ends_at > ${bucket}
        AND (application_id, app_id) > (${last?.applicationId ?? ''}, ${last?.appId ?? ''})
      ORDER BY application_id, app_id LIMIT ${BATCH}`);
    if (rows.length === 0) return;
    yield Buffer.from(rows.map(renderAppXml).join(''));
    last = rows.at(-1);
  }
}
