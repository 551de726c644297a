import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { HoldSubject, NewHold } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { type HoldRow, storeHolds } from '../../platform/db/tables/holds.ts';
import { denied } from '../../platform/input/call-error.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';

/** Staff's decision to hold something. */
export interface HoldDecision extends NewHold {
  readonly subject: HoldSubject;
  readonly subjectId: string;
  readonly decisionId?: string;
  readonly byUid: string;
  readonly now: Date;
}

/** Inserts a hold; null when its subject has an active one, also by a request at the same time. */
export async function insertHold(tx: Tx, decision: HoldDecision): Promise<HoldRow | null> {
  const { subject, subjectId, kind, reason, note, reviewAt, byUid, now, decisionId } = decision;
  const id = randomUUID();
  const [hold] = await tx
    .insert(storeHolds)
    .values({
      id,
      decisionId: decisionId ?? id,
      subject,
      subjectId,
      kind,
      reason,
      note: note || null,
      reviewAt: new Date(reviewAt),
      createdByUid: byUid,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  return hold ?? null;
}

/** Returns the error for a subject that has an active hold. */
export function alreadyHeld(): Error {
  return denied(() => t`It’s on hold already. Reload to see who decided that, and why.`, {
    reason: 'already-held',
  });
}

/** The details of the event of a new hold. */
export function heldDetails({ id: holdId, kind, reason, reviewAt }: HoldRow) {
  return { holdId, kind, reason, reviewAt: reviewAt.toISOString() };
}

/**
 * Holds everything of a publisher, now and in the future, and notifies them. Returns null when that is held already. The
 * caller has locked the user.
 */
export async function holdPublisher(
  tx: Tx,
  decision: Omit<HoldDecision, 'subject'>,
): Promise<HoldRow | null> {
  const hold = await insertHold(tx, { ...decision, subject: 'publisher' });
  if (!hold) return null;
  await rebuildFeedsOf(tx, decision.subjectId);
  await emit(tx, { by: decision.byUid, name: 'user.held', uid: hold.subjectId, details: heldDetails(hold) });
  return hold;
}

/** Queues a rebuild of the feeds for the published apps of a user. */
export async function rebuildFeedsOf(tx: Tx, uid: string): Promise<void> {
  const published = await tx
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.ownerUid, uid), eq(apps.status, 'published')));
  if (published.length > 0)
    await queueRebuild(
      tx,
      published.map(({ id }) => id),
    );
}
