import { eq } from 'drizzle-orm';
import type { AppDetails } from '#shared/apps/details.ts';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { apps } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { refuseStale } from '../listings/stale.ts';
import { readSettings } from '../settings/queries.ts';

/** `apps.updateDetails`: changes what an app says of itself in every language alike; an edit of an older state is `aborted`. */
export const updateDetails: Handler<'apps.updateDetails'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const details = { ...app.details, ...data.details };
    const changed = Object.keys(data.details).filter((key) => !isSame(key as keyof AppDetails));
    if (changed.length === 0) return { details: app.details, revision: app.detailsRevision };
    if (app.detailsRevision !== data.revision) {
      refuseStale({ current: app.details, yours: details, revision: app.detailsRevision });
    }
    await requireCategory(tx, details.category);
    const revision = app.detailsRevision + 1;
    await tx
      .update(apps)
      .set({ details, detailsRevision: revision, updatedAt: context.clock() })
      .where(eq(apps.id, app.id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'app.details-updated',
      appId: app.id,
      details: { changed },
    });
    await enqueue(tx, 'rebuild-feeds', {});
    return { details, revision };

    function isSame(key: keyof AppDetails): boolean {
      return JSON.stringify(details[key]) === JSON.stringify(app.details[key]);
    }
  });

async function requireCategory(tx: Tx, category: string): Promise<void> {
  if (category === '') return;
  const { categories } = await readSettings(tx);
  if (categories.some(({ id }) => id === category)) return;
  const message = `This store has no category "${category}". Choose one of: ${categories.map(({ id }) => id).join(', ')}.`;
  throw new CallError('invalid-argument', message, { issues: [{ path: 'details.category', message }] });
}
