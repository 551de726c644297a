import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { CallError } from '#shared/errors.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { StagedGraphic } from '#shared/listings/graphics.ts';
import { STAGED_LIMITS } from '#shared/listings/limits.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type StagedGraphicRow, stagedGraphics } from '../../platform/db/tables/listings.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { denied } from '../../platform/input/denied.ts';
import { storeIconHash } from '../lookalikes/icon-hash.ts';
import type { MadeGraphic } from './images.ts';
import { lockWithAccounts } from './lock-with-accounts.ts';

interface Staging {
  readonly appId: string;
  readonly kind: GraphicKind;
  readonly made: MadeGraphic;
  readonly caller: Caller;
}

/**
 * Stores a picture for a later `apps.applyListing`; until then it is part of nothing. The oldest ones
 * of the caller make room for it; throws `failed-precondition` when those of others are too many, and `resource-exhausted` without room in the publisher's storage.
 */
export async function stageGraphic(
  context: Context,
  { appId, kind, made, caller }: Staging,
): Promise<StagedGraphic> {
  const { bytes, extension, iconHash, ...facts } = made;
  const key = `graphics/${made.sha256}.${extension}`;
  return storeShared(context, { key, bytes }, async (tx) => {
    const now = context.clock();
    // Both accounts are locked, so that pictures sent at the same time are counted.
    const app = await lockWithAccounts(tx, appId, { caller, now });
    await makeRoom(tx, { appId, uid: caller.uid, adding: bytes.length, now });
    const claim = { uid: app.ownerUid, adding: { storedMegabytes: bytes.length } };
    await requireQuotas(tx, [{ ...claim, isOwn: app.ownerUid === caller.uid }], now);
    if (kind === 'icon') await storeIconHash(tx, key, iconHash);
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
    return presentStaged(row as StagedGraphicRow);
  });
}

interface StagingRequest {
  readonly appId: string;
  readonly uid: string;
  readonly adding: number;
  readonly now: Date;
}

/**
 * Deletes the oldest pictures that the account staged for the app while a further one would be too many: they are left
 * from calls that were denied. Throws `failed-precondition` when that isn't enough.
 */
async function makeRoom(tx: Tx, { appId, uid, adding, now }: StagingRequest): Promise<void> {
  const ofApp = eq(stagedGraphics.appId, appId);
  const ofUploader = eq(stagedGraphics.uploadedByUid, uid);
  const isKept = gt(stagedGraphics.expiresAt, now);
  const excesses = [await measureExcess(tx, and(ofApp, isKept), adding)];
  excesses.push(await measureExcess(tx, and(ofUploader, isKept), adding));
  let graphics = Math.max(...excesses.map((one) => one.graphics));
  let bytes = Math.max(...excesses.map((one) => one.bytes));
  if (graphics <= 0 && bytes <= 0) return;
  const own = await tx
    .select({ id: stagedGraphics.id, size: stagedGraphics.size })
    .from(stagedGraphics)
    .where(and(ofApp, ofUploader, isKept))
    .orderBy(stagedGraphics.expiresAt, stagedGraphics.id);
  const replaced: string[] = [];
  for (const { id, size } of own) {
    if (graphics <= 0 && bytes <= 0) break;
    replaced.push(id);
    graphics -= 1;
    bytes -= size;
  }
  if (graphics > 0 || bytes > 0) throw tooMany();
  await tx.delete(stagedGraphics).where(inArray(stagedGraphics.id, replaced));
}

/** Returns by how much staged pictures exceed their limits together with another one; negative while there is room. */
async function measureExcess(tx: Tx, which: SQL | undefined, adding: number) {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${stagedGraphics.size}), 0)::float8`,
    })
    .from(stagedGraphics)
    .where(which);
  const { count = 0, bytes = 0 } = row ?? {};
  return { graphics: count + 1 - STAGED_LIMITS.graphics, bytes: bytes + adding - STAGED_LIMITS.bytes };
}

function tooMany(): CallError {
  const { graphics, bytes, hours } = STAGED_LIMITS;
  return denied(
    `Up to ${graphics} pictures of ${bytes / 1024 ** 2} MiB can be staged. Apply some first; unused ones expire after ${hours} hours.`,
    { reason: 'too-many-staged-pictures' },
  );
}

function presentStaged(row: StagedGraphicRow): StagedGraphic {
  const { id, kind, width, height, size, expiresAt } = row;
  const findings = row.findings.map(describeFinding);
  return { id, kind, width, height, size, findings, expiresAt: expiresAt.toISOString() };
}
