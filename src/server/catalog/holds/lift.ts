import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Hold } from '#shared/holds/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import { rebuildFeedsOf } from '../../people/holds/insert-hold.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { type HoldRow, storeHolds } from '../../platform/db/tables/holds.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { readHold } from './find.ts';
import { isOfSubject } from './matches.ts';

/**
 * `holds.lift`: lifts a hold and notifies the publisher. What it stopped is public again as it was, unless another hold
 * stops it, and what was approved meanwhile is published.
 */
export const liftHold: Handler<'holds.lift'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { holdId, reason } = data;
    const [hold] = await tx.select().from(storeHolds).where(eq(storeHolds.id, holdId)).for('update');
    if (!hold) throw callError('not-found', () => t`This hold doesn’t exist.`);
    if (hold.liftedAt) throw denied(() => t`This hold was lifted already.`, { reason: 'lifted' });
    const subject = await findSubject(tx, hold);
    await requireOthersHold(tx, subject, caller);
    await tx
      .update(storeHolds)
      .set({ liftedAt: context.clock(), liftedByUid: caller.uid, liftReason: reason })
      .where(eq(storeHolds.id, holdId));
    if (hold.subject === 'publisher') await rebuildFeedsOf(tx, hold.subjectId);
    else if (subject.app) await queueRebuildOf(tx, [subject.app.id]);
    await publishWaiting(tx, hold);
    await emitLifted(tx, subject, { by: caller.uid, details: { holdId, reason } });
    return { hold: (await readHold(tx, holdId)) as Hold };
  });

interface LiftedSubject {
  readonly hold: HoldRow;
  /** Null for a publisher, and when the app was deleted since. */
  readonly app: { readonly id: string; readonly ownerUid: string } | null;
  readonly version: { readonly id: string; readonly createdByUid: string } | null;
}

async function findSubject(tx: Tx, hold: HoldRow): Promise<LiftedSubject> {
  if (hold.subject === 'publisher') return { hold, app: null, version: null };
  const isVersion = hold.subject === 'version';
  const [found] = await tx
    .select({
      app: { id: apps.id, ownerUid: apps.ownerUid },
      version: { id: versions.id, createdByUid: versions.createdByUid },
    })
    .from(apps)
    .leftJoin(versions, isVersion ? eq(versions.appId, apps.id) : sql`false`)
    .where(isOfSubject(hold.subject, hold.subjectId));
  return { hold, app: found?.app ?? null, version: found?.version ?? null };
}

/** Throws `failed-precondition` when an admin lifts a hold on what is their own while there are other admins. */
async function requireOthersHold(
  tx: Tx,
  { hold, app, version }: LiftedSubject,
  { uid }: Caller,
): Promise<void> {
  const ofPublisher = { id: '', ownerUid: hold.subjectId };
  const concerned = hold.subject === 'publisher' ? ofPublisher : app;
  if (concerned) await requireOthersApp(tx, { action: 'clear', app: concerned, version, uid });
}

/** Publishes what was approved during the hold, in a job for each version. */
async function publishWaiting(tx: Tx, hold: HoldRow): Promise<void> {
  const waiting = await tx
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(
      and(
        isOfSubject(hold.subject, hold.subjectId),
        eq(versions.status, 'approved'),
        isNull(versions.deletedAt),
      ),
    )
    .orderBy(versions.appId, versions.buildOrder);
  for (const { id: versionId } of waiting) {
    await enqueue(tx, { name: 'publish-scheduled', payload: { versionId } });
  }
}

interface Lifting {
  readonly by: string;
  readonly details: { readonly holdId: string; readonly reason: string };
}

async function emitLifted(tx: Tx, { hold, app, version }: LiftedSubject, lifting: Lifting): Promise<void> {
  if (hold.subject === 'publisher') {
    await emit(tx, { ...lifting, name: 'user.hold-lifted', uid: hold.subjectId });
  } else if (app && version) {
    await emit(tx, { ...lifting, name: 'version.hold-lifted', appId: app.id, versionId: version.id });
  } else if (app) {
    await emit(tx, { ...lifting, name: 'app.hold-lifted', appId: app.id });
  }
}
