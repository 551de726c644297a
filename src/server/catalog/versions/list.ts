import { sql } from 'drizzle-orm';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { type AppHead, findApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { invalidCursor, type Page, readCursor, readCursorTime } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { presentSummary, releaseColumns, summaryColumns } from './present.ts';
import { joinCurrentReview, versionPlace } from './queries.ts';

interface ListValues {
  readonly appId: string;
  readonly afterPlace: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { createdAt, id } = versions;
const newestFirst = sql`placed.place DESC, placed.created_at DESC, placed.id DESC`;

const listAfter =
  (isAfter: boolean) =>
  ({ appId, afterPlace, afterTime, afterId, limit }: StatementValues<ListValues>) => ({
    select: { ...summaryColumns, ...releaseColumns, place: sql<string>`placed.place::text` },
    // Places are found without reading the facts of every version.
    from: sql`
      FROM (
        SELECT * FROM (
          SELECT ${id}, ${createdAt}, ${versionPlace} AS place FROM ${versions}
          WHERE ${versions.appId} = ${appId} AND ${versions.deletedAt} IS NULL
        ) placed
        ${isAfter ? sql`WHERE (placed.place, placed.created_at, placed.id) < (${afterPlace}::numeric[], ${afterTime}::timestamptz, ${afterId})` : sql``}
        ORDER BY ${newestFirst} LIMIT ${limit}
      ) placed JOIN ${versions} ON ${id} = placed.id ${joinCurrentReview}
      LEFT JOIN ${releases} ON ${releases.versionId} = ${id}
      ORDER BY ${newestFirst}`,
  });

const LIST = defineStatement('versions.list', listAfter(false));
const LIST_AFTER = defineStatement('versions.list:after', listAfter(true));

const COUNTS = defineStatement('versions.counts', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: { status: versions.status, count: sql<number>`count(*)::int` },
  from: sql`
    FROM ${versions} WHERE ${versions.appId} = ${appId} AND ${versions.deletedAt} IS NULL
    GROUP BY ${versions.status}`,
}));

/** `versions.list`: returns the versions of an app in pages, newest first, for its members and admins. */
export const listAppVersions: Handler<'versions.list'> = async ({ data, caller, context: { db } }) =>
  listVersions(db, await findApp(db, data.appId, caller), { ...data, viewer: caller });

/** Returns one page of an app's versions, newest first, without deleted ones. */
export async function listVersions(
  db: Db,
  app: AppHead,
  { cursor, limit, viewer }: Page & { readonly viewer: Pick<Caller, 'role'> },
): Promise<{ versions: VersionSummary[]; nextCursor: string | null }> {
  const values = { appId: app.id, ...readVersionCursor(cursor), limit: limit + 1 };
  const rows = await (cursor === undefined ? LIST : LIST_AFTER).all(db, values);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    versions: listed.map((row) => presentSummary(row, app, viewer)),
    nextCursor: last ? versionCursor(last) : null,
  };
}

/** Returns a cursor that points at a version, so that the next page starts after it even when others come and go. */
function versionCursor(last: {
  readonly place: string;
  readonly createdAt: Date;
  readonly id: string;
}): string {
  return Buffer.from(JSON.stringify([last.place, last.createdAt.toISOString(), last.id])).toString(
    'base64url',
  );
}

/** An array of numbers as PostgreSQL writes it. */
const PLACE = /^\{(?:\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*)?\}$/;

function readVersionCursor(
  cursor: string | undefined,
): Pick<ListValues, 'afterPlace' | 'afterTime' | 'afterId'> {
  if (cursor === undefined) return { afterPlace: '{}', afterTime: '', afterId: '' };
  const [place = '', at = '', versionId = ''] = readCursor(cursor, 3);
  if (!PLACE.test(place)) throw invalidCursor();
  return { afterPlace: place, afterTime: readCursorTime(at), afterId: versionId };
}

/** Counts an app's versions by status, without deleted ones. */
export async function countVersions(db: Db, appId: string): Promise<Partial<Record<VersionStatus, number>>> {
  const rows = await COUNTS.all(db, { appId });
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
