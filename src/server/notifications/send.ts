import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/open.ts';
import { type AppRow, notifications } from '../db/tables.ts';

/** Specification section 9: approvals and rejections expire after 30 days. */
const DECISION_LIFETIME_DAYS = 30;

interface Decision {
  readonly app: AppRow;
  readonly now: Date;
}

/** Tells an app's owner that it was approved (specification section 7, send approval), in the decision's transaction. */
export async function notifyApproval(tx: Tx, { app, now }: Decision): Promise<void> {
  await tx.insert(notifications).values({
    id: randomUUID(),
    userId: app.ownerUid,
    type: 'app_approval',
    title: 'App Approved',
    message: `Your app ${app.name} has been approved and is available in the store.`,
    data: { appId: app.id },
    createdAt: now,
    expiresAt: expiry(now),
  });
}

/** Tells an app's owner that it was rejected, and why (specification section 7, send rejection). */
export async function notifyRejection(
  tx: Tx,
  { app, now, reason }: Decision & { reason: string },
): Promise<void> {
  await tx.insert(notifications).values({
    id: randomUUID(),
    userId: app.ownerUid,
    type: 'app_rejection',
    title: 'App Rejected',
    message: `Your app ${app.name} has been rejected: ${reason}`,
    data: { appId: app.id, reason },
    createdAt: now,
    expiresAt: expiry(now),
  });
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + DECISION_LIFETIME_DAYS * 86_400_000);
}
