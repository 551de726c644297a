import { and, eq, ne } from 'drizzle-orm';
import { on } from '../../events/emit.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { settlePublisherName as settleAt } from './settle.ts';

/** Submits a new publisher name for approval at each of the user's live apps. */
export const settlePublisherName = on({
  'user.developer-name-changed': async (tx, { uid, at }) => {
    const published = await tx
      .select({ id: apps.id })
      .from(apps)
      .where(and(eq(apps.ownerUid, uid), ne(apps.status, 'draft')))
      .orderBy(apps.id)
      .for('update');
    for (const { id } of published) {
      await settleAt(tx, id, { uid, now: at });
    }
  },
});
