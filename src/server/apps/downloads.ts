import { MOST_APPS } from '#shared/apps/downloads.ts';
import type { Handler } from '../callable.ts';

const DAY_MS = 86_400_000;

/** The sums of both spans: by app and day within the one asked for, in one for the days before it (`day` null). */
const DOWNLOADS = `
  SELECT a.id AS "appId", a.name, CASE WHEN d.day >= $2::date THEN d.day::text END AS day,
         sum(d.count)::int AS count
  FROM apps a JOIN versions v ON v.app_id = a.id JOIN downloads d ON d.version_id = v.id
  WHERE (a.owner_uid = $1 OR a.id IN (SELECT app_id FROM app_members WHERE uid = $1))
    AND d.day >= $3::date AND d.day <= $4::date
  GROUP BY 1, 2, 3`;

interface Row {
  readonly appId: string;
  readonly name: string;
  readonly day: string | null;
  readonly count: number;
}

/** `apps.downloads`: how often the apps that the caller works on were downloaded, day by day. */
export const countDownloads: Handler<'apps.downloads'> = async ({ data, caller, context }) => {
  const days = listDays(context.clock(), data.days);
  const before = new Date(Date.parse(days[0] as string) - data.days * DAY_MS);
  const { rows } = await context.pool.query<Row>(DOWNLOADS, [
    caller.uid,
    days[0],
    dayOf(before),
    days.at(-1),
  ]);

  const current = rows.filter(({ day }) => day !== null);
  const byDay = Map.groupBy(current, ({ day }) => day);
  return {
    days: days.map((day) => ({ day, count: sum(byDay.get(day) ?? []) })),
    total: sum(current),
    previousTotal: sum(rows) - sum(current),
    apps: [...Map.groupBy(current, ({ appId }) => appId)]
      .map(([appId, ofApp]) => {
        const counts = new Map(ofApp.map(({ day, count }) => [day, count]));
        return {
          appId,
          name: ofApp[0]?.name ?? '',
          total: sum(ofApp),
          counts: days.map((day) => counts.get(day) ?? 0),
        };
      })
      .toSorted((a, b) => b.total - a.total || a.appId.localeCompare(b.appId))
      .slice(0, MOST_APPS),
  };
};

/** So many days up to today in UTC, oldest first, such as `2026-01-31`. */
export function listDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** A day as it is counted, in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function sum(rows: readonly Row[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
