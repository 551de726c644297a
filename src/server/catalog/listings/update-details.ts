import { eq } from 'drizzle-orm';
import type { AppDetails } from '#shared/listings/details.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { readSettings } from '../../platform/settings.ts';
import { EVERY_LANGUAGE } from './differences.ts';
import { noteEdit } from './drafts.ts';
import { rejectStaleEdit } from './stale.ts';
import type { Editor } from './store-texts.ts';

/** `apps.updateDetails`: drafts the details that all languages share. An edit of an old revision is `aborted`. */
export const updateDetails: Handler<'apps.updateDetails'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    if (changedDetails(app, data.details).length > 0 && app.detailsRevision !== data.revision) {
      const yours = { ...app.details, ...data.details };
      rejectStaleEdit({ current: app.details, yours, revision: app.detailsRevision });
    }
    return storeDetails(tx, app, { details: data.details, by: { uid: caller.uid, now: context.clock() } });
  });

interface DetailsEdit {
  /** The changed ones; the others stay. */
  readonly details: Partial<AppDetails>;
  readonly by: Editor;
}

/** Drafts details of a locked app, and returns all with their revision. */
export async function storeDetails(
  tx: Tx,
  app: AppRow,
  { details: given, by }: DetailsEdit,
): Promise<{ details: AppDetails; revision: number }> {
  const changed = changedDetails(app, given);
  if (changed.length === 0) return { details: app.details, revision: app.detailsRevision };
  const details = { ...app.details, ...given };
  await requireCategory(tx, details.category, 'details.category');
  const revision = app.detailsRevision + 1;
  await tx
    .update(apps)
    .set({ details, detailsRevision: revision, updatedAt: by.now })
    .where(eq(apps.id, app.id));
  await emit(tx, { by: by.uid, name: 'app.details-updated', appId: app.id, details: { changed } });
  await noteEdit(tx, app.id, EVERY_LANGUAGE);
  return { details, revision };
}

function changedDetails(app: AppRow, given: Partial<AppDetails>): string[] {
  const isSame = (field: keyof AppDetails) =>
    JSON.stringify(given[field]) === JSON.stringify(app.details[field]);
  return Object.keys(given).filter((field) => !isSame(field as keyof AppDetails));
}

/** Rejects a category that the store doesn't have; `field` is the path of the input. An empty one means none. */
export async function requireCategory(tx: Tx, category: string, field: string): Promise<void> {
  if (category === '') return;
  const { categories } = await readSettings(tx);
  if (categories.some(({ id }) => id === category)) return;
  const message = `This store has no category "${category}". Choose one of: ${categories.map(({ id }) => id).join(', ')}.`;
  throw invalidField(field, message);
}
