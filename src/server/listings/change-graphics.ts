import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { appGraphics } from '../db/publishing-tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { presentGraphic } from './queries.ts';

/** `apps.orderScreenshots`: puts the screenshots of one device class and language into another order. */
export const orderScreenshots: Handler<'apps.orderScreenshots'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const rows = await tx
      .select()
      .from(appGraphics)
      .where(
        and(
          eq(appGraphics.appId, app.id),
          eq(appGraphics.locale, data.locale),
          eq(appGraphics.kind, data.kind),
        ),
      );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isComplete = data.ids.length === rows.length && new Set(data.ids).size === rows.length;
    if (!isComplete || data.ids.some((id) => !byId.has(id))) {
      const reason = 'The screenshots changed meanwhile. Look at them again, then order them.';
      throw new CallError('failed-precondition', reason, { reason, ids: [...byId.keys()] });
    }
    const ordered = [];
    for (const [position, id] of data.ids.entries()) {
      await tx.update(appGraphics).set({ position }).where(eq(appGraphics.id, id));
      const row = byId.get(id);
      if (row) ordered.push(presentGraphic({ ...row, position }));
    }
    await enqueue(tx, 'rebuild-feeds', {});
    return { graphics: ordered };
  });

/** `apps.deleteGraphic`: deletes one picture of a listing; people no longer see it. */
export const deleteGraphic: Handler<'apps.deleteGraphic'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [graphic] = await tx.select().from(appGraphics).where(eq(appGraphics.id, data.graphicId));
    if (!graphic) throw new CallError('not-found', 'There is no such picture any more.');
    await lockApp(tx, graphic.appId, { caller, role: 'maintainer' });
    await tx.delete(appGraphics).where(eq(appGraphics.id, graphic.id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'listing.graphic-deleted',
      appId: graphic.appId,
      details: { locale: graphic.locale, kind: graphic.kind, sha256: graphic.sha256 },
    });
    await enqueue(tx, 'rebuild-feeds', {});
    return {};
  });
