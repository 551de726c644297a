import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { MAX_LIVE_CHANGE_BYTES_A_DAY, MAX_LIVE_CHANGES_A_DAY } from '#shared/listings/publication.ts';
import { type ListingValue, picturesOf } from '#shared/listings/values.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { listingChanges } from '../../platform/db/tables/listings.ts';
import type { Difference } from './differences.ts';

/**
 * Maximum number of changes, and of bytes in their texts and pictures, kept per app; the oldest are deleted first. Changes with and
 * without approval and release notes are counted apart. With at most `MAX_LIVE_CHANGES_A_DAY` and
 * `MAX_LIVE_CHANGE_BYTES_A_DAY` without approval, a publisher needs more than two days to push one out of staff's sight.
 */
const MAX_CHANGES = 500;
const MAX_BYTES = 256 * 1024 ** 2;

const DAY_MS = 86_400_000;

type Recorded = Pick<Difference, 'locale' | 'field' | 'before' | 'after'>;

interface EditRecord {
  readonly appId: string;
  readonly byUid: string;
  readonly now: Date;
  /** For release notes: the version that they belong to. */
  readonly versionId?: string;
  /** Who approved them; omitted without approval. */
  readonly approvedByUid?: string;
}

/** Records changes that went live, each on its own: what was live for a minute stays in the history, too. */
export async function recordChanges(tx: Tx, changes: readonly Recorded[], edit: EditRecord): Promise<void> {
  const { appId, byUid, now, versionId = null, approvedByUid = null } = edit;
  for (const { locale, field, before, after } of changes) {
    await tx.insert(listingChanges).values({
      id: randomUUID(),
      appId,
      locale,
      field,
      versionId,
      changedByUid: byUid,
      approvedByUid,
      startedAt: now,
      changedAt: now,
      ...contentOf(before, after),
    });
  }
  if (changes.length > 0) await forgetOldest(tx, appId);
}

/** How much more of an app may go live without approval today. */
interface DailyRoom {
  changes: number;
  bytes: number;
}

const TODAY = defineStatement(
  'listing-changes:today',
  ({ appId, since }: StatementValues<{ appId: string; since: string }>) => ({
    select: {
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${listingChanges.bytes}), 0)::float`,
    },
    from: sql`
      FROM ${listingChanges} WHERE ${listingChanges.appId} = ${appId}
        AND ${listingChanges.changedAt} > ${since}::timestamptz AND ${listingChanges.approvedByUid} IS NULL`,
  }),
);

/** Returns how much more of an app may go live within a day before further changes need approval. */
export async function readDailyRoom(db: Db | Tx, appId: string, now: Date): Promise<DailyRoom> {
  const row = await TODAY.first(db, { appId, since: new Date(now.getTime() - DAY_MS).toISOString() });
  return {
    changes: MAX_LIVE_CHANGES_A_DAY - (row?.count ?? 0),
    bytes: MAX_LIVE_CHANGE_BYTES_A_DAY - (row?.bytes ?? 0),
  };
}

/** Returns the size of a change in bytes: its texts and the files of its pictures. */
export function bytesOfChange({ before, after }: Pick<Recorded, 'before' | 'after'>): number {
  return contentOf(before, after).bytes;
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
        WINDOW newest AS (
          PARTITION BY approved_by_uid IS NULL, version_id IS NULL ORDER BY changed_at DESC, id DESC
        )
      ) AS kept WHERE place > ${MAX_CHANGES} OR total > ${MAX_BYTES}
    )`);
}
