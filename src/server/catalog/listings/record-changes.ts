import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { MAX_LIVE_CHANGE_BYTES_A_DAY, MAX_LIVE_CHANGES_A_DAY } from '#shared/listings/publication.ts';
import { isSameValue, type ListingValue, picturesOf } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import { listingChanges } from '../../platform/db/tables/listings.ts';
import type { Difference } from './differences.ts';

/**
 * Maximum number of changes, and of bytes in their texts and pictures, kept per app; the oldest are deleted first.
 */
const MAX_CHANGES = 500;
const MAX_BYTES = 256 * 1024 ** 2;

/** Edits of one field by one user within this time count as one change, because autosave stores many. */
const MERGED_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Recorded = Pick<Difference, 'locale' | 'field' | 'before' | 'after'>;

interface EditRecord {
  readonly appId: string;
  readonly byUid: string;
  readonly now: Date;
  /** For release notes: the version that they belong to. */
  readonly versionId?: string;
}

/** Records changes that went live without approval, for staff to check. */
export async function recordChanges(tx: Tx, changes: readonly Recorded[], edit: EditRecord): Promise<void> {
  for (const change of changes) await record(tx, change, edit);
  if (changes.length > 0) await forgetOldest(tx, edit.appId);
}

/** Returns true when so much of an app went live within a day that further changes need approval. */
export async function isOverDailyLimit(tx: Tx, appId: string, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${listingChanges.bytes}), 0)::float`,
    })
    .from(listingChanges)
    .where(
      and(eq(listingChanges.appId, appId), gt(listingChanges.changedAt, new Date(now.getTime() - DAY_MS))),
    );
  return (
    row !== undefined && (row.count >= MAX_LIVE_CHANGES_A_DAY || row.bytes >= MAX_LIVE_CHANGE_BYTES_A_DAY)
  );
}

async function record(tx: Tx, { locale, field, before, after }: Recorded, edit: EditRecord): Promise<void> {
  const { appId, byUid, now, versionId = null } = edit;
  const [last] = await tx
    .select()
    .from(listingChanges)
    .where(
      and(
        eq(listingChanges.appId, appId),
        eq(listingChanges.locale, locale),
        eq(listingChanges.field, field),
      ),
    )
    .orderBy(desc(listingChanges.changedAt), desc(listingChanges.id))
    .limit(1);
  const isContinued =
    last !== undefined &&
    last.revertedAt === null &&
    last.changedByUid === byUid &&
    last.versionId === versionId &&
    now.getTime() - last.startedAt.getTime() < MERGED_MS &&
    isSameValue(last.after.value, before);
  if (!isContinued) {
    await tx.insert(listingChanges).values({
      id: randomUUID(),
      appId,
      locale,
      field,
      versionId,
      changedByUid: byUid,
      startedAt: now,
      changedAt: now,
      ...contentOf(before, after),
    });
  } else if (isSameValue(last.before.value, after)) {
    await tx.delete(listingChanges).where(eq(listingChanges.id, last.id));
  } else {
    await tx
      .update(listingChanges)
      .set({ changedAt: now, revision: last.revision + 1, ...contentOf(last.before.value, after) })
      .where(eq(listingChanges.id, last.id));
  }
}

function contentOf(before: ListingValue, after: ListingValue) {
  const pictures = [...picturesOf(before), ...picturesOf(after)];
  const sizes = new Map(pictures.map(({ key, size }) => [key, size]));
  const texts = Buffer.byteLength(JSON.stringify([before, after]));
  return {
    before: { value: before },
    after: { value: after },
    pictureKeys: [...sizes.keys()],
    bytes: texts + [...sizes.values()].reduce((total, size) => total + size, 0),
  };
}

async function forgetOldest(tx: Tx, appId: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM listing_changes WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(bytes::bigint) OVER newest AS total
        FROM listing_changes WHERE app_id = ${appId}
        WINDOW newest AS (ORDER BY changed_at DESC, id DESC)
      ) AS kept WHERE place > ${MAX_CHANGES} OR total > ${MAX_BYTES}
    )`);
}
