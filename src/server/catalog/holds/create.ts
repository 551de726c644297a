import type { Hold } from '#shared/holds/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { lockAnyApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { DELETED_OWNER, findUser } from '../../identity/users.ts';
import {
  alreadyHeld,
  type HoldDecision,
  heldDetails,
  holdPublisher,
  insertHold,
} from '../../people/holds/insert-hold.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { HoldRow } from '../../platform/db/tables/holds.ts';
import { callError } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { lockVersion } from '../versions/queries.ts';
import { readHold } from './find.ts';

/**
 * `holds.create`: holds a version, an app or everything of a publisher, and notifies the publisher. Of two admins at once
 * one wins, and the other is told.
 */
export const createHold: Handler<'holds.create'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const decision: HoldDecision = { ...data, byUid: caller.uid, now: context.clock() };
    const hold = await HOLDING[data.subject](tx, decision);
    if (!hold) throw alreadyHeld();
    return { hold: (await readHold(tx, hold.id)) as Hold };
  });

type HoldSubjectOf = (tx: Tx, decision: HoldDecision) => Promise<HoldRow | null>;

const HOLDING: Readonly<Record<HoldDecision['subject'], HoldSubjectOf>> = {
  version: async (tx, decision) => {
    const { version, app } = await lockVersion(tx, decision.subjectId);
    const hold = await insertHold(tx, decision);
    if (!hold) return null;
    await queueRebuildOf(tx, [app.id]);
    await emit(tx, {
      by: decision.byUid,
      name: 'version.held',
      appId: app.id,
      versionId: version.id,
      details: heldDetails(hold),
    });
    return hold;
  },
  app: async (tx, decision) => {
    const app = await lockAnyApp(tx, decision.subjectId);
    const hold = await insertHold(tx, decision);
    if (!hold) return null;
    await queueRebuildOf(tx, [app.id]);
    await emit(tx, { by: decision.byUid, name: 'app.held', appId: app.id, details: heldDetails(hold) });
    return hold;
  },
  publisher: async (tx, decision) => {
    const person = await findUser(tx, decision.subjectId);
    if (!person || person.uid === DELETED_OWNER.uid)
      throw callError('not-found', () => t`This user doesn’t exist.`);
    return holdPublisher(tx, decision);
  },
};
