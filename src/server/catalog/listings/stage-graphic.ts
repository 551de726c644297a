import { randomUUID } from 'node:crypto';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { StagedGraphic } from '#shared/listings/graphic-schemas.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import { STAGED_LIMITS } from '#shared/listings/limits.ts';
import { requireApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type StagedGraphicRow, stagedGraphics } from '../../platform/db/tables/listings.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { denied } from '../../platform/input/denied.ts';
import type { MadeGraphic } from './images.ts';

interface Staging {
  readonly appId: string;
  readonly kind: GraphicKind;
  readonly made: MadeGraphic;
  readonly caller: Caller;
}

/**
 * Stores a picture for a later `apps.applyListing`; until then it is part of nothing. Throws `failed-precondition` when
 * too many are staged, and `resource-exhausted` without room in the publisher's storage.
 */
export async function stageGraphic(
  context: Context,
  { appId, kind, made, caller }: Staging,
): Promise<StagedGraphic> {
  const { bytes, extension, ...facts } = made;
  const key = `graphics/${made.sha256}.${extension}`;
  return storeShared(context, { key, bytes }, async (tx) => {
    const now = context.clock();
    const { app } = await requireApp(tx, appId, { caller, role: 'maintainer' });
    const isOwn = app.ownerUid === caller.uid;
    const claims = [{ uid: app.ownerUid, adding: { storedMegabytes: bytes.length }, isOwn }];
    // Both accounts are locked, so that pictures sent at the same time are counted.
    const uploader = { uid: caller.uid, adding: {}, isOwn: true };
    await requireQuotas(tx, isOwn ? claims : [...claims, uploader], now);
    await requireRoom(tx, { of: eq(stagedGraphics.appId, appId), adding: bytes.length, now });
    await requireRoom(tx, { of: eq(stagedGraphics.uploadedByUid, caller.uid), adding: bytes.length, now });
    const [row] = await tx
      .insert(stagedGraphics)
      .values({
        id: randomUUID(),
        appId,
        uploadedByUid: caller.uid,
        kind,
        key,
        size: bytes.length,
        ...facts,
        expiresAt: new Date(now.getTime() + STAGED_LIMITS.hours * 3_600_000),
      })
      .returning();
    return present(row as StagedGraphicRow);
  });
}

interface Room {
  readonly of: SQL;
  readonly adding: number;
  readonly now: Date;
}

async function requireRoom(tx: Tx, { of, adding, now }: Room): Promise<void> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${stagedGraphics.size}), 0)::float8`,
    })
    .from(stagedGraphics)
    .where(and(of, gt(stagedGraphics.expiresAt, now)));
  const { count = 0, bytes = 0 } = row ?? {};
  const { graphics, bytes: maxBytes, hours } = STAGED_LIMITS;
  if (count < graphics && bytes + adding <= maxBytes) return;
  throw denied(
    `Up to ${graphics} pictures of ${maxBytes / 1024 ** 2} MiB can be staged. Apply some first; unused ones expire after ${hours} hours.`,
    { reason: 'too-many-staged-pictures' },
  );
}

function present(row: StagedGraphicRow): StagedGraphic {
  const { id, kind, width, height, size, findings, expiresAt } = row;
  return { id, kind, width, height, size, findings, expiresAt: expiresAt.toISOString() };
}
