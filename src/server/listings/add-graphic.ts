import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Graphic, GraphicKind } from '#shared/listings/graphics.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { appGraphics, type GraphicRow } from '../db/publishing-tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { readSettings } from '../settings/queries.ts';
import type { MadeGraphic } from './images.ts';
import { presentGraphic } from './queries.ts';
import { lockPicture } from './remove-unused.ts';

interface Addition {
  readonly place: { readonly appId: string; readonly locale: string; readonly kind: GraphicKind };
  readonly made: MadeGraphic;
  readonly caller: Caller;
}

/**
 * Adds a picture to a listing. Of a published app people see it at once, but for an icon, which waits for the next
 * review beside the one that they see. The same screenshot twice is there once.
 */
export async function addGraphic(context: Context, { place, made, caller }: Addition): Promise<Graphic> {
  const key = `graphics/${made.sha256}.${made.extension}`;
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, place.appId, { caller, role: 'maintainer' });
    const isPublic = app.status !== 'draft' && place.kind !== 'icon';
    const others = await tx
      .select()
      .from(appGraphics)
      .where(
        and(
          eq(appGraphics.appId, app.id),
          eq(appGraphics.locale, place.locale),
          eq(appGraphics.kind, place.kind),
        ),
      )
      .orderBy(appGraphics.position);
    const same = others.find((other) => other.sha256 === made.sha256);
    if (same) return presentGraphic(same);
    const isScreenshot = place.kind.endsWith('Screenshots');
    if (isScreenshot) await requireRoom(tx, others.length);
    else await replace(tx, others, isPublic);
    await lockPicture(tx, key);
    await context.storage.put(key, made.bytes);
    const [row] = await tx
      .insert(appGraphics)
      .values({
        id: randomUUID(),
        ...place,
        position: isScreenshot ? (others.at(-1)?.position ?? -1) + 1 : 0,
        key,
        sha256: made.sha256,
        size: made.bytes.length,
        width: made.width,
        height: made.height,
        findings: made.findings,
        isPublic,
        createdAt: context.clock(),
      })
      .returning();
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'listing.graphic-added',
      appId: app.id,
      details: { locale: place.locale, kind: place.kind, sha256: made.sha256 },
    });
    await enqueue(tx, 'rebuild-feeds', {});
    return presentGraphic(row as GraphicRow);
  });
}

/** Takes away what the new picture replaces: all before it, or while it waits only what waited too. */
async function replace(tx: Tx, others: readonly GraphicRow[], isPublic: boolean): Promise<void> {
  for (const other of others) {
    if (isPublic || !other.isPublic) await tx.delete(appGraphics).where(eq(appGraphics.id, other.id));
  }
}

async function requireRoom(tx: Tx, count: number): Promise<void> {
  const { screenshots } = (await readSettings(tx)).limits;
  if (count < screenshots) return;
  const reason = `There are ${screenshots} screenshots already, the most that this store takes. Delete one first.`;
  throw new CallError('failed-precondition', reason, { reason });
}
