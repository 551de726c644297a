import { randomUUID } from 'node:crypto';
import type { CallData } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { DEVELOPERS_ONLY } from '../../identity/authorise.ts';
import { requireConfirmedAddress } from '../../identity/confirmed-address.ts';
import type { Handler } from '../../identity/handler.ts';
import { countComment } from '../../identity/message-limits.ts';
import { readUser } from '../../identity/users.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { reviewMessages } from '../../platform/db/tables/reviews.ts';
import { callError } from '../../platform/input/call-error.ts';
import { type FoundVersion, findReview, findVersion, lockVersion } from '../versions/queries.ts';
import { readMessage } from './queries.ts';

/**
 * `reviews.comment`: sends a message about a version to the other side, and notifies them once for several messages.
 * Internal notes stay with store staff. The same id is stored once.
 */
export const addComment: Handler<'reviews.comment'> = async ({ data, caller, context }) => {
  const found = await findVersion(context.db, data.versionId);
  const byStaff = await requireWriter(context.db, found.app, { caller, data });
  await requireConfirmedAddress(context.db, caller.uid);
  const to = data.internal ? null : await findRecipient(context.db, found, { caller, byStaff });
  await countComment(context, caller.uid, to);
  return context.db.transaction(async (tx) => {
    // The lock makes concurrent messages count towards one notification.
    const { version, app } = await lockVersion(tx, data.versionId);
    const id = data.id ?? randomUUID();
    const { rowCount } = await tx
      .insert(reviewMessages)
      .values({
        id,
        appId: app.id,
        versionId: version.id,
        authorUid: caller.uid,
        byStaff,
        isInternal: data.internal,
        text: data.text,
        createdAt: context.clock(),
      })
      .onConflictDoNothing();
    if (rowCount) {
      await emit(tx, {
        name: data.internal ? 'review.note-added' : 'review.commented',
        by: caller.uid,
        appId: app.id,
        versionId: version.id,
        ...(to && { uid: to }),
        details: { messageId: id },
      });
    }
    const message = await readMessage(tx, id, { appId: app.id, forStaff: byStaff });
    if (!message)
      throw callError('already-exists', () => t`This ID belongs to another message. Use a new one.`, {
        reason: 'id-taken',
      });
    return { message };
  });
};

interface CommentRequest {
  readonly caller: Caller;
  readonly data: CallData<'reviews.comment'>;
}

/** Returns true when the caller writes as store staff. Throws `not-found` or `permission-denied`. */
async function requireWriter(db: Db, app: AppRow, { caller, data }: CommentRequest): Promise<boolean> {
  const role = await requireAppRole(db, app, { caller, role: 'viewer' });
  const byStaff = role === 'admin';
  if (role === 'viewer') {
    throw callError(
      'permission-denied',
      () =>
        caller.role === 'user'
          ? DEVELOPERS_ONLY()
          : t`Only owners and maintainers of this app can write here.`,
      { reason: 'role' },
    );
  }
  if (data.internal && !byStaff) {
    throw callError('permission-denied', () => t`Only store staff can write internal notes.`, {
      reason: 'role',
    });
  }
  return byStaff;
}

interface CommentAuthor {
  readonly caller: Caller;
  readonly byStaff: boolean;
}

/** Returns the publisher, or the version's reviewer while they are an active admin; null without one. */
async function findRecipient(
  db: Db | Tx,
  { version, app }: FoundVersion,
  { caller, byStaff }: CommentAuthor,
): Promise<string | null> {
  if (byStaff) return app.ownerUid;
  const reviewerUid = (await findReview(db, version.id))?.reviewerUid ?? null;
  if (reviewerUid === null || reviewerUid === caller.uid) return null;
  const reviewer = await readUser(db, reviewerUid);
  return reviewer?.role === 'admin' && !reviewer.suspendedAt ? reviewer.uid : null;
}
