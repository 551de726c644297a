import type { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { releaseDenialReason } from '#shared/releases/actions.ts';
import type { publicationSchema } from '#shared/releases/release.ts';
import { UNDO_SECONDS } from '#shared/reviews/rules.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { enqueue, type JobPayloads } from '../../platform/queue/enqueue.ts';
import { changeRelease, releaseStatusOf } from '../lifecycle/change-release.ts';
import { findReview, lockVersion } from '../versions/queries.ts';
import { lockRelease } from './change.ts';
import { publishWhenDue } from './publish.ts';
import { presentRelease } from './queries.ts';

/** `releases.schedule`: changes when an unpublished version will be published. */
export const scheduleRelease: Handler<'releases.schedule'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, data.versionId, caller);
    const { release, version, app } = locked;
    requireAllowed(() => releaseDenialReason('schedule', releaseStatusOf(release, version)), {
      reason: 'wrong-status',
    });
    const now = context.clock();
    const columns = publicationColumns(data.publication, now);
    const changed = await changeRelease(tx, locked, {
      action: 'schedule',
      by: { actor: 'publisher', uid: caller.uid },
      now,
      set: columns,
      details: { publication: data.publication },
    });
    if (columns.publishAt) await enqueuePublication(tx, version.id, columns.publishAt);
    const isApproved = version.status === 'approved';
    const current = isApproved ? await publishWhenDue(tx, { version, app, now }) : { version };
    return { release: presentRelease(changed, current.version) };
  });

/** Returns the columns of a publication. Throws `invalid-argument` for a date that has passed. */
export function publicationColumns(publication: z.output<typeof publicationSchema>, now: Date) {
  if (publication.kind !== 'scheduled') return { publication: publication.kind, publishAt: null };
  const publishAt = new Date(publication.at);
  if (publishAt <= now) {
    throw invalidField(
      'publication.at',
      () => t`This date has passed. Choose a later one, or publish immediately.`,
    );
  }
  return { publication: publication.kind, publishAt };
}

/** Enqueues the publication of a version at its date. */
export async function enqueuePublication(tx: Tx, versionId: string, publishAt: Date): Promise<void> {
  await enqueue(tx, { name: 'publish-scheduled', payload: { versionId }, runAt: publishAt });
}

/** Enqueues the publication of a version that was approved now, for when its reviewer can no longer undo that. */
export async function publishAfterUndo(tx: Tx, versionId: string, decidedAt: Date): Promise<void> {
  await enqueue(tx, {
    name: 'publish-scheduled',
    payload: { versionId, decidedAt: decidedAt.toISOString() },
    runAt: new Date(decidedAt.getTime() + UNDO_SECONDS * 1000),
  });
}

/**
 * Publishes an approved version that is due. Does nothing when it isn't due, is published already, or when the decision
 * that the publication waited for was undone.
 */
export async function publishScheduled(
  { db, clock }: Context,
  { versionId, decidedAt }: JobPayloads['publish-scheduled'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockVersion(tx, versionId).catch((error: unknown) => {
      if (error instanceof CallError) return null;
      throw error;
    });
    if (locked?.version.status !== 'approved') return;
    if (decidedAt !== undefined && !(await isDecisionOf(tx, { versionId, decidedAt }))) return;
    await publishWhenDue(tx, { ...locked, now: clock() });
  });
}

async function isDecisionOf(tx: Tx, { versionId, decidedAt }: Required<JobPayloads['publish-scheduled']>) {
  const review = await findReview(tx, versionId);
  return review?.decidedAt?.toISOString() === decidedAt;
}
