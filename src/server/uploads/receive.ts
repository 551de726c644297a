import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { lockVersion } from '../versions/queries.ts';
import { THE_STORE, transition } from '../versions/transition.ts';

/** A file is complete: its version goes on to inspection. Harmless when it did so already. */
export async function receiveUpload({ db }: Context, versionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { version } = await lockVersion(tx, versionId);
    if (version.status !== 'uploading') return;
    await transition(tx, version, { action: 'receive', by: THE_STORE });
    await enqueue(tx, 'analyse-version', { versionId });
  });
}
