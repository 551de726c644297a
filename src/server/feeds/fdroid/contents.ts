import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AntiFeature } from '#shared/listings/anti-feature.ts';
import type { Tx } from '../../platform/db/open.ts';
import { END_OF_BUCKETS } from '../generations/rollout.ts';
import type { FeedProblem } from '../public/stored.ts';
import { type AppsSummary, type Repository, renderRepository } from './index.ts';
import { renderRepositoryV1 } from './index-v1.ts';

/** The content of the feed according to the stored texts. */
export interface FeedContents {
  /** SHA-256 of everything in a generation except its timestamp, including its signer. */
  readonly sha256: string;
  /** The buckets at which groups of rollouts begin. Each group has its own index. */
  readonly buckets: readonly number[];
  readonly counts: readonly TextCount[];
  readonly problems: readonly FeedProblem[];
}

/** The number of texts that the same buckets get, and that need the same in an index's repository section. */
interface TextCount {
  readonly beginsAt: number;
  readonly endsAt: number;
  readonly category: string;
  readonly hasBeta: boolean;
  readonly antiFeatures: readonly AntiFeature[];
  readonly count: number;
}

/** Reads the content that an index of the stored texts would have. */
export async function readContents(tx: Tx, repository: Repository, signer: string): Promise<FeedContents> {
  const { rows } = await tx.execute<{ sha256: string | null }>(sql`
    SELECT encode(sha256(convert_to(
      string_agg(app_id || ' ' || sha256, ',' ORDER BY application_id, app_id, begins_at), 'UTF8')), 'hex') AS sha256
    FROM feed_apps WHERE text IS NOT NULL`);
  const { rows: counts } = await tx.execute<TextCount & Record<string, unknown>>(sql`
    SELECT begins_at AS "beginsAt", ends_at AS "endsAt", category, has_beta AS "hasBeta",
      anti_features AS "antiFeatures", count(*)::int AS count
    FROM feed_apps WHERE text IS NOT NULL
    GROUP BY begins_at, ends_at, category, has_beta, anti_features`);
  const repo = renderRepository({ ...repository, timestamp: 0 }, summarise(counts).summary);
  const header = `${signer} ${repo} ${renderRepositoryV1(repo)}`;
  const ends = counts.map(({ endsAt }) => endsAt).filter((end) => end < END_OF_BUCKETS);
  const { rows: problems } = await tx.execute<FeedProblem & Record<string, unknown>>(sql`
    SELECT app_id AS "appId", effect, reason
    FROM feed_apps, jsonb_to_recordset(problems) AS problem (effect text, reason text)
    WHERE jsonb_array_length(problems) > 0 ORDER BY application_id`);
  return {
    sha256: createHash('sha256').update(`${header}\n${rows[0]?.sha256}`).digest('hex'),
    buckets: [...new Set([0, ...ends])].sort((a, b) => a - b),
    counts,
    problems,
  };
}

/** Returns the texts shown to a rollout bucket. */
export function shownAt(counts: readonly TextCount[], bucket: number): TextCount[] {
  return counts.filter(({ beginsAt, endsAt }) => beginsAt <= bucket && endsAt > bucket);
}

/** Returns the number of texts, and what they share. */
export function summarise(counts: readonly TextCount[]): {
  readonly count: number;
  readonly summary: AppsSummary;
} {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    summary: {
      categories: new Set(counts.map(({ category }) => category)),
      hasBeta: counts.some(({ hasBeta }) => hasBeta),
      antiFeatures: [...new Set(counts.flatMap(({ antiFeatures }) => antiFeatures))],
    },
  };
}
