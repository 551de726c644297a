import { and, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { App, AppStatus } from '#shared/apps/app.ts';
import type { Db, Tx } from '../db/open.ts';
import { after, cursorOf, type Page } from '../db/paging.ts';
import { appMembers } from '../db/publishing-tables.ts';
import { type AppRow, apps, users } from '../db/tables.ts';
import { iconPath, latestVersions } from '../versions/queries.ts';

export interface AppFilter extends Page {
  /** Only those that this person publishes or works on. */
  readonly memberUid?: string | undefined;
  /** Only these, where an API token reaches no others. */
  readonly ids?: readonly string[] | null;
  readonly status?: AppStatus | undefined;
  /** Part of a name or an application id. */
  readonly query?: string | undefined;
}

/** One page of apps, newest first. */
export async function listApps(
  db: Db,
  filter: AppFilter,
): Promise<{ apps: App[]; nextCursor: string | null }> {
  const { memberUid, ids, status, query, limit } = filter;
  const pattern = query && `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db
    .select()
    .from(apps)
    .where(
      and(
        memberUid ? await isWorkedOnBy(db, memberUid) : undefined,
        ids ? inArray(apps.id, [...ids]) : undefined,
        status ? eq(apps.status, status) : undefined,
        pattern ? or(ilike(apps.name, pattern), ilike(apps.applicationId, pattern)) : undefined,
        after(apps.createdAt, apps.id, filter),
      ),
    )
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit + 1);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return { apps: await presentApps(db, listed), nextCursor: last ? cursorOf(last.createdAt, last.id) : null };
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

/** Apps as calls answer with them: with the owner's name and the newest version, in two queries for all of them. */
export async function presentApps(db: Db | Tx, rows: readonly AppRow[]): Promise<App[]> {
  if (rows.length === 0) return [];
  const owners = await db
    .select({
      uid: users.uid,
      name: sql<string | null>`coalesce(${users.developerName}, ${users.displayName})`,
    })
    .from(users)
    .where(inArray(users.uid, [...new Set(rows.map((row) => row.ownerUid))]));
  const ownerNames = new Map(owners.map((owner) => [owner.uid, owner.name]));
  const newest = await latestVersions(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const version = newest.get(row.id);
    return {
      id: row.id,
      ownerUid: row.ownerUid,
      ownerName: ownerNames.get(row.ownerUid) ?? null,
      platform: row.platform,
      applicationId: row.applicationId,
      name: row.name,
      summary: row.summary,
      status: row.status,
      removalReason: row.removalReason,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      iconPath: iconPath(version),
      latestVersion: version
        ? {
            id: version.id,
            status: version.status,
            versionName: version.package?.versionName ?? null,
            versionCode: version.versionCode,
          }
        : null,
    };
  });
}
