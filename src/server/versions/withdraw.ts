import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone, transition } from './transition.ts';

/** `versions.withdraw`: takes a version back before anybody has decided. Twice is answered like once. */
export const withdrawVersion: Handler<'versions.withdraw'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    if (isAlreadyDone(version, 'withdraw')) return { version: presentVersion(version, app) };
    const withdrawn = await transition(tx, version, {
      action: 'withdraw',
      by: { actor: 'publisher', uid: caller.uid },
      set: { reviewerUid: null, claimedAt: null },
    });
    return { version: presentVersion(withdrawn, app) };
  });
