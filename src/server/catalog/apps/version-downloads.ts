import { inArray, sql } from 'drizzle-orm';
import type { DownloadClientId } from '#shared/apps/download-clients.ts';
import { CHARTED_VERSIONS, MAX_COUNTED_VERSIONS, MAX_MARKED_RELEASES } from '#shared/apps/downloads.ts';
import type { EventName } from '#shared/events.ts';
import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readReplicated } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { summaryColumns } from '../versions/present.ts';
import { countByDay, listDays } from './downloads.ts';

/** The events that a chart of downloads marks. */
const MARKED_EVENTS = {
  'version.published': 'published',
  'version.republished': 'published',
  'release.rolled-back': 'rolledBack',
} as const satisfies Partial<Record<EventName, string>>;

interface DownloadValues {
  readonly appId: string;
  /** The first and the last day, and the first of as many days before them. */
  readonly from: string;
  readonly to: string;
  readonly before: string;
}

/** Sums by day of all versions, from the sums of apps. */
const BY_DAY = defineStatement(
  'apps.versionDownloads:days',
  ({ appId, to, before }: StatementValues<Pick<DownloadValues, 'appId' | 'to' | 'before'>>) => ({
    select: { day: sql<string>`day::text`, count: sql<number>`count` },
    from: sql`FROM app_downloads WHERE app_id = ${appId} AND day BETWEEN ${before}::date AND ${to}::date`,
  }),
);

const ALL_TIME = defineStatement(
  'apps.versionDownloads:all-time',
  ({ appId }: StatementValues<Pick<DownloadValues, 'appId'>>) => ({
    select: { count: sql<number>`coalesce(sum(count), 0)::int` },
    from: sql`FROM app_downloads WHERE app_id = ${appId}`,
  }),
);

/** Sums by day and kind of client of all versions. */
const CLIENTS = defineStatement(
  'apps.versionDownloads:clients',
  ({ appId, from, to }: StatementValues<Omit<DownloadValues, 'before'>>) => ({
    select: {
      day: sql<string>`day::text`,
      client: sql<DownloadClientId>`client`,
      count: sql<number>`count`,
    },
    from: sql`
      FROM app_client_downloads WHERE app_id = ${appId} AND day BETWEEN ${from}::date AND ${to}::date`,
  }),
);

/** Sums by day of some versions. */
const SERIES = defineStatement(
  'apps.versionDownloads:series',
  ({
    versionIds,
    from,
    to,
  }: StatementValues<Pick<DownloadValues, 'from' | 'to'> & { versionIds: readonly string[] }>) => ({
    select: {
      day: sql<string>`day::text`,
      versionId: sql<string>`version_id`,
      count: sql<number>`sum(count)::int`,
    },
    from: sql`
      FROM downloads
      WHERE version_id = ANY(${versionIds}::text[]) AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY version_id, day`,
  }),
);

/** Publications and rollbacks of the app's versions in the period, newest first. */
const MARKS = defineStatement(
  'apps.versionDownloads:marks',
  ({ appId, from }: StatementValues<Pick<DownloadValues, 'appId' | 'from'>>) => ({
    select: {
      versionId: versions.id,
      versionName: summaryColumns.versionName,
      versionCode: versions.versionCode,
      day: sql<string>`(marks.at AT TIME ZONE 'UTC')::date::text`,
      event: sql<keyof typeof MARKED_EVENTS>`marks.event`,
    },
    from: sql`
      FROM (
        SELECT ${auditEvents.id}, ${auditEvents.at}, ${auditEvents.event}, ${auditEvents.versionId}
        FROM ${auditEvents}
        WHERE ${auditEvents.appId} = ${appId} AND ${auditEvents.at} >= ${from}::date::timestamp AT TIME ZONE 'UTC'
          AND ${inArray(auditEvents.event, Object.keys(MARKED_EVENTS))}
        ORDER BY ${auditEvents.at} DESC, ${auditEvents.id} DESC
        LIMIT ${sql.raw(String(MAX_MARKED_RELEASES))}
      ) AS marks JOIN ${versions} ON ${versions.id} = marks.version_id
      ORDER BY marks.at DESC, marks.id DESC`,
  }),
);

/** Sums of the most downloaded versions, each added up by itself: a popular app has a hundred thousand rows to sort otherwise. */
const VERSIONS = defineStatement(
  'apps.versionDownloads',
  ({ appId, from, to }: StatementValues<Omit<DownloadValues, 'before'>>) => ({
    select: {
      versionId: versions.id,
      versionName: summaryColumns.versionName,
      versionCode: versions.versionCode,
      total: sql<number>`coalesce(counted.total, 0)::int`,
      allTime: sql<number>`counted.all_time::int`,
    },
    from: sql`
      FROM (
        SELECT v.id, sums.total, sums.all_time
        FROM versions v CROSS JOIN LATERAL (
          SELECT sum(d.count) AS all_time,
            sum(d.count) FILTER (WHERE d.day BETWEEN ${from}::date AND ${to}::date) AS total
          FROM downloads d WHERE d.version_id = v.id
        ) AS sums
        WHERE v.app_id = ${appId} AND sums.all_time IS NOT NULL
        ORDER BY total DESC NULLS LAST, all_time DESC, v.id LIMIT ${sql.raw(String(MAX_COUNTED_VERSIONS))}
      ) AS counted JOIN ${versions} ON ${versions.id} = counted.id
      ORDER BY counted.total DESC NULLS LAST, counted.all_time DESC, ${versions.id}`,
  }),
);

/** Reads everything that charts of an app's downloads show. */
async function readDownloads(db: Db, values: DownloadValues) {
  const [byDay, byClient, allTime, counted, marks] = await Promise.all([
    BY_DAY.all(db, values),
    CLIENTS.all(db, values),
    ALL_TIME.first(db, values),
    VERSIONS.all(db, values),
    MARKS.all(db, values),
  ]);
  const charted = counted.slice(0, CHARTED_VERSIONS).filter(({ total }) => total > 0);
  const { from, to } = values;
  const series = await SERIES.all(db, { versionIds: charted.map(({ versionId }) => versionId), from, to });
  return { byDay, byClient, allTime: allTime?.count ?? 0, counted, marks, charted, series };
}

/** `apps.versionDownloads`: returns the downloads of an app's versions, for its members and admins. */
export const countVersionDownloads: Handler<'apps.versionDownloads'> = async ({ data, caller, context }) => {
  const { id: appId } = await findApp(context.db, data.appId, caller);
  const allDays = listDays(context.clock(), data.days * 2);
  const days = allDays.slice(data.days);
  const [from = '', to = '', before = ''] = [days[0], days.at(-1), allDays[0]];
  const { byDay, byClient, allTime, counted, marks, charted, series } = await readReplicated(
    context,
    ({ db }) => readDownloads(db, { appId, from, to, before }),
  );
  const current = byDay.filter(({ day }) => day >= from);
  const counts = countByDay(current, days);
  const sumOf = (values: readonly { readonly count: number }[]) =>
    values.reduce((sum, { count }) => sum + count, 0);
  return {
    days: days.map((day, index) => ({ day, count: counts[index] ?? 0 })),
    total: sumOf(current),
    previousTotal: sumOf(byDay) - sumOf(current),
    allTime,
    versions: counted,
    series: charted.map(({ versionId, versionName, versionCode }) => ({
      versionId,
      versionName,
      versionCode,
      counts: countByDay(
        series.filter((row) => row.versionId === versionId),
        days,
      ),
    })),
    clients: [...Map.groupBy(byClient, ({ client }) => client)]
      .map(([client, rows]) => ({ client, total: sumOf(rows), counts: countByDay(rows, days) }))
      .toSorted((a, b) => b.total - a.total || a.client.localeCompare(b.client)),
    releases: marks.toReversed().map(({ event, ...mark }) => ({ ...mark, kind: MARKED_EVENTS[event] })),
  };
};
