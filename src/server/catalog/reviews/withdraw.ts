import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';

/** `versions.withdraw`: withdraws a version before a decision. Withdrawing twice has no effect. */
export const withdrawVersion: Handler<'versions.withdraw'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    if (isAlreadyDone(version, 'withdraw')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    const withdrawn = await changeVersion(tx, version, {
      action: 'withdraw',
      by: { actor: 'publisher', uid: caller.uid },
      review: { withdrawnAt: context.clock(), reviewerUid: null, claimedAt: null },
    });
    return { version: await presentVersion(tx, { version: withdrawn, app }, caller) };
  });
