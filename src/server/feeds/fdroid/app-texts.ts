import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { feedApps } from '../../platform/db/tables/feeds.ts';
import { END_OF_BUCKETS, splitByBucket } from '../generations/rollout.ts';
import { type CollectedApp, collectPublished } from './collect.ts';
import { compareFiles, type FileChanges, type NamedFile, namedFiles } from './files.ts';
import { choosePlain, fitApp, isTooLarge } from './fit.ts';
import { antiFeaturesIn, hasBeta, type Repository, renderApp, withNamedCategory } from './index.ts';
import { renderAppV1 } from './index-v1.ts';
import { keepPastTexts } from './past-texts.ts';

type FeedAppRow = typeof feedApps.$inferSelect;

/** Apps rendered per batch, which limits statement time and memory. */
const BATCH = 200;

/** The result of rendering some apps. */
export interface AppUpdate {
  readonly files: FileChanges;
  /** True when a description is plain text because it is not rendered yet. */
  readonly lacksHtml: boolean;
}

/**
 * Updates the stored texts of some apps, and of apps whose listing gained or lost its room in the feed. Texts
 * depend only on published data, not on what was stored before.
 */
export async function updateTexts(
  tx: Tx,
  appIds: readonly string[],
  repository: Pick<Repository, 'categories'>,
): Promise<AppUpdate> {
  const added: NamedFile[] = [];
  const dropped: string[] = [];
  let lacksHtml = false;
  const render = async (ids: readonly string[], plain: ReadonlySet<string>) => {
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const collected = await collectPublished(tx, batch);
      const rendered = collected.apps.map((app) =>
        renderRows(app, { repository, isPlain: plain.has(app.appId) }),
      );
      await storeTexts(
        tx,
        batch,
        rendered.flatMap(({ rows }) => rows),
      );
      const named = namedFiles(rendered.flatMap(({ shown }) => shown ?? []));
      const files = await compareFiles(tx, batch, named);
      added.push(...files.added);
      dropped.push(...files.dropped);
      lacksHtml ||= collected.lacksHtml;
    }
  };
  await render(appIds, new Set());
  const { plain, changed } = await findChangedRoom(tx);
  await render(changed, plain);
  const again = new Set(added.map(({ path }) => path));
  return { files: { added, dropped: dropped.filter((path) => !again.has(path)) }, lacksHtml };
}

/** Returns every Android app that the store shows, and those in the current generation that the next one may drop. */
export async function findAllApps(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM apps WHERE platform = 'android' AND status = 'published'
    UNION SELECT app_id FROM feed_apps
    UNION SELECT app_id FROM feed_files WHERE expires_at IS NULL AND NOT is_withdrawn
    ORDER BY id`);
  return rows.map(({ id }) => id);
}

/** The columns of an app that is in no index. */
const WITHOUT_TEXT = {
  beginsAt: 0,
  endsAt: END_OF_BUCKETS,
  text: null,
  v1App: null,
  v1Packages: null,
  length: 0,
  plainLength: 0,
  isPlain: false,
  hasBeta: false,
  antiFeatures: [],
} satisfies Partial<FeedAppRow>;

interface RenderingOptions {
  readonly repository: Pick<Repository, 'categories'>;
  readonly isPlain: boolean;
}

function renderRows(
  { appId, applicationId, app, problems }: CollectedApp,
  { repository, isPlain }: RenderingOptions,
) {
  const whole = app && withNamedCategory(app, repository);
  const { fitted, problems: noRoom } = whole ? fitApp(whole, isPlain) : { fitted: null, problems: [] };
  const all = [...problems, ...noRoom];
  if (!fitted) {
    const row = {
      appId,
      applicationId,
      ...WITHOUT_TEXT,
      category: '',
      problems: all,
    };
    return { rows: all.length > 0 ? [withHash(row)] : [], shown: null };
  }
  const { length, plainLength } = fitted;
  const rows = splitByBucket(fitted.app).map(({ beginsAt, endsAt, app: offered }) => {
    const text = renderApp(offered);
    const v1 = renderAppV1(text);
    return withHash({
      appId,
      applicationId,
      beginsAt,
      endsAt,
      text,
      v1App: v1.app,
      v1Packages: v1.packages,
      length,
      plainLength,
      isPlain: fitted.isPlain,
      category: offered.listing?.details.category ?? '',
      hasBeta: hasBeta(offered),
      antiFeatures: antiFeaturesIn(offered),
      problems: beginsAt === 0 ? all : [],
    });
  });
  return { rows, shown: fitted.app };
}

function withHash(row: Omit<FeedAppRow, 'sha256'>): FeedAppRow {
  const { problems: _, ...shown } = row;
  return { ...row, sha256: createHash('sha256').update(JSON.stringify(shown)).digest('hex') };
}

/** Stores the complete texts of some apps; unchanged ones are not written. */
async function storeTexts(tx: Tx, appIds: readonly string[], rows: readonly FeedAppRow[]): Promise<void> {
  const known = await tx
    .select({
      appId: feedApps.appId,
      beginsAt: feedApps.beginsAt,
      sha256: feedApps.sha256,
      problems: feedApps.problems,
    })
    .from(feedApps)
    .where(inArray(feedApps.appId, [...appIds]));
  const stateOf = ({ appId, beginsAt, sha256, problems }: (typeof known)[number]) =>
    JSON.stringify([appId, beginsAt, sha256, problems.map(({ effect, reason }) => [effect, reason])]);
  const stored = new Set(known.map(stateOf));
  const wanted = new Set(rows.map(stateOf));
  const gone = new Set(known.filter((row) => !wanted.has(stateOf(row))).map(({ appId }) => appId));
  const fresh = rows.filter((row) => gone.has(row.appId) || !stored.has(stateOf(row)));
  await keepPastTexts(tx, [...new Set([...gone, ...fresh.map(({ appId }) => appId)])]);
  if (gone.size > 0) await tx.delete(feedApps).where(inArray(feedApps.appId, [...gone]));
  if (fresh.length > 0) await tx.insert(feedApps).values(fresh);
}

/** Returns the apps whose listing does not fit into the feed, and all apps for which that changed. */
async function findChangedRoom(tx: Tx): Promise<{ plain: Set<string>; changed: string[] }> {
  const { rows: sums } = await tx.execute<{ length: string; plain: string }>(sql`
    SELECT coalesce(sum(length), 0)::text AS length, count(*) FILTER (WHERE is_plain)::text AS plain
    FROM feed_apps WHERE begins_at = 0 AND text IS NOT NULL`);
  if (!isTooLarge(Number(sums[0]?.length)) && sums[0]?.plain === '0')
    return { plain: new Set(), changed: [] };
  const { rows } = await tx.execute<Pick<FeedAppRow, 'appId' | 'length' | 'plainLength' | 'isPlain'>>(sql`
    SELECT app_id AS "appId", length, plain_length AS "plainLength", is_plain AS "isPlain"
    FROM feed_apps WHERE begins_at = 0 AND text IS NOT NULL ORDER BY application_id, app_id`);
  const plain = choosePlain(rows);
  const changed = rows.filter(({ appId, isPlain }) => plain.has(appId) !== isPlain);
  return { plain, changed: changed.map(({ appId }) => appId) };
}
