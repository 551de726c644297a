import { eq } from 'drizzle-orm';
import { APP_TRANSITIONS, type AppAction, whyNotApp } from '#shared/apps/rules.ts';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Tx } from '../db/open.ts';
import { type AppRow, apps } from '../db/tables.ts';
import type { ActorIdentity } from '../versions/transition.ts';

interface AppStep {
  readonly action: AppAction;
  readonly by: ActorIdentity;
  readonly now: Date;
  /** Why, where the store removes or restores. */
  readonly reason?: string;
}

/**
 * Changes the status of a locked app, by the one table of transitions and nothing else, and records the audit event in
 * the same transaction. Throws `failed-precondition` with `details.reason`.
 */
export async function transitionApp(tx: Tx, app: AppRow, step: AppStep): Promise<AppRow> {
  const { action, by, now, reason } = step;
  const refusal = whyNotApp({ action, status: app.status, actor: by.actor });
  if (refusal) throw new CallError('failed-precondition', refusal, { reason: refusal, status: app.status });

  const { to: target, event } = APP_TRANSITIONS[action];
  const to = target === 'before' ? (app.removedFrom ?? 'unpublished') : target;
  const isRemoval = to === 'removed';
  const [changed] = await tx
    .update(apps)
    .set({
      status: to,
      updatedAt: now,
      removedFrom: isRemoval ? app.status : null,
      removalReason: isRemoval ? (reason ?? null) : null,
    })
    .where(eq(apps.id, app.id))
    .returning();
  await recordAudit(tx, {
    actorUid: by.uid,
    event,
    appId: app.id,
    details: { ...(reason !== undefined && { reason }), from: app.status, to },
  });
  return changed as AppRow;
}

/** Whether the same request has already had its effect, so that twice is answered like once. */
export function isAppAlreadyDone(app: AppRow, action: AppAction): boolean {
  return APP_TRANSITIONS[action].done.includes(app.status);
}
