import { findApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { listDays } from './downloads.ts';

const BY_DAY = `
  SELECT d.day::text AS day, sum(d.count)::int AS count
  FROM versions v JOIN downloads d ON d.version_id = v.id
  WHERE v.app_id = $1 AND d.day BETWEEN $2::date AND $3::date
  GROUP BY 1`;

/** The span is from `$2` to `$3`; what it is compared with begins at `$4`. */
const BY_VERSION = `
  SELECT v.id AS "versionId", v.package->>'versionName' AS "versionName", v.version_code::float AS "versionCode",
         coalesce(sum(d.count) FILTER (WHERE d.day BETWEEN $2::date AND $3::date), 0)::int AS total,
         coalesce(sum(d.count) FILTER (WHERE d.day >= $4::date AND d.day < $2::date), 0)::int AS previous,
         sum(d.count)::int AS "allTime"
  FROM versions v JOIN downloads d ON d.version_id = v.id
  WHERE v.app_id = $1
  GROUP BY v.id
  ORDER BY total DESC, "allTime" DESC, v.id`;

interface VersionCounts {
  readonly versionId: string;
  readonly versionName: string | null;
  readonly versionCode: number | null;
  readonly total: number;
  readonly previous: number;
  readonly allTime: number;
}

/** `apps.versionDownloads`: how often the versions of one app were downloaded, for its members and admins. */
export const countVersionDownloads: Handler<'apps.versionDownloads'> = async ({ data, caller, context }) => {
  const app = await findApp(context.db, data.appId, caller);
  const days = listDays(context.clock(), data.days * 2);
  const span = days.slice(data.days);
  const bounds = [app.id, span[0], span.at(-1)];
  const [byDay, byVersion] = await Promise.all([
    context.pool.query<{ day: string; count: number }>(BY_DAY, bounds),
    context.pool.query<VersionCounts>(BY_VERSION, [...bounds, days[0]]),
  ]);
  const counts = new Map(byDay.rows.map(({ day, count }) => [day, count]));
  const sumOf = (column: 'total' | 'previous' | 'allTime') =>
    byVersion.rows.reduce((sum, row) => sum + row[column], 0);
  return {
    days: span.map((day) => ({ day, count: counts.get(day) ?? 0 })),
    total: sumOf('total'),
    previousTotal: sumOf('previous'),
    allTime: sumOf('allTime'),
    versions: byVersion.rows.map(({ versionId, versionName, versionCode, total, allTime }) => ({
      versionId,
      versionName,
      versionCode,
      total,
      allTime,
    })),
  };
};
