import { sql } from 'drizzle-orm';
import { SPARKLINE_DAYS } from '#shared/apps/downloads.ts';
import { isAllowedByToken, notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readReplicated } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { countByDay, listDays } from './downloads.ts';

/** Counts the apps that a user publishes or works on, of those given; admins see every app. */
const VISIBLE = defineStatement(
  'apps.dailyDownloads:visible',
  ({
    appIds,
    uid,
    isAdmin,
  }: StatementValues<{ appIds: readonly string[]; uid: string; isAdmin: boolean }>) => ({
    select: { count: sql<number>`count(*)::int` },
    from: sql`
      FROM apps a
      WHERE a.id = ANY(${appIds}::text[]) AND (
        a.owner_uid = ${uid} OR ${isAdmin}::boolean
        OR EXISTS (SELECT FROM app_members m WHERE m.app_id = a.id AND m.uid = ${uid})
      )`,
  }),
);

const DAYS = defineStatement(
  'apps.dailyDownloads',
  ({ appIds, from, to }: StatementValues<{ appIds: readonly string[]; from: string; to: string }>) => ({
    select: {
      appId: sql<string>`app_id`,
      day: sql<string>`day::text`,
      count: sql<number>`count`,
    },
    from: sql`
      FROM app_downloads
      WHERE app_id = ANY(${appIds}::text[]) AND day BETWEEN ${from}::date AND ${to}::date`,
  }),
);

/** `apps.dailyDownloads`: returns the downloads of the last 30 days of apps that the caller can see. */
export const countDailyDownloads: Handler<'apps.dailyDownloads'> = async ({ data, caller, context }) => {
  const { db, clock } = context;
  const appIds = [...new Set(data.appIds)];
  if (!appIds.every((id) => isAllowedByToken(caller, id))) throw notFound();
  const visible = await VISIBLE.first(db, { appIds, uid: caller.uid, isAdmin: caller.role === 'admin' });
  if (visible?.count !== appIds.length) throw notFound();
  const days = listDays(clock(), SPARKLINE_DAYS);
  const period = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const rows = await readReplicated(context, (reading) => DAYS.all(reading.db, { appIds, ...period }));
  const byApp = Map.groupBy(rows, ({ appId }) => appId);
  return {
    apps: appIds.map((appId) => {
      const counts = countByDay(byApp.get(appId) ?? [], days);
      return { appId, counts, total: counts.reduce((total, count) => total + count, 0) };
    }),
  };
};
