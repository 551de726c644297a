import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { highestVersionCode, lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone, transition } from './transition.ts';

/** `versions.submit`: hands a draft to the store's reviewers. Twice is answered like once. */
export const submitVersion: Handler<'versions.submit'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    if (isAlreadyDone(version, 'submit')) return { version: presentVersion(version, app) };
    if (version.status === 'draft' || version.status === 'withdrawn') {
      const highest = await highestVersionCode(tx, app.id, version.id);
      if (version.versionCode !== null && highest !== null && version.versionCode <= highest) {
        const reason = `versionCode ${version.versionCode} is not above ${highest}, the highest this app has used. Build with a higher versionCode and upload again.`;
        throw new CallError('failed-precondition', reason, { reason, highestVersionCode: highest });
      }
    }
    const submitted = await transition(tx, version, {
      action: 'submit',
      by: { actor: 'publisher', uid: caller.uid },
      set: { submittedAt: context.clock(), decidedAt: null, decisionNote: null, reviewerUid: null },
    });
    return { version: presentVersion(submitted, app) };
  });
