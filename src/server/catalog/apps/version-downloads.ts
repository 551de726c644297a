import { sql } from 'drizzle-orm';
import { MAX_COUNTED_VERSIONS } from '#shared/apps/downloads.ts';
import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { summaryColumns } from '../versions/present.ts';
import { listDays } from './downloads.ts';

interface DownloadValues {
  readonly appId: string;
  /** The first and the last day, and the first of as many days before them. */
  readonly from: string;
  readonly to: string;
  readonly before: string;
}

const BY_DAY = defineStatement(
  'apps.versionDownloads:days',
  ({ appId, from, to }: Values<Omit<DownloadValues, 'before'>>) => ({
    select: { day: sql<string>`d.day::text`, count: sql<number>`sum(d.count)::int` },
    from: sql`
      FROM versions v JOIN downloads d ON d.version_id = v.id
      WHERE v.app_id = ${appId} AND d.day BETWEEN ${from}::date AND ${to}::date
      GROUP BY d.day`,
  }),
);

/** Those of the most downloaded versions, and the sums of all. */
const BY_VERSION = defineStatement(
  'apps.versionDownloads',
  ({ appId, from, to, before }: Values<DownloadValues>) => ({
    select: {
      versionId: versions.id,
      versionName: summaryColumns.versionName,
      versionCode: versions.versionCode,
      total: sql<number>`counted.total`,
      allTime: sql<number>`counted.all_time`,
      totalOfAll: sql<number>`counted.total_of_all`,
      previousOfAll: sql<number>`counted.previous_of_all`,
      allTimeOfAll: sql<number>`counted.all_time_of_all`,
    },
    from: sql`
      FROM (
        SELECT sums.*, (sum(total) OVER ())::int AS total_of_all, (sum(previous) OVER ())::int AS previous_of_all,
          (sum(all_time) OVER ())::int AS all_time_of_all
        FROM (
          SELECT v.id,
            coalesce(sum(d.count) FILTER (WHERE d.day BETWEEN ${from}::date AND ${to}::date), 0)::int AS total,
            coalesce(sum(d.count) FILTER (WHERE d.day >= ${before}::date AND d.day < ${from}::date), 0)::int AS previous,
            sum(d.count)::int AS all_time
          FROM versions v JOIN downloads d ON d.version_id = v.id WHERE v.app_id = ${appId} GROUP BY v.id
        ) AS sums
        ORDER BY total DESC, all_time DESC, id LIMIT ${sql.raw(String(MAX_COUNTED_VERSIONS))}
      ) AS counted JOIN ${versions} ON ${versions.id} = counted.id
      ORDER BY counted.total DESC, counted.all_time DESC, ${versions.id}`,
  }),
);

/** `apps.versionDownloads`: returns the downloads of an app's versions, for its members and admins. */
export const countVersionDownloads: Handler<'apps.versionDownloads'> = async ({ data, caller, context }) => {
  const { id: appId } = await findApp(context.db, data.appId, caller);
  const allDays = listDays(context.clock(), data.days * 2);
  const days = allDays.slice(data.days);
  const [from = '', to = '', before = ''] = [days[0], days.at(-1), allDays[0]];
  const [byDay, byVersion] = await Promise.all([
    BY_DAY.all(context.db, { appId, from, to }),
    BY_VERSION.all(context.db, { appId, from, to, before }),
  ]);
  const counts = new Map(byDay.map(({ day, count }) => [day, count]));
  const [first] = byVersion;
  return {
    days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })),
    total: first?.totalOfAll ?? 0,
    previousTotal: first?.previousOfAll ?? 0,
    allTime: first?.allTimeOfAll ?? 0,
    versions: byVersion.map(({ versionId, versionName, versionCode, total, allTime }) => ({
      versionId,
      versionName,
      versionCode,
      total,
      allTime,
    })),
  };
};
