import { eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { apps } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notifyApproval, notifyUpdate } from '../notifications/send.ts';
import { findPublishedVersion, lockVersion, presentVersion } from '../versions/queries.ts';
import { THE_STORE, transition } from '../versions/transition.ts';
import { standsAlready } from './decide.ts';

/**
 * `reviews.approve`: approves a version, publishes it at once, tells the publisher, and everybody who wants to know
 * when it updates a published app; all in one transaction.
 */
export const approveReview: Handler<'reviews.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (standsAlready(version, 'approve', caller)) return { version: presentVersion(version, app) };
    const now = context.clock();
    const note = data.note || null;
    const approved = await transition(tx, version, {
      action: 'approve',
      by: { actor: 'admin', uid: caller.uid },
      set: { reviewerUid: caller.uid, decidedAt: now, decisionNote: note },
      details: { note },
    });
    const earlier = await findPublishedVersion(tx, app.id);
    const published = await transition(tx, approved, {
      action: 'publish',
      by: THE_STORE,
      set: { publishedAt: now },
    });
    await tx.update(apps).set({ status: 'published', updatedAt: now }).where(eq(apps.id, app.id));
    await notifyApproval(tx, { app, now });
    if (earlier && app.status === 'published') {
      const name = version.package?.versionName ?? String(version.versionCode);
      await notifyUpdate(tx, { appId: app.id, version: name, changes: '', now });
    }
    await enqueue(tx, 'rebuild-feeds', {});
    return { version: presentVersion(published, app) };
  });
