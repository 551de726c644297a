import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  exceedsHaltRule,
  type HaltRule,
  MAX_REPORTING_DEVICES,
  type ReportCounts,
  type ReportKind,
} from '#shared/releases/halt-rule.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { type ReleaseRow, releaseReports } from '../../platform/db/tables/releases.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { readSettings } from '../../platform/settings.ts';

type ReportedRelease = Pick<ReleaseRow, 'versionId' | 'reportRound' | 'haltRule'>;

interface Reports {
  readonly release: ReportedRelease;
  readonly kind: ReportKind;
  readonly deviceIds: readonly string[];
  /** True while the reports can halt the rollout. */
  readonly isRollingOut: boolean;
}

/**
 * Counts reports of devices that have not reported this kind in this round, and enqueues the halt of a rollout when all
 * its reports exceed its rule. Returns the number of devices counted.
 */
export async function countReports(
  { db, clock, secret }: Pick<Context, 'db' | 'clock' | 'secret'>,
  { release, kind, deviceIds, isRollingOut }: Reports,
): Promise<number> {
  const { versionId, reportRound: round } = release;
  // In one order, so that two calls with the same devices wait for each other instead of blocking each other.
  const hashes = [...new Set(deviceIds.map((device) => hashOf(secret, { device, versionId })))].sort();
  return db.transaction(async (tx) => {
    const counted = kind === 'crash' ? releaseReports.crashes : releaseReports.problems;
    const { rows } = await tx.execute<{ count: number }>(sql`
      WITH added AS (
        INSERT INTO reporting_devices (version_id, round, kind, device_hash, reported_at)
        SELECT ${versionId}, ${round}, ${kind}, hash, ${clock().toISOString()}::timestamptz
        FROM unnest(${sql.param(hashes)}::text[]) AS hash
        WHERE coalesce((
          SELECT ${counted} FROM ${releaseReports}
          WHERE ${releaseReports.versionId} = ${versionId} AND ${releaseReports.round} = ${round}
        ), 0) < ${MAX_REPORTING_DEVICES}
        ON CONFLICT DO NOTHING RETURNING 1
      ) SELECT count(*)::int AS count FROM added`);
    const count = rows[0]?.count ?? 0;
    const added = { crashes: kind === 'crash' ? count : 0, problems: kind === 'problem' ? count : 0 };
    if (count > 0) {
      await tx
        .insert(releaseReports)
        .values({ versionId, round, ...added })
        .onConflictDoUpdate({
          target: [releaseReports.versionId, releaseReports.round],
          set: {
            crashes: sql`${releaseReports.crashes} + ${added.crashes}`,
            problems: sql`${releaseReports.problems} + ${added.problems}`,
          },
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
  ({ versionId, reportRound }: Values<{ versionId: string; reportRound: number }>) => ({
    select: {
      crashes: sql<number>`coalesce(sum(${releaseReports.crashes}), 0)::int`,
      problems: sql<number>`coalesce(sum(${releaseReports.problems}), 0)::int`,
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

/** Returns a keyed hash of a device's id that differs between versions, so that it identifies nobody. */
function hashOf(
  secret: string,
  { device, versionId }: { readonly device: string; readonly versionId: string },
): string {
  return createHmac('sha256', secret).update(`report\0${versionId}\0${device}`).digest('base64url');
}
