import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone, transition } from './transition.ts';

/** `versions.unpublish`: nobody can get this version any more; its number stays taken. Twice is answered like once. */
export const unpublishVersion: Handler<'versions.unpublish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'owner' });
    if (isAlreadyDone(version, 'unpublish')) return { version: presentVersion(version, app) };
    const by = { actor: 'publisher', uid: caller.uid } as const;
    const unpublished = await transition(tx, version, { action: 'unpublish', by });
    await enqueue(tx, 'rebuild-feeds', {});
    return { version: presentVersion(unpublished, app) };
  });
