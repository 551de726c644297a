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
