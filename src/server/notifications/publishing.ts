import type { Tx } from '../db/open.ts';
import type { AppRow } from '../db/tables.ts';
import { tellPerson } from './tell.ts';

interface Event {
  readonly app: AppRow;
  readonly now: Date;
}

/** Tells an app's publisher of an approval that did not publish at once: it waits for its date or for their hand. */
export async function notifyApprovedOnly(tx: Tx, { app, now }: Event): Promise<void> {
  const notice = {
    kind: 'approvalNotifications',
    type: 'app_approval',
    title: 'App Approved',
    message: `Your app ${app.name} has been approved. It is not in the store yet: its release says when it will be.`,
    data: { appId: app.id },
  } as const;
  await tellPerson(tx, notice, { uid: app.ownerUid, now });
}

/** Tells an app's publisher that the store put it back. */
export async function notifyRestoration(
  tx: Tx,
  { app, now, reason }: Event & { reason: string },
): Promise<void> {
  const notice = {
    kind: 'security',
    type: 'system_message',
    title: 'App Restored',
    message: `The store restored your app ${app.name}: ${reason}`,
    data: { appId: app.id },
  } as const;
  await tellPerson(tx, notice, { uid: app.ownerUid, now });
}

interface Message extends Event {
  readonly versionId: string;
  /** Who is told. */
  readonly to: string;
}

/** Tells the other side of a review that somebody wrote to them. */
export async function notifyComment(
  tx: Tx,
  { app, versionId, to, text, now }: Message & { text: string },
): Promise<void> {
  const notice = {
    kind: 'approvalNotifications',
    type: 'system_message',
    title: `Message about ${app.name}`,
    message: text.length > 300 ? `${text.slice(0, 299)}…` : text,
    data: { appId: app.id, versionId },
  } as const;
  await tellPerson(tx, notice, { uid: to, now });
}

/** Reminds a reviewer of a version that they claimed long ago. */
export async function notifyStaleClaim(tx: Tx, { app, versionId, to, now }: Message): Promise<void> {
  const notice = {
    kind: 'approvalNotifications',
    type: 'system_message',
    title: 'A review waits for you',
    message: `You claimed a version of ${app.name} and have not decided yet. Decide, or give it back to the queue.`,
    data: { appId: app.id, versionId },
  } as const;
  await tellPerson(tx, notice, { uid: to, now });
}

/** Tells who was an app's publisher that somebody else accepted to be it. */
export async function notifyTransfer(tx: Tx, { app, to, now }: Omit<Message, 'versionId'>): Promise<void> {
  const notice = {
    kind: 'security',
    type: 'system_message',
    title: 'App handed over',
    message: `Somebody accepted to be the publisher of ${app.name}. You stay one of its owners.`,
    data: { appId: app.id },
  } as const;
  await tellPerson(tx, notice, { uid: to, now });
}
