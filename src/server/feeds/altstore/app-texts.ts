import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { altstoreApps } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS, splitByBucket } from '../generations/rollout.ts';
import { type CollectedSourceApp, collectSourceApps } from './collect.ts';
import { renderSourceApp, type SourceApp, type SourceStore, sourceOf } from './source.ts';

type SourceAppRow = typeof altstoreApps.$inferSelect;

/** Apps rendered per batch, which limits statement time and memory. */
const BATCH = 200;

/** Longest entry of an app, in characters of JSON: clients read a source as a whole. */
const MAX_APP_LENGTH = 256 * 1024;

/** Updates the stored texts of some apps; those of other platforms, and deleted ones, have none. */
export async function updateSourceTexts(
  tx: Tx,
  appIds: readonly string[],
  store: Pick<SourceStore, 'logo' | 'publicUrl'>,
): Promise<void> {
  for (let at = 0; at < appIds.length; at += BATCH) {
    const batch = appIds.slice(at, at + BATCH);
    const collected = await collectSourceApps(tx, batch, store.logo);
    await storeRows(
      tx,
      batch,
      collected.flatMap((app) => renderRows(app, store.publicUrl)),
    );
  }
}

function renderRows(
  { appId, applicationId, app, problems }: CollectedSourceApp,
  publicUrl: string,
): SourceAppRow[] {
  const place = { appId, applicationId, source: app ? sourceOf(app) : ('classic' as const) };
  const leftOut = (reasons: typeof problems) =>
    withHash({ ...place, beginsAt: 0, endsAt: END_OF_BUCKETS, text: null, problems: reasons });
  if (!app) return problems.length > 0 ? [leftOut(problems)] : [];
  const fitted = fitSourceApp(app, publicUrl);
  const all = [...problems, ...fitted.problems];
  if (!fitted.app) return [leftOut(all)];
  return splitByBucket(fitted.app).map(({ beginsAt, endsAt, app: included }, index) =>
    withHash({
      ...place,
      beginsAt,
      endsAt,
      text: renderSourceApp(included, publicUrl),
      problems: index === 0 ? all : [],
    }),
  );
}

/** Drops screenshots and earlier versions of an app that is too large, or all of it. */
function fitSourceApp(
  app: SourceApp,
  publicUrl: string,
): { app: SourceApp | null; problems: SourceAppRow['problems'] } {
  const { length } = renderSourceApp(app, publicUrl);
  if (length <= MAX_APP_LENGTH) return { app, problems: [] };
  const reason = `It’s too large for the AltStore source: ${length} characters.`;
  const everyone = app.versions.findIndex(({ percentage }) => percentage === undefined);
  const plain = { ...app, screenshots: [], versions: app.versions.slice(0, Math.max(everyone, 0) + 1) };
  const isFitting = renderSourceApp(plain, publicUrl).length <= MAX_APP_LENGTH;
  return isFitting
    ? { app: plain, problems: [{ effect: 'plain', reason }] }
    : { app: null, problems: [{ effect: 'leftOut', reason }] };
}

function withHash(row: Omit<SourceAppRow, 'sha256'>): SourceAppRow {
  return { ...row, sha256: createHash('sha256').update(JSON.stringify(row)).digest('hex') };
}

/** Stores the complete rows of some apps; apps whose rows are unchanged are not written. */
async function storeRows(tx: Tx, appIds: readonly string[], rows: readonly SourceAppRow[]): Promise<void> {
  const known = await tx
    .select({ appId: altstoreApps.appId, sha256: altstoreApps.sha256 })
    .from(altstoreApps)
    .where(inArray(altstoreApps.appId, [...appIds]));
  const hashesOf = (all: readonly Pick<SourceAppRow, 'appId' | 'sha256'>[]) =>
    new Map(
      [...Map.groupBy(all, ({ appId }) => appId)].map(([appId, ofApp]) => [
        appId,
        ofApp
          .map(({ sha256 }) => sha256)
          .sort()
          .join(),
      ]),
    );
  const [before, after] = [hashesOf(known), hashesOf(rows)];
  const changed = new Set(appIds.filter((appId) => before.get(appId) !== after.get(appId)));
  if (changed.size === 0) return;
  await tx.delete(altstoreApps).where(inArray(altstoreApps.appId, [...changed]));
  const fresh = rows.filter(({ appId }) => changed.has(appId));
  if (fresh.length > 0) await tx.insert(altstoreApps).values(fresh);
}

/** Returns the apps that may have an entry: published iOS apps, and those that have one. */
export async function findSourceApps(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM apps WHERE platform = 'ios' AND status = 'published'
    UNION SELECT app_id FROM altstore_apps
    ORDER BY id`);
  return rows.map(({ id }) => id);
}
