import { sql } from 'drizzle-orm';
import { apkFileName } from '../../catalog/versions/package-paths.ts';
import { packageKey } from '../../catalog/versions/queries.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { feedFiles } from '../../platform/db/tables/feeds.ts';
import { graphicPath, iconPath } from '../public/pictures.ts';
import type { PublishedApp } from './index.ts';

/** Time for which files and generations are served after their last generation was replaced. */
export const SERVED_MS = 3_600_000;

/** A file referenced by an index. */
export type NamedFile = Pick<typeof feedFiles.$inferInsert, 'path' | 'appId' | 'key'> & {
  readonly versionId: string | null;
};

/** Returns the packages and images that an index of these apps references. */
export function namedFiles(apps: readonly PublishedApp[]): NamedFile[] {
  return apps.flatMap(({ appId, applicationId, versions, listing }): NamedFile[] => {
    const icon = versions[0]?.icon;
    return [
      ...versions.map(({ versionId, package: { versionCode } }) => ({
        appId,
        versionId,
        path: apkFileName(applicationId, versionCode),
        key: packageKey(versionId),
      })),
      ...(icon
        ? [
            {
              appId,
              versionId: versions[0]?.versionId ?? null,
              path: iconPath({ applicationId, ...icon }),
              key: `icons/${icon.sha256}.${icon.extension}`,
            },
          ]
        : []),
      ...(listing?.graphics ?? []).map((graphic) => ({
        appId,
        versionId: null,
        path: graphicPath(applicationId, graphic),
        key: `graphics/${graphic.sha256}.${graphic.extension}`,
      })),
    ];
  });
}

/** The files that the next generation adds, and the paths that it no longer references. */
export interface FileChanges {
  readonly added: readonly NamedFile[];
  readonly dropped: readonly string[];
}

/** Compares the files of some apps in the next and the current generation. */
export async function compareFiles(
  db: Db | Tx,
  appIds: readonly string[],
  next: readonly NamedFile[],
): Promise<FileChanges> {
  const { rows } = await db.execute<{ path: string; key: string }>(sql`
    SELECT path, key FROM feed_files
    WHERE expires_at IS NULL AND NOT is_withdrawn
      AND (app_id = ANY(${sql.param([...appIds])}::text[]) OR path = ANY(${sql.param(next.map(({ path }) => path))}::text[]))`);
  const current = new Map(rows.map(({ path, key }) => [path, key]));
  const wanted = new Map(next.map((file) => [file.path, file]));
  return {
    added: [...wanted.values()].filter(({ path, key }) => current.get(path) !== key),
    dropped: [...current.keys()].filter((path) => !wanted.has(path)),
  };
}

/** Rows written per statement. */
const BATCH = 5_000;

/** Stores the files of a generation. Dropped files are served as long as earlier generations. */
export async function storeFiles(tx: Tx, { added, dropped }: FileChanges): Promise<void> {
  for (let at = 0; at < added.length; at += BATCH) {
    await tx.execute(sql`
      INSERT INTO ${feedFiles} (path, app_id, version_id, key)
      SELECT path, app_id, version_id, key FROM jsonb_to_recordset(${JSON.stringify(
        added.slice(at, at + BATCH).map(({ path, appId, versionId, key }) => ({
          path,
          app_id: appId,
          version_id: versionId,
          key,
        })),
      )}::jsonb) AS file (path text, app_id text, version_id text, key text)
      ON CONFLICT (path) DO UPDATE SET app_id = excluded.app_id, version_id = excluded.version_id,
        key = excluded.key, expires_at = NULL, is_withdrawn = false`);
  }
  if (dropped.length === 0) return;
  await tx.execute(sql`
    UPDATE feed_files SET expires_at = now() + ${`${SERVED_MS} ms`}::interval
    WHERE path = ANY(${sql.param([...dropped])}::text[]) AND expires_at IS NULL`);
}
