import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Block } from '#shared/holds/calls.ts';
import type { BlockBy, NewHold } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type BlockRow, packageBlocks } from '../../platform/db/tables/holds.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { lockBlocks } from '../versions/blocks.ts';
import { readBlock } from './find.ts';

/** Returns the active block of a certificate, file or library; null without one. */
export async function findActiveBlock(db: Db | Tx, by: BlockBy, value: string): Promise<BlockRow | null> {
  const [row] = await db
    .select()
    .from(packageBlocks)
    .where(and(eq(packageBlocks.by, by), eq(packageBlocks.value, value), isNull(packageBlocks.liftedAt)));
  return row ?? null;
}

interface NewBlock extends Omit<NewHold, 'reviewAt'> {
  readonly by: BlockBy;
  readonly value: string;
  readonly decisionId: string;
  readonly byUid: string;
  readonly now: Date;
}

/** Blocks uploads of anybody from now on. Returns false when they are refused already. */
export async function insertBlock(tx: Tx, block: NewBlock): Promise<boolean> {
  const { by, value, decisionId, kind, reason, note, byUid, now } = block;
  const [row] = await tx
    .insert(packageBlocks)
    .values({
      id: randomUUID(),
      decisionId,
      by,
      value,
      kind,
      reason,
      note: note || null,
      createdByUid: byUid,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: packageBlocks.id });
  if (!row) return false;
  await emit(tx, {
    by: byUid,
    name: 'stop.block-created',
    details: { blockId: row.id, by, value, reason },
  });
  return true;
}

/** `blocks.lift`: accepts uploads with a certificate, file or library again; what is held stays held. */
export const liftBlock: Handler<'blocks.lift'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { blockId, reason } = data;
    await lockBlocks(tx, 'change');
    const [lifted] = await tx
      .update(packageBlocks)
      .set({ liftedAt: context.clock(), liftedByUid: caller.uid, liftReason: reason })
      .where(and(eq(packageBlocks.id, blockId), isNull(packageBlocks.liftedAt)))
      .returning();
    const block = await readBlock(tx, blockId);
    if (!block) throw callError('not-found', () => t`This block doesn’t exist.`);
    if (!lifted) throw denied(() => t`This block was lifted already.`, { reason: 'lifted' });
    const { by, value } = lifted;
    await emit(tx, {
      by: caller.uid,
      name: 'stop.block-lifted',
      details: { blockId, by, value, reason },
    });
    return { block: block satisfies Block };
  });
