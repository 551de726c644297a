import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  exceedsHaltRule,
  type HaltRule,
  MAX_REPORTING_DEVICES,
  type ReportCounts,
  type ReportKind,
  SUSPICIOUS_REPORTS,
} from '#shared/releases/halt-rule.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type ReleaseRow, releaseReports } from '../../platform/db/tables/releases.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { readSettings } from '../../platform/settings.ts';

type ReportedRelease = Pick<ReleaseRow, 'versionId' | 'reportRound' | 'haltRule'>;

interface ReportOrigin {
  /** A keyed hash of the /48 or /24. */
  readonly networkHash: string;
  /** True when it downloaded nothing from the store before this version was published. */
  readonly isNew: boolean;
}

interface Reports {
  readonly release: ReportedRelease;
  readonly kind: ReportKind;
  readonly deviceIds: readonly string[];
  /** True while the reports can halt the rollout. */
  readonly isRollingOut: boolean;
  /** The network that the report came from; null for a crash service of the publisher. */
  readonly origin?: ReportOrigin | null;
}

/**
 * Counts reports of devices that have not reported this kind in this round, and enqueues the halt of a rollout when all
 * its reports exceed its rule. Returns the number of devices counted.
 */
export async function countReports(
  { db, clock, secret }: Pick<Context, 'db' | 'clock' | 'secret'>,
  { release, kind, deviceIds, isRollingOut, origin = null }: Reports,
): Promise<number> {
  const { versionId, reportRound: round } = release;
  // In one order, so that two calls with the same devices wait for each other instead of blocking each other.
  const hashes = [...new Set(deviceIds.map((device) => hashOf(secret, { device, versionId })))].sort();
  return db.transaction(async (tx) => {
    const counted = kind === 'crash' ? releaseReports.crashes : releaseReports.problems;
    const { rows } = await tx.execute<{ count: number }>(sql`
      WITH added AS (
        INSERT INTO reporting_devices (version_id, round, kind, device_hash, network_hash, reported_at)
        SELECT ${versionId}, ${round}, ${kind}, hash, ${origin?.networkHash ?? null}, ${clock().toISOString()}::timestamptz
        FROM unnest(${sql.param(hashes)}::text[]) AS hash
        WHERE coalesce((
          SELECT ${counted} FROM ${releaseReports}
          WHERE ${releaseReports.versionId} = ${versionId} AND ${releaseReports.round} = ${round}
        ), 0) < ${MAX_REPORTING_DEVICES}
        ON CONFLICT DO NOTHING RETURNING 1
      ) SELECT count(*)::int AS count FROM added`);
    const count = rows[0]?.count ?? 0;
    const ofNew = origin?.isNew ? count : 0;
    const added =
      kind === 'crash' ? { crashes: count, newCrashes: ofNew } : { problems: count, newProblems: ofNew };
    if (count > 0) {
      await tx
        .insert(releaseReports)
        .values({ versionId, round, ...added })
        .onConflictDoUpdate({
          target: [releaseReports.versionId, releaseReports.round],
          set: Object.fromEntries(
            Object.entries(added).map(([column, more]) => [
              column,
              sql`${releaseReports[column as keyof typeof added]} + ${more}`,
            ]),
          ),
        });
    }
    if (isRollingOut) {
      const rule = await findHaltRule(tx, release);
      if (rule && exceedsHaltRule(rule, await readReportCounts(tx, release))) {
        await enqueue(tx, { name: 'halt-rollout', payload: { versionId } });
      }
    }
    return count;
  });
}

/** Returns the rule by which a release halts automatically: its own, or that of the store; null for none. */
export async function findHaltRule(
  db: Db | Tx,
  { haltRule }: Pick<ReleaseRow, 'haltRule'>,
): Promise<HaltRule | null> {
  return haltRule ?? (await readSettings(db)).rolloutHalting;
}

/** Counts of a version without any are zero, so that there is always one row. */
const COUNTS = defineStatement(
  'release-reports',
  ({ versionId, reportRound }: StatementValues<{ versionId: string; reportRound: number }>) => ({
    select: {
      crashes: sql<number>`coalesce(sum(${releaseReports.crashes}), 0)::int`,
      problems: sql<number>`coalesce(sum(${releaseReports.problems}), 0)::int`,
      newCrashes: sql<number>`coalesce(sum(${releaseReports.newCrashes}), 0)::int`,
      newProblems: sql<number>`coalesce(sum(${releaseReports.newProblems}), 0)::int`,
      ignored: sql<number>`coalesce(sum(${releaseReports.ignored}), 0)::int`,
      networks: sql<number>`(
        SELECT count(DISTINCT network_hash)::int FROM reporting_devices
        WHERE version_id = ${versionId} AND round = ${reportRound})`,
      fromServices: sql<number>`(
        SELECT count(*)::int FROM reporting_devices
        WHERE version_id = ${versionId} AND round = ${reportRound} AND network_hash IS NULL)`,
      downloads: sql<number>`(
        SELECT coalesce(sum(count), 0)::int FROM downloads WHERE version_id = ${versionId})`,
    },
    from: sql`
      FROM ${releaseReports}
      WHERE ${releaseReports.versionId} = ${versionId} AND ${releaseReports.round} = ${reportRound}`,
  }),
);

/** Returns the reports about a version in the current round of its rollout, and its downloads. */
export async function readReportCounts(
  db: Db | Tx,
  { versionId, reportRound }: Pick<ReleaseRow, 'versionId' | 'reportRound'>,
): Promise<ReportCounts> {
  const counts = await COUNTS.first(db, { versionId, reportRound });
  return counts as ReportCounts;
}

/**
 * Counts a report that doesn't count towards halting. Notifies staff once in each round when there are so many that
 * somebody may be trying to halt the rollout from a few networks.
 */
export async function ignoreReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { versionId, appId, reportRound: round }: Pick<ReleaseRow, 'versionId' | 'appId' | 'reportRound'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(releaseReports)
      .values({ versionId, round, ignored: 1 })
      .onConflictDoUpdate({
        target: [releaseReports.versionId, releaseReports.round],
        set: { ignored: sql`${releaseReports.ignored} + 1` },
      })
      .returning({ ignored: releaseReports.ignored, patternAt: releaseReports.patternAt });
    if (!row || row.patternAt !== null || row.ignored < SUSPICIOUS_REPORTS) return;
    await tx
      .update(releaseReports)
      .set({ patternAt: clock() })
      .where(and(eq(releaseReports.versionId, versionId), eq(releaseReports.round, round)));
    const counts = await readReportCounts(tx, { versionId, reportRound: round });
    await emit(tx, {
      by: null,
      name: 'release.reports-suspicious',
      appId,
      versionId,
      details: counts,
    });
  });
}

/** Returns a keyed hash of a device's id that differs between versions, so that it identifies nobody. */
function hashOf(
  secret: string,
  { device, versionId }: { readonly device: string; readonly versionId: string },
): string {
  return createHmac('sha256', secret).update(`report\0${versionId}\0${device}`).digest('base64url');
}
