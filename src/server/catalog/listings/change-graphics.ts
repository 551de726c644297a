import { eq } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import { lockApp, notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { appGraphics, type GraphicRow } from '../../platform/db/tables/listings.ts';
import { denied } from '../../platform/input/denied.ts';
import { noteEdit } from './drafts.ts';
import { presentGraphic, readGraphics } from './queries.ts';

/** `apps.orderScreenshots`: reorders the screenshots of one device class and language. */
export const orderScreenshots: Handler<'apps.orderScreenshots'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const { locale, kind } = data;
    const all = await readGraphics(tx, { appId: app.id, locale, kind });
    const rows = all.filter(({ isDraft }) => isDraft);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isComplete = data.ids.length === rows.length && new Set(data.ids).size === rows.length;
    if (!isComplete || data.ids.some((id) => !byId.has(id))) {
      throw denied('The screenshots changed in the meantime. Reload them, then reorder.', {
        reason: 'screenshots-changed',
        ids: [...byId.keys()],
      });
    }
    const ordered = [];
    for (const [position, id] of data.ids.entries()) {
      await tx.update(appGraphics).set({ position }).where(eq(appGraphics.id, id));
      const row = byId.get(id);
      if (row) ordered.push(presentGraphic({ ...row, position }));
    }
    await publishChanges(tx, { areas: ['listings'], appId: app.id, uids: [caller.uid] });
    await noteEdit(tx, app.id, locale);
    return { graphics: ordered };
  });

/** `apps.deleteGraphic`: deletes one picture of a listing's draft; a live one stays live until that is published. */
export const deleteGraphic: Handler<'apps.deleteGraphic'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [graphic] = await tx.select().from(appGraphics).where(eq(appGraphics.id, data.graphicId));
    if (!graphic?.isDraft) throw notFound();
    await lockApp(tx, graphic.appId, { caller, role: 'maintainer' });
    await removeFromDraft(tx, [graphic]);
    await emit(tx, {
      by: caller.uid,
      name: 'listing.graphic-deleted',
      appId: graphic.appId,
      details: { locale: graphic.locale, kind: graphic.kind, sha256: graphic.sha256 },
    });
    await noteEdit(tx, graphic.appId, graphic.locale);
    return {};
  });

/** Removes pictures from the publisher's draft; live ones stay until that is published. */
export async function removeFromDraft(tx: Tx, graphics: readonly GraphicRow[]): Promise<void> {
  for (const { id, isPublic } of graphics) {
    if (isPublic) await tx.update(appGraphics).set({ isDraft: false }).where(eq(appGraphics.id, id));
    else await tx.delete(appGraphics).where(eq(appGraphics.id, id));
  }
}
