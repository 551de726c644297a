import { sql } from 'drizzle-orm';
import { MAX_APPS } from '#shared/apps/downloads.ts';
import type { Handler } from '../../identity/handler.ts';
import { readReplicated } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';

const DAY_MS = 86_400_000;

interface DownloadValues {
  readonly uid: string;
  /** The first and the last day, and the first of as many days before them. */
  readonly from: string;
  readonly to: string;
  readonly before: string;
}

/**
 * Sums by day, for which the app is null; and by app and day of the apps that were downloaded most. Of a publisher's own
 * apps, days are summed already, and apps are one range of an index. The rows to add up are a few or tens of thousands, so
 * it is planned for each publisher.
 */
const DOWNLOADS = defineStatement(
  'apps.downloads',
  ({ uid, from, to, before }: StatementValues<DownloadValues>) => ({
    select: {
      appId: sql<string | null>`sums.app_id`,
      name: sql<string | null>`sums.name`,
      day: sql<string>`sums.day::text`,
      count: sql<number>`sums.count`,
    },
    from: sql`
      FROM (
        WITH shared AS MATERIALIZED (
          SELECT d.app_id, d.day, d.count
          FROM app_members m JOIN app_downloads d ON d.app_id = m.app_id
          WHERE m.uid = ${uid} AND d.owner_uid <> ${uid} AND d.day BETWEEN ${before}::date AND ${to}::date
        )
        SELECT NULL AS app_id, NULL AS name, day, sum(count)::int AS count
        FROM (
          SELECT day, count FROM owner_downloads
          WHERE owner_uid = ${uid} AND day BETWEEN ${before}::date AND ${to}::date
          UNION ALL SELECT day, count FROM shared
        ) AS days GROUP BY day
        UNION ALL
        SELECT a.id, a.name, d.day, d.count
        FROM (
          SELECT app_id FROM (
            SELECT app_id, count FROM app_downloads
            WHERE owner_uid = ${uid} AND day BETWEEN ${from}::date AND ${to}::date
            UNION ALL SELECT app_id, count FROM shared WHERE day >= ${from}::date
          ) AS apps GROUP BY app_id
          ORDER BY sum(count) DESC, app_id LIMIT ${sql.raw(String(MAX_APPS))}
        ) AS top JOIN apps a ON a.id = top.app_id JOIN app_downloads d ON d.app_id = a.id
        WHERE d.day BETWEEN ${from}::date AND ${to}::date
      ) AS sums`,
  }),
  { isReplanned: true },
);

interface DayRow {
  readonly appId: string | null;
  readonly name: string | null;
  readonly day: string;
  readonly count: number;
}

/** `apps.downloads`: returns the daily downloads of the apps that the caller works on. */
export const countDownloads: Handler<'apps.downloads'> = async ({ data, caller, context }) => {
  const allDays = listDays(context.clock(), data.days * 2);
  const days = allDays.slice(data.days);
  const [from = '', to = '', before = ''] = [days[0], days.at(-1), allDays[0]];
  const rows = await readReplicated(context, ({ db }) =>
    DOWNLOADS.all(db, { uid: caller.uid, from, to, before }),
  );

  const all = rows.filter(({ appId }) => appId === null);
  const current = all.filter(({ day }) => day >= from);
  const counts = countByDay(current, days);
  const ofTop = rows.filter((row): row is DayRow & { appId: string } => row.appId !== null);
  return {
    days: days.map((day, index) => ({ day, count: counts[index] ?? 0 })),
    total: sumDownloads(current),
    previousTotal: sumDownloads(all) - sumDownloads(current),
    apps: [...Map.groupBy(ofTop, ({ appId }) => appId)]
      .map(([appId, ofApp]) => ({
        appId,
        name: ofApp[0]?.name ?? '',
        total: sumDownloads(ofApp),
        counts: countByDay(ofApp, days),
      }))
      .toSorted((a, b) => b.total - a.total || a.appId.localeCompare(b.appId)),
  };
};

/** Returns the last `count` days in UTC up to today, oldest first, such as `2026-01-31`. */
export function listDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** Returns the sum of the rows of each day, in the order of the days. */
export function countByDay(
  rows: readonly { readonly day: string; readonly count: number }[],
  days: readonly string[],
): number[] {
  const counts = new Map<string, number>();
  for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + count);
  return days.map((day) => counts.get(day) ?? 0);
}

/** Returns the day in UTC, as downloads are counted. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function sumDownloads(rows: readonly DayRow[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
