import { eq } from 'drizzle-orm';
import type { AppDetails } from '#shared/listings/details.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { readSettings } from '../../platform/settings.ts';
import { EVERY_LANGUAGE } from '../listings/differences.ts';
import { noteEdit } from '../listings/drafts.ts';
import { rejectStaleEdit } from '../listings/stale.ts';

/** `apps.updateDetails`: drafts the details that all languages share. An edit of an old revision is `aborted`. */
export const updateDetails: Handler<'apps.updateDetails'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const details = { ...app.details, ...data.details };
    const changed = Object.keys(data.details).filter((key) => !isSame(key as keyof AppDetails));
    if (changed.length === 0) return { details: app.details, revision: app.detailsRevision };
    if (app.detailsRevision !== data.revision) {
      rejectStaleEdit({ current: app.details, yours: details, revision: app.detailsRevision });
    }
    await requireCategory(tx, details.category, 'details.category');
    const revision = app.detailsRevision + 1;
    await tx
      .update(apps)
      .set({ details, detailsRevision: revision, updatedAt: context.clock() })
      .where(eq(apps.id, app.id));
    await emit(tx, {
      by: caller.uid,
      name: 'app.details-updated',
      appId: app.id,
      details: { changed },
    });
    await noteEdit(tx, app.id, EVERY_LANGUAGE);
    return { details, revision };

    function isSame(key: keyof AppDetails): boolean {
      return JSON.stringify(details[key]) === JSON.stringify(app.details[key]);
    }
  });

/** Rejects a category that the store doesn't have; `field` is the path of the input. An empty one means none. */
export async function requireCategory(tx: Tx, category: string, field: string): Promise<void> {
  if (category === '') return;
  const { categories } = await readSettings(tx);
  if (categories.some(({ id }) => id === category)) return;
  const message = `This store has no category "${category}". Choose one of: ${categories.map(({ id }) => id).join(', ')}.`;
  throw invalidField(field, message);
}
