import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import type { DownloadClientId } from '#shared/apps/download-clients.ts';
import { downloadCalls, MAX_DAYS } from '#shared/apps/downloads.ts';
import { idSchema } from '#shared/bounded.ts';
import { t } from '#shared/languages/translate.ts';
import { respondWithCsv } from '../../http/csv-response.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import { findApp } from '../../identity/app-access.ts';
import { type Authenticate, requireCaller } from '../../identity/authenticate.ts';
import { authorise } from '../../identity/authorise.ts';
import { countAttempt } from '../../identity/rate-limits.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import { csvHeading, csvLine } from '../../platform/csv.ts';
import { markName } from '../../platform/db/marked-fact.ts';
import { checkInput } from '../../platform/input/check.ts';
import { listDays } from './downloads.ts';

interface DownloadRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

const inputSchema = z.object({
  appId: idSchema,
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(30),
});

const EXPORTS_PER_HOUR = 60;
const EXPORT_LIMIT = {
  name: 'export downloads',
  max: EXPORTS_PER_HOUR,
  windowSeconds: 3600,
  message: () => t`You can export downloads ${EXPORTS_PER_HOUR} times an hour.`,
};

/** Days that are read at once. */
const BATCH = 30;

/**
 * `GET {base}downloads/{appId}/export?days=`: streams an app's downloads by day, version and kind of client as CSV,
 * oldest first. For those who may call `apps.versionDownloads`.
 */
export function createDownloadRoutes({ context, authenticate }: DownloadRoutesOptions) {
  const routes = new Hono();
  routes.get('/:appId/export', async (c) => {
    const caller = requireCaller(await authenticate(c));
    authorise(downloadCalls['apps.versionDownloads'], caller, context.clock());
    const { appId, days } = checkInput(inputSchema, { ...c.req.query(), appId: c.req.param('appId') });
    const { applicationId } = await findApp(context.db, appId, caller);
    await countAttempt(context, EXPORT_LIMIT, caller.uid);
    const lines = csvLines(context, appId, listDays(context.clock(), days));
    const last = context.clock().toISOString().slice(0, 10);
    return respondWithCsv(`downloads-${applicationId}-${last}.csv`, lines);
  });
  routes.onError(respondWithCallError);
  return routes;
}

interface DownloadRow extends Record<string, unknown> {
  readonly day: string;
  readonly versionName: string | null;
  readonly build: string | null;
  readonly versionId: string;
  readonly client: DownloadClientId;
  readonly count: number;
}

async function* csvLines(context: Context, appId: string, days: readonly string[]): AsyncGenerator<string> {
  yield csvHeading(['day', 'version', 'build', 'version_id', 'client', 'downloads']);
  for (let at = 0; at < days.length; at += BATCH) {
    const [from, to] = [days[at], days[Math.min(at + BATCH, days.length) - 1]];
    const { rows } = await readReplicated(context, ({ db }) =>
      db.execute<DownloadRow>(sql`
      SELECT d.day::text, v.package->>'versionName' AS "versionName",
        coalesce(v.version_code::text, v.package->>'buildVersion') AS build,
        v.id AS "versionId", d.client, d.count
      FROM versions v JOIN downloads d ON d.version_id = v.id
      WHERE v.app_id = ${appId} AND d.day BETWEEN ${from}::date AND ${to}::date
      ORDER BY d.day, v.build_order, v.id, d.client`),
    );
    yield rows.map(lineOf).join('');
  }
}

function lineOf({ day, versionName, build, versionId, client, count }: DownloadRow): string {
  return csvLine([day, versionName && markName(versionName), build, versionId, client, count]);
}
