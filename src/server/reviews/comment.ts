import { randomUUID } from 'node:crypto';
import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { reviewMessages } from '../db/publishing-tables.ts';
import { notifyComment } from '../notifications/publishing.ts';
import { findVersion } from '../versions/queries.ts';
import { readThread } from './queries.ts';

/**
 * `reviews.comment`: writes to the other side about a version, and tells them; an internal note stays with the store's
 * people. The same id twice is written once.
 */
export const addComment: Handler<'reviews.comment'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await findVersion(tx, data.versionId);
    const role = await requireAppRole(tx, app, { caller, role: 'viewer' });
    const byStore = role === 'admin';
    if (role === 'viewer') {
      throw new CallError('permission-denied', 'Only owners and maintainers of this app may write here.');
    }
    if (data.internal && !byStore) {
      throw new CallError('permission-denied', 'Only the store’s people write internal notes.');
    }
    const id = data.id ?? randomUUID();
    const now = context.clock();
    const { rowCount } = await tx
      .insert(reviewMessages)
      .values({
        id,
        appId: app.id,
        versionId: version.id,
        authorUid: caller.uid,
        byStore,
        isInternal: data.internal,
        text: data.text,
        createdAt: now,
      })
      .onConflictDoNothing();
    const to = byStore ? app.ownerUid : version.reviewerUid;
    if (rowCount && !data.internal && to) {
      await notifyComment(tx, { app, versionId: version.id, to, text: data.text, now });
    }
    const messages = await readThread(tx, { appId: app.id, forStore: byStore });
    const message = messages.find((said) => said.id === id);
    if (!message) throw new CallError('already-exists', 'This id belongs to another message. Use a new one.');
    return { message };
  });
