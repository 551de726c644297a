import type { Tx } from '../db/open.ts';
import type { AppRow, VersionRow } from '../db/tables.ts';
import { notifyApprovedOnly } from '../notifications/publishing.ts';
import { notifyApproval } from '../notifications/send.ts';
import { publishWhenDue } from '../releases/publish.ts';
import { type ActorIdentity, transition } from '../versions/transition.ts';

interface Approval {
  readonly version: VersionRow;
  readonly app: AppRow;
  /** An admin, or the store by its policy, which the version records. */
  readonly by: ActorIdentity;
  readonly note: string | null;
  readonly now: Date;
}

/** Approves a locked version, publishes it when its publisher chose so, and tells the publisher. Throws `failed-precondition`. */
export async function approveVersion(
  tx: Tx,
  { version, app, by, note, now }: Approval,
): Promise<{ version: VersionRow; app: AppRow }> {
  const approved = await transition(tx, version, {
    action: 'approve',
    by,
    set: { reviewerUid: by.uid, decidedAt: now, decisionNote: note },
    details: { note, ...(by.actor === 'system' && { policy: version.policyDecision }) },
  });
  const result = await publishWhenDue(tx, { version: approved, app, now });
  if (result.version.status === 'published') await notifyApproval(tx, { app, now });
  else await notifyApprovedOnly(tx, { app, now });
  return result;
}
