import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { App, AppSort, AppStatus, Platform } from '#shared/apps/app.ts';
import type { Db, Tx } from '../db/open.ts';
import type { Page } from '../db/paging.ts';
import { appMembers } from '../db/publishing-tables.ts';
import { type AppRow, apps } from '../db/tables.ts';
import { afterApp, appCursor, orderApps } from './list-order.ts';

export interface AppFilter extends Page {
  /** Only those that this person publishes or works on. */
  readonly memberUid?: string | undefined;
  /** Only these, where an API token reaches no others. */
  readonly ids?: readonly string[] | null;
  readonly status?: AppStatus | undefined;
  readonly platform?: Platform | undefined;
  readonly sort: AppSort;
  /** Part of a name or an application id. */
  readonly query?: string | undefined;
}

/** One page of apps in the order that is asked for. */
export async function listApps(
  db: Db,
  filter: AppFilter,
): Promise<{ apps: App[]; nextCursor: string | null }> {
  const { memberUid, ids, status, platform, sort, query, limit } = filter;
  const pattern = query && `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db
    .select()
    .from(apps)
    .where(
      and(
        memberUid ? await isWorkedOnBy(db, memberUid) : undefined,
        ids ? inArray(apps.id, [...ids]) : undefined,
        status ? eq(apps.status, status) : undefined,
        platform ? eq(apps.platform, platform) : undefined,
        pattern ? or(ilike(apps.name, pattern), ilike(apps.applicationId, pattern)) : undefined,
        afterApp(sort, filter.cursor),
      ),
    )
    .orderBy(...orderApps(sort))
    .limit(limit + 1);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return { apps: await presentApps(db, listed), nextCursor: last ? appCursor(sort, last) : null };
}

/** The condition on apps for being published or worked on by somebody; their few memberships are read before. */
async function isWorkedOnBy(db: Db, uid: string) {
  const joined = await db.select({ id: appMembers.appId }).from(appMembers).where(eq(appMembers.uid, uid));
  const own = eq(apps.ownerUid, uid);
  return joined.length === 0
    ? own
    : or(
        own,
        inArray(
          apps.id,
          joined.map(({ id }) => id),
        ),
      );
}

/** One app as calls answer with it. */
export async function presentApp(db: Db | Tx, row: AppRow): Promise<App> {
  const [app] = await presentApps(db, [row]);
  return app as App;
}

/** What a list shows of an app beside its own row. */
interface Shown extends Record<string, unknown> {
  readonly appId: string;
  readonly ownerName: string | null;
  /** Of the newest version; all null without one. */
  readonly versionId: string | null;
  readonly status: string | null;
  readonly versionName: string | null;
  readonly versionCode: string | number | null;
  readonly iconKey: string | null;
}

/** Apps as calls answer with them: with the owner's name and the newest version, by one query for all of them. */
export async function presentApps(db: Db | Tx, rows: readonly AppRow[]): Promise<App[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map((row) => row.id));
  const found = await db.execute<Shown>(sql`
    SELECT a.id AS "appId", coalesce(u.developer_name, u.display_name) AS "ownerName",
      v.id AS "versionId", v.status, v.package->>'versionName' AS "versionName",
      v.version_code AS "versionCode", v.icon_key AS "iconKey"
    FROM apps a
    JOIN users u ON u.uid = a.owner_uid
    LEFT JOIN LATERAL (
      SELECT * FROM versions v WHERE v.app_id = a.id AND v.deleted_at IS NULL
      ORDER BY v.created_at DESC, v.id DESC LIMIT 1
    ) v ON true
    WHERE a.id = ANY(${ids}::text[])`);
  const shown = new Map(found.rows.map((row) => [row.appId, row]));
  return rows.map((row) => presentRow(row, shown.get(row.id)));
}

function presentRow(row: AppRow, shown: Shown | undefined): App {
  return {
    id: row.id,
    ownerUid: row.ownerUid,
    ownerName: shown?.ownerName ?? null,
    platform: row.platform,
    applicationId: row.applicationId,
    name: row.name,
    summary: row.summary,
    status: row.status,
    removalReason: row.removalReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    iconPath: shown?.iconKey ?? null,
    latestVersion:
      shown?.versionId && shown.status
        ? {
            id: shown.versionId,
            status: shown.status,
            versionName: shown.versionName,
            versionCode: shown.versionCode === null ? null : Number(shown.versionCode),
          }
        : null,
  };
}
