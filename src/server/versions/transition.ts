import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { type Actor, VERSION_TRANSITIONS, type VersionAction, whyNot } from '#shared/versions/rules.ts';
import { recordAudit } from '../audit/record.ts';
import type { Tx } from '../db/open.ts';
import { type VersionRow, versions } from '../db/tables.ts';
import { publishVersion } from '../live/publish.ts';
import { emitVersionEvent } from '../webhooks/emit.ts';

/** Who acts on a version; the store itself has no uid. */
export type ActorIdentity =
  | { readonly actor: Exclude<Actor, 'system'>; readonly uid: string }
  | { readonly actor: 'system'; readonly uid: null };

export const THE_STORE: ActorIdentity = { actor: 'system', uid: null };

interface Step {
  readonly action: VersionAction;
  readonly by: ActorIdentity;
  /** Columns that change together with the status. */
  readonly set?: Partial<typeof versions.$inferInsert>;
  /** What the audit event says beyond who, what and when. */
  readonly details?: Record<string, unknown>;
}

/**
 * Changes the status of a locked version (`lockVersion`), by the one table of transitions and nothing else,
 * records the audit event and tells webhooks and browsers, all in the same transaction.
 * Throws `failed-precondition` with `details.reason`.
 */
export async function transition(tx: Tx, version: VersionRow, step: Step): Promise<VersionRow> {
  const { action, by, set, details } = step;
  const reason = whyNot({ action, status: version.status, actor: by.actor });
  if (reason) throw new CallError('failed-precondition', reason, { reason, status: version.status });

  const { to, event } = VERSION_TRANSITIONS[action];
  const [row] = await tx
    .update(versions)
    .set({ ...set, status: to })
    .where(eq(versions.id, version.id))
    .returning();
  const changed = row as VersionRow;
  await recordAudit(tx, {
    actorUid: by.uid,
    event,
    appId: version.appId,
    versionId: version.id,
    details: { ...details, from: version.status, to },
  });
  await emitVersionEvent(tx, changed, event);
  await publishVersion(tx, changed);
  return changed;
}

/** Whether the same request has already had its effect, so that twice is answered like once. */
export function isAlreadyDone(version: VersionRow, action: VersionAction): boolean {
  return VERSION_TRANSITIONS[action].done?.includes(version.status) ?? false;
}
