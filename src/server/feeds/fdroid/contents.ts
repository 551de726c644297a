import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AntiFeature } from '#shared/anti-features/anti-feature.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type AppsSummary, type Repository, renderRepository } from './index.ts';
import { renderRepositoryV1 } from './index-v1.ts';
import type { FeedProblem } from './stored.ts';

/** The content of the feed according to the stored texts. */
export interface FeedContents {
  /** SHA-256 of everything in a generation except its timestamp, including its signer. */
  readonly sha256: string;
  /** The buckets at which groups of rollouts begin. Each group has its own index. */
  readonly buckets: readonly number[];
  readonly problems: readonly FeedProblem[];
}

/** Reads the content that an index of the stored texts would have. */
export async function readContents(tx: Tx, repository: Repository, signer: string): Promise<FeedContents> {
  const { rows } = await tx.execute<{ sha256: string | null }>(sql`
    SELECT encode(sha256(convert_to(
      string_agg(app_id || ' ' || sha256, ',' ORDER BY application_id, app_id, begins_at), 'UTF8')), 'hex') AS sha256
    FROM feed_apps WHERE text IS NOT NULL`);
  const { summary } = await summarise(tx, sql`true`);
  const repo = renderRepository({ ...repository, timestamp: 0 }, summary);
  const header = `${signer} ${repo} ${renderRepositoryV1(repo)}`;
  const { rows: buckets } = await tx.execute<{ bucket: number }>(sql`
    SELECT 0 AS bucket UNION SELECT ends_at FROM feed_apps WHERE ends_at < 100 ORDER BY bucket`);
  const { rows: problems } = await tx.execute<FeedProblem & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", effect, reason
    FROM feed_apps, jsonb_to_recordset(problems) AS problem (effect text, reason text)
    WHERE problems <> '[]' ORDER BY application_id`);
  return {
    sha256: createHash('sha256').update(`${header}\n${rows[0]?.sha256}`).digest('hex'),
    buckets: buckets.map(({ bucket }) => bucket),
    problems,
  };
}

/** Selects the texts shown to a rollout bucket. */
export const shownAt = (bucket: number) => sql`begins_at <= ${bucket} AND ends_at > ${bucket}`;

/** Bytes of the lists of which the indexes are made, with a comma after each text. */
export interface ListLengths {
  readonly text: number;
  readonly v1App: number;
  readonly v1Packages: number;
}

/** Returns the lengths of the lists shown to a rollout bucket. */
export async function measureLists(db: Db, bucket: number): Promise<ListLengths> {
  const { rows } = await db.execute<{ text: string; v1App: string; v1Packages: string }>(sql`
    SELECT coalesce(sum(octet_length(text) + 1), 0)::text AS text,
      coalesce(sum(octet_length(v1_app) + 1), 0)::text AS "v1App",
      coalesce(sum(octet_length(v1_packages) + 1), 0)::text AS "v1Packages"
    FROM feed_apps WHERE text IS NOT NULL AND ${shownAt(bucket)}`);
  const [lengths] = rows;
  return {
    text: Number(lengths?.text),
    v1App: Number(lengths?.v1App),
    v1Packages: Number(lengths?.v1Packages),
  };
}

/** Returns the number of apps that match a condition, and what they share. */
export async function summarise(db: Db | Tx, shown: ReturnType<typeof sql>) {
  const { rows } = await db.execute<{
    count: number;
    categories: string[] | null;
    hasBeta: boolean | null;
    antiFeatures: AntiFeature[] | null;
  }>(sql`
    SELECT count(*)::int AS count, array_agg(DISTINCT category) AS categories, bool_or(has_beta) AS "hasBeta",
      array(SELECT DISTINCT unnest(anti_features) FROM feed_apps WHERE text IS NOT NULL AND ${shown}) AS "antiFeatures"
    FROM feed_apps WHERE text IS NOT NULL AND ${shown}`);
  const { count = 0, categories = null, hasBeta = false, antiFeatures = null } = rows[0] ?? {};
  const summary: AppsSummary = {
    categories: new Set(categories),
    hasBeta: hasBeta ?? false,
    antiFeatures: antiFeatures ?? [],
  };
  return { count, summary };
}
