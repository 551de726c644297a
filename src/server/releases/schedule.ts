import type { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import type { publicationSchema } from '#shared/releases/release.ts';
import { whyNotRelease } from '#shared/releases/rules.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { lockVersion } from '../versions/queries.ts';
import { lockRelease, refuseRelease, storeRelease } from './change.ts';
import { publishWhenDue } from './publish.ts';
import { presentRelease, stateOf } from './queries.ts';

/** `releases.schedule`: changes when a version is published that is not public yet. */
export const scheduleRelease: Handler<'releases.schedule'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { release, version, app } = await lockRelease(tx, data.versionId, caller);
    refuseRelease(whyNotRelease('schedule', stateOf(release, version)));
    const now = context.clock();
    const columns = publicationColumns(data.publication, now);
    const changed = await storeRelease(tx, release, { ...columns, updatedAt: now });
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'release.scheduled',
      appId: app.id,
      versionId: version.id,
      details: data.publication,
    });
    if (columns.publishAt) await enqueuePublication(tx, version.id, columns.publishAt);
    const isApproved = version.status === 'approved';
    const current = isApproved ? await publishWhenDue(tx, { version, app, now }) : { version };
    return { release: presentRelease(changed, current.version) };
  });

/** The columns of a chosen publication. Throws `invalid-argument` for a date that has passed. */
export function publicationColumns(publication: z.output<typeof publicationSchema>, now: Date) {
  if (publication.kind !== 'atDate') return { publication: publication.kind, publishAt: null };
  const publishAt = new Date(publication.at);
  if (publishAt <= now) {
    const message = 'This date has passed. Choose a later one, or publish at once.';
    throw new CallError('invalid-argument', message, { issues: [{ path: 'publication.at', message }] });
  }
  return { publication: publication.kind, publishAt };
}

/** Has the store look at a version again at its date. */
export async function enqueuePublication(tx: Tx, versionId: string, publishAt: Date): Promise<void> {
  await enqueue(tx, 'publish-scheduled', { versionId }, publishAt);
}

/** The job of a publication's date: publishes what is approved and due by now. Harmless when it is not, or was already. */
export async function publishScheduled({ db, clock }: Context, versionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockVersion(tx, versionId).catch((error: unknown) => {
      if (error instanceof CallError) return null;
      throw error;
    });
    if (locked?.version.status === 'approved') await publishWhenDue(tx, { ...locked, now: clock() });
  });
}
