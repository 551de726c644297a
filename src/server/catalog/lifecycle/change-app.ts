import { eq } from 'drizzle-orm';
import { APP_ACTIONS, type AppAction, appDenialReason } from '#shared/statuses/app-status.ts';
import { emitNamed } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import type { ActorIdentity } from './actor.ts';
import { forgetRemoval } from './removal-request.ts';

interface AppChange {
  readonly action: AppAction;
  readonly by: ActorIdentity;
  readonly now: Date;
  /** The reason that staff give when they remove or restore it; none where its publisher asked for the removal. */
  readonly reason?: string;
}

/**
 * Changes the status of a locked app by an action: checks its rule, updates the row and emits its event. Nothing else
 * changes an app's status. Throws `failed-precondition` with `details.reason`.
 */
export async function changeApp(tx: Tx, app: AppRow, change: AppChange): Promise<AppRow> {
  const { action, by, now, reason } = change;
  requireAllowed(() => appDenialReason({ action, status: app.status, actor: by.actor }), {
    reason: 'wrong-status',
    status: app.status,
  });

  const { to: target, event } = APP_ACTIONS[action];
  const to = target === 'before' ? (app.removedFrom ?? 'unpublished') : target;
  const isRemoval = to === 'removed';
  const [row] = await tx
    .update(apps)
    .set({
      status: to,
      updatedAt: now,
      removedFrom: isRemoval ? app.status : null,
      removalReason: isRemoval ? (reason ?? null) : null,
    })
    .where(eq(apps.id, app.id))
    .returning();
  if (isRemoval) await forgetRemoval(tx, app.id);
  await emitNamed(tx, {
    by: by.uid,
    name: event,
    appId: app.id,
    details: { ...(reason !== undefined && { reason }), from: app.status, to },
  });
  return row as AppRow;
}

/** Returns true when the same request has already had its effect, so that repeating it changes nothing. */
export function isAppAlreadyDone(app: AppRow, action: AppAction): boolean {
  return APP_ACTIONS[action].done.includes(app.status);
}
