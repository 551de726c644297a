import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Tx } from '../db/open.ts';
import { type AppRow, apps } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { approvalNotice, rejectionNotice, removalNotice, updateNotice } from './notices.ts';
import { insertNotice, tellPerson } from './tell.ts';

interface Decision {
  readonly app: AppRow;
  readonly now: Date;
}

/** Tells an app's owner that it was approved (specification section 7, send approval), in the decision's transaction. */
export async function notifyApproval(tx: Tx, { app, now }: Decision): Promise<void> {
  await tellPerson(tx, approvalNotice(app), { uid: app.ownerUid, now });
}

interface Refusal extends Decision {
  readonly reason: string;
}

/** Tells an app's owner that it was rejected, and why (specification section 7, send rejection). */
export async function notifyRejection(tx: Tx, { app, now, reason }: Refusal): Promise<void> {
  await tellPerson(tx, rejectionNotice(app, reason), { uid: app.ownerUid, now });
}

/** Tells an app's owner that the store removed it, and why; no switch keeps that from them. */
export async function notifyRemoval(tx: Tx, { app, now, reason }: Refusal): Promise<void> {
  await tellPerson(tx, removalNotice(app, reason), { uid: app.ownerUid, now });
}

interface Update {
  readonly appId: string;
  /** As people read it, such as `2.1`. */
  readonly version: string;
  /** What is new in it; may be empty. */
  readonly changes: string;
  readonly now: Date;
}

/**
 * Tells every user whose `settings.notifications.appUpdates` is true of an update (specification section 7, send app
 * update), by a job. Throws `not-found` when there is no such app.
 */
export async function notifyUpdate(tx: Tx, { appId, version, changes, now }: Update): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) throw new CallError('not-found', 'App not found.');
  const options = { audience: 'everyone', status: 'sending', now } as const;
  const { id: noticeId } = await insertNotice(tx, updateNotice(app, version, changes), options);
  await enqueue(tx, 'send-notice', { noticeId });
}
