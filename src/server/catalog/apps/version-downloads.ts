import { inArray, sql } from 'drizzle-orm';
import type { DownloadClientId } from '#shared/apps/download-clients.ts';
import { CHARTED_VERSIONS, MAX_COUNTED_VERSIONS, MAX_MARKED_RELEASES } from '#shared/apps/downloads.ts';
import type { EventName } from '#shared/events.ts';
import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readReplicated } from '../../platform/context.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
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

/** Sums by day of each of the most downloaded versions of the period, and of all others together. */
const BY_DAY = defineStatement(
  'apps.versionDownloads:days',
  ({ appId, from, to }: Values<Omit<DownloadValues, 'before'>>) => ({
    select: {
      day: sql<string>`sums.day::text`,
      versionId: sql<string | null>`sums.version_id`,
      count: sql<number>`sums.count`,
    },
    from: sql`
      FROM (
        WITH counted AS MATERIALIZED (
          SELECT d.version_id, d.day, d.count
          FROM versions v JOIN downloads d ON d.version_id = v.id
          WHERE v.app_id = ${appId} AND d.day BETWEEN ${from}::date AND ${to}::date
        ), charted AS (
          SELECT version_id FROM counted GROUP BY version_id
          ORDER BY sum(count) DESC, version_id LIMIT ${sql.raw(String(CHARTED_VERSIONS))}
        )
        SELECT counted.day, charted.version_id, sum(counted.count)::int AS count
        FROM counted LEFT JOIN charted USING (version_id) GROUP BY counted.day, charted.version_id
      ) AS sums`,
  }),
);

/** Sums by day and kind of client. */
const BY_CLIENT = defineStatement(
  'apps.versionDownloads:clients',
  ({ appId, from, to }: Values<Omit<DownloadValues, 'before'>>) => ({
    select: {
      day: sql<string>`sums.day::text`,
      client: sql<DownloadClientId>`sums.client`,
      count: sql<number>`sums.count`,
    },
    from: sql`
      FROM (
        SELECT d.day, d.client, sum(d.count)::int AS count
        FROM versions v JOIN downloads d ON d.version_id = v.id
        WHERE v.app_id = ${appId} AND d.day BETWEEN ${from}::date AND ${to}::date
        GROUP BY d.day, d.client
      ) AS sums`,
  }),
);

/** Publications and rollbacks of the app's versions in the period, newest first. */
const MARKS = defineStatement(
  'apps.versionDownloads:marks',
  ({ appId, from }: Values<Pick<DownloadValues, 'appId' | 'from'>>) => ({
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
  const [byDay, byVersion, byClient, marks] = await readReplicated(context, ({ db }) =>
    Promise.all([
      BY_DAY.all(db, { appId, from, to }),
      BY_VERSION.all(db, { appId, from, to, before }),
      BY_CLIENT.all(db, { appId, from, to }),
      MARKS.all(db, { appId, from }),
    ]),
  );
  const [first] = byVersion;
  const named = byVersion.map(({ versionId, versionName, versionCode, total, allTime }) => ({
    versionId,
    versionName,
    versionCode,
    total,
    allTime,
  }));
  const counts = countByDay(byDay, days);
  const charted = new Set(byDay.map(({ versionId }) => versionId));
  return {
    days: days.map((day, index) => ({ day, count: counts[index] ?? 0 })),
    total: first?.totalOfAll ?? 0,
    previousTotal: first?.previousOfAll ?? 0,
    allTime: first?.allTimeOfAll ?? 0,
    versions: named,
    series: named
      .filter(({ versionId }) => charted.has(versionId))
      .map(({ versionId, versionName, versionCode }) => ({
        versionId,
        versionName,
        versionCode,
        counts: countByDay(
          byDay.filter((row) => row.versionId === versionId),
          days,
        ),
      })),
    clients: [...Map.groupBy(byClient, ({ client }) => client)]
      .map(([client, ofClient]) => {
        const clientCounts = countByDay(ofClient, days);
        return { client, total: clientCounts.reduce((sum, count) => sum + count, 0), counts: clientCounts };
      })
      .toSorted((a, b) => b.total - a.total || a.client.localeCompare(b.client)),
    releases: marks.toReversed().map(({ event, ...mark }) => ({ ...mark, kind: MARKED_EVENTS[event] })),
  };
};
