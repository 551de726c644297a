import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { STOP_LIMITS } from '#shared/holds/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { findUser } from '../../identity/users.ts';
import { holdPublisher } from '../../people/holds/insert-hold.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { storeHolds } from '../../platform/db/tables/holds.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { callError } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { isLive } from '../lifecycle/conditions.ts';
import { lockBlocks } from '../versions/blocks.ts';
import { findActiveBlock, insertBlock } from './blocks.ts';
import { appsAndVersions, comparedValue, hasInCommon } from './matches.ts';

interface Stop {
  readonly data: CallData<'stops.apply'>;
  readonly decisionId: string;
  readonly byUid: string;
  readonly now: Date;
}

/**
 * `stops.apply`: holds everything that has a publisher, certificate, file or library in common, as one decision, and
 * refuses further uploads with it. What is held by itself already keeps its hold; the same call again holds the rest.
 */
export const applyStop: Handler<'stops.apply'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const stop: Stop = { data, decisionId: randomUUID(), byUid: caller.uid, now: context.clock() };
    const { by, value, kind, reason } = data;
    const { decisionId } = stop;
    await lockBlocks(tx, 'change');
    const isNew = await blockUploads(tx, stop);
    const { held, remaining } =
      by === 'publisher' ? await stopPublisher(tx, stop) : await stopVersions(tx, stop);
    if (held > 0 || isNew) {
      const details = { decisionId, by, value, kind, reason, held };
      await emit(tx, { by: caller.uid, name: 'stop.applied', details });
    }
    const isBlocked = by !== 'publisher' && (await findActiveBlock(tx, by, value)) !== null;
    return { decisionId, held, remaining, isBlocked };
  });

/** Returns true when uploads are refused from now on; false when they were before, or are not to be. */
async function blockUploads(tx: Tx, { data, ...stop }: Stop): Promise<boolean> {
  const { by, blocksUploads } = data;
  if (by === 'publisher' || !blocksUploads) return false;
  return insertBlock(tx, { ...data, ...stop, by });
}

interface StopResult {
  readonly held: number;
  readonly remaining: number;
}

async function stopPublisher(tx: Tx, { data, ...stop }: Stop): Promise<StopResult> {
  const person = await findUser(tx, data.value);
  if (!person) throw callError('not-found', () => t`This user doesn’t exist.`);
  const hold = await holdPublisher(tx, { ...data, ...stop, subjectId: data.value });
  return { held: hold ? 1 : 0, remaining: 0 };
}

interface HeldVersion extends Record<string, unknown> {
  readonly holdId: string;
  readonly versionId: string;
  readonly appId: string;
  readonly ownerUid: string;
}

/** Holds the versions that match, the live ones first, at most as many as one transaction may take. */
async function stopVersions(tx: Tx, stop: Stop): Promise<StopResult> {
  const { by, value } = stop.data;
  const isUnheld = sql`${hasInCommon(by, comparedValue(by, value))} AND ${versions.id} IS NOT NULL AND NOT EXISTS (
    SELECT FROM ${storeHolds} WHERE ${storeHolds.liftedAt} IS NULL AND ${storeHolds.subjectId} = ${versions.id})`;
  const held = await insertHolds(tx, stop, isUnheld);
  await queueRebuildOf(tx, [...new Set(held.map(({ appId }) => appId))]);
  await emitHeld(tx, stop, held);
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count ${appsAndVersions} WHERE ${isUnheld}`,
  );
  return { held: held.length, remaining: rows[0]?.count ?? 0 };
}

async function insertHolds(tx: Tx, stop: Stop, isUnheld: ReturnType<typeof sql>): Promise<HeldVersion[]> {
  const { data, decisionId, byUid, now } = stop;
  const { rows } = await tx.execute<HeldVersion>(sql`
    WITH matching AS (
      SELECT ${versions.id} AS version_id ${appsAndVersions} WHERE ${isUnheld}
      ORDER BY ${isLive} DESC, ${versions.id} LIMIT ${STOP_LIMITS.versions}
    ), held AS (
      INSERT INTO ${storeHolds} (id, decision_id, kind, reason, note, created_by_uid, created_at, subject, subject_id, review_at)
      SELECT gen_random_uuid()::text, ${decisionId}, ${data.kind}, ${data.reason}, ${data.note || null}, ${byUid},
        ${now.toISOString()}::timestamptz, 'version', version_id, ${data.reviewAt}::timestamptz
      FROM matching ON CONFLICT DO NOTHING RETURNING id, subject_id
    )
    SELECT held.id AS "holdId", ${versions.id} AS "versionId", ${apps.id} AS "appId", ${apps.ownerUid} AS "ownerUid"
    FROM held JOIN ${versions} ON ${versions.id} = held.subject_id JOIN ${apps} ON ${apps.id} = ${versions.appId}
    ORDER BY ${apps.ownerUid}, ${versions.id}`);
  return rows;
}

/** Emits the event of each version; those of one publisher notify them once, and those of one app its members. */
async function emitHeld(tx: Tx, { data, byUid }: Stop, held: readonly HeldVersion[]): Promise<void> {
  const { kind, reason, reviewAt } = data;
  const byOwner = Map.groupBy(held, ({ ownerUid }) => ownerUid);
  for (const together of byOwner.values()) {
    const byApp = Map.groupBy(together, ({ appId }) => appId);
    for (const hold of together) {
      const { holdId, versionId, appId } = hold;
      const ofApp = byApp.get(appId) ?? [];
      await emit(tx, {
        by: byUid,
        name: 'version.held',
        appId,
        versionId,
        details: {
          holdId,
          kind,
          reason,
          reviewAt,
          together: hold === together[0] ? together.length : null,
          ofApp: hold === ofApp[0] ? ofApp.length : null,
        },
      });
    }
  }
}
