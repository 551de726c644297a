import { sql } from 'drizzle-orm';
import type { EmittedEvent } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { contentOf, type NotificationContent } from './content.ts';
import { notifyUser } from './notify-user.ts';
import { readEventApp, readSubject } from './read-subject.ts';

/* Holds concern everyone who works on an app: its publisher, and its members of every role. */

interface Hold {
  readonly reason: string;
  /** ISO 8601. */
  readonly reviewAt: string;
}

function heldValues({ reason, reviewAt }: Hold) {
  return { reason, on: reviewAt.slice(0, 10) };
}

/** `others` are further apps of one publisher. */
function heldApp({ id, name }: AppRow, hold: Hold, others = 0): NotificationContent {
  return contentOf('appHeld', { name, others, ...heldValues(hold) }, { appId: id });
}

function heldVersion(
  { id, name }: AppRow,
  { version, others, ...hold }: Hold & { readonly version: string; readonly others: number },
): NotificationContent {
  return contentOf('versionHeld', { name, version, others, ...heldValues(hold) }, { appId: id });
}

function liftedApp({ id, name }: AppRow, { reason }: Pick<Hold, 'reason'>, others = 0): NotificationContent {
  return contentOf('appHoldLifted', { name, others, reason }, { appId: id });
}

/** Notifies of a hold on an app. */
export async function notifyOfHeldApp(tx: Tx, event: EmittedEvent<'app.held'>): Promise<void> {
  await notifyEveryone(tx, event, heldApp(await readEventApp(tx, event.appId), event.details));
}

/** Notifies that the hold on an app was lifted. */
export async function notifyOfLiftedApp(tx: Tx, event: EmittedEvent<'app.hold-lifted'>): Promise<void> {
  await notifyEveryone(tx, event, liftedApp(await readEventApp(tx, event.appId), event.details));
}

/** Notifies the publisher once of what one decision holds of theirs, and the members once for each app. */
export async function notifyOfHeldVersion(tx: Tx, event: EmittedEvent<'version.held'>): Promise<void> {
  const { together, ofApp, ...hold } = event.details;
  if (ofApp === null) return;
  const { app, version } = await readSubject(tx, event);
  if (together !== null) {
    const content = heldVersion(app, { ...hold, version, others: together - 1 });
    await notifyUser(tx, content, { uid: app.ownerUid, now: event.at });
  }
  const content = heldVersion(app, { ...hold, version, others: ofApp - 1 });
  await notifyMembers(tx, { app, content, now: event.at });
}

/** Notifies that the hold on a version was lifted. */
export async function notifyOfLiftedVersion(
  tx: Tx,
  event: EmittedEvent<'version.hold-lifted'>,
): Promise<void> {
  const { app, version } = await readSubject(tx, event);
  const { id, name } = app;
  const values = { name, version, reason: event.details.reason };
  await notifyEveryone(tx, event, contentOf('versionHoldLifted', values, { appId: id }));
}

/** Notifies of a hold on everything of a publisher. */
export async function notifyOfHeldPublisher(tx: Tx, event: EmittedEvent<'user.held'>): Promise<void> {
  const { uid, details, at } = event;
  await notifyUser(tx, contentOf('allHeld', heldValues(details)), { uid, now: at });
  await notifyMembersOf(tx, event, (app, others) => heldApp(app, details, others));
}

/** Notifies that the hold on everything of a publisher was lifted. */
export async function notifyOfLiftedPublisher(
  tx: Tx,
  event: EmittedEvent<'user.hold-lifted'>,
): Promise<void> {
  const { uid, details, at } = event;
  await notifyUser(tx, contentOf('allHoldsLifted', { reason: details.reason }), { uid, now: at });
  await notifyMembersOf(tx, event, (app, others) => liftedApp(app, details, others));
}

async function notifyEveryone(
  tx: Tx,
  { appId, at }: { readonly appId: string; readonly at: Date },
  content: NotificationContent,
): Promise<void> {
  const app = await readEventApp(tx, appId);
  await notifyUser(tx, content, { uid: app.ownerUid, now: at });
  await notifyMembers(tx, { app, content, now: at });
}

interface MembersNotification {
  readonly app: AppRow;
  readonly content: NotificationContent;
  readonly now: Date;
}

async function notifyMembers(tx: Tx, { app, content, now }: MembersNotification): Promise<void> {
  const { rows } = await tx.execute<{ uid: string }>(
    sql`SELECT uid FROM app_members WHERE app_id = ${app.id} AND uid <> ${app.ownerUid} ORDER BY uid`,
  );
  for (const { uid } of rows) await notifyUser(tx, content, { uid, now });
}

/** Notifies each member of a publisher's apps once, however many of them they work on. */
async function notifyMembersOf(
  tx: Tx,
  { uid: publisherUid, at }: { readonly uid: string; readonly at: Date },
  describe: (app: AppRow, others: number) => NotificationContent,
): Promise<void> {
  const { rows } = await tx.execute<{ uid: string; appId: string; others: number }>(sql`
    SELECT m.uid, min(a.id) AS "appId", (count(*) - 1)::int AS others
    FROM apps a JOIN app_members m ON m.app_id = a.id
    WHERE a.owner_uid = ${publisherUid} AND m.uid <> a.owner_uid
    GROUP BY m.uid ORDER BY m.uid`);
  for (const { uid, appId, others } of rows)
    await notifyUser(tx, describe(await readEventApp(tx, appId), others), { uid, now: at });
}
