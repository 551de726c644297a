import { sql } from 'drizzle-orm';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { type AppHead, findApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { cursorOf, type Page, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { presentSummary, releaseColumns, summaryColumns } from './present.ts';
import { joinCurrentReview } from './queries.ts';

interface ListValues {
  readonly appId: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { createdAt, id } = versions;

const listAfter =
  (isAfter: boolean) =>
  ({ appId, afterTime, afterId, limit }: StatementValues<ListValues>) => ({
    select: { ...summaryColumns, ...releaseColumns },
    from: sql`
      FROM (
        SELECT * FROM ${versions}
        WHERE ${versions.appId} = ${appId} AND ${versions.deletedAt} IS NULL
          ${isAfter ? sql`AND (${createdAt}, ${id}) < (${afterTime}::timestamptz, ${afterId})` : sql``}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit}
      ) versions ${joinCurrentReview}
      LEFT JOIN ${releases} ON ${releases.versionId} = ${versions.id}
      ORDER BY ${createdAt} DESC, ${id} DESC`,
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
  const values = { appId: app.id, ...readTimeCursor(cursor), limit: limit + 1 };
  const rows = await (cursor === undefined ? LIST : LIST_AFTER).all(db, values);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    versions: listed.map((row) => presentSummary(row, app, viewer)),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
}

/** Counts an app's versions by status, without deleted ones. */
export async function countVersions(db: Db, appId: string): Promise<Partial<Record<VersionStatus, number>>> {
  const rows = await COUNTS.all(db, { appId });
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
