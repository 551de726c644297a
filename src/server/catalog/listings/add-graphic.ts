import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { isScreenshotKind } from '#shared/listings/fields.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { emit } from '../../events/emit.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import type { Context } from '../../platform/context.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import { appGraphics, type GraphicRow } from '../../platform/db/tables/listings.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { denied } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { storeIconHash } from '../lookalikes/icon-hash.ts';
import { removeFromDraft } from './change-graphics.ts';
import { noteEdit } from './drafts.ts';
import type { MadeGraphic } from './images.ts';
import { requireListingSize } from './limits.ts';
import { lockWithAccounts } from './lock-with-accounts.ts';
import { type GraphicPlace, presentGraphic, readGraphics } from './queries.ts';

interface Addition {
  readonly place: GraphicPlace;
  readonly made: MadeGraphic;
  readonly caller: Caller;
}

/**
 * Adds a picture to a listing's draft, which `apps.publishListing` publishes. A screenshot that is already there isn't added
 * twice.
 */
export async function addGraphic(context: Context, { place, made, caller }: Addition): Promise<Graphic> {
  const file = { key: `graphics/${made.sha256}.${made.extension}`, bytes: made.bytes };
  return storeShared(context, file, async (tx) => {
    const app = await lockWithAccounts(tx, place.appId, { caller, now: context.clock() });
    const all = await readGraphics(tx, place);
    const others = all.filter(({ isDraft }) => isDraft);
    const same = all.find((other) => other.sha256 === made.sha256);
    const { sourceSha256 } = made;
    if (same?.isDraft) {
      await tx.update(appGraphics).set({ sourceSha256 }).where(eq(appGraphics.id, same.id));
      return presentGraphic({ ...same, sourceSha256 });
    }
    const isScreenshot = isScreenshotKind(place.kind);
    if (isScreenshot) await requireRoom(tx, SCREENSHOTS, place);
    else await removeFromDraft(tx, others);
    const added = { storedMegabytes: made.bytes.length };
    const claim = { uid: app.ownerUid, adding: added, isOwn: app.ownerUid === caller.uid };
    await requireQuotas(tx, [claim], context.clock());
    const position = isScreenshot ? (others.at(-1)?.position ?? -1) + 1 : 0;
    const id = same?.id ?? randomUUID();
    // A picture that is still live but was deleted from the draft returns to the draft.
    if (same) {
      await tx
        .update(appGraphics)
        .set({ isDraft: true, position, sourceSha256 })
        .where(eq(appGraphics.id, id));
    } else {
      await tx.insert(appGraphics).values({
        id,
        ...place,
        position,
        key: file.key,
        sha256: made.sha256,
        sourceSha256,
        size: made.bytes.length,
        width: made.width,
        height: made.height,
        findings: made.findings,
        createdAt: context.clock(),
      });
    }
    if (place.kind === 'icon') await storeIconHash(tx, file.key, made.iconHash);
    await requireListingSize(tx, app.id);
    await emit(tx, {
      by: caller.uid,
      name: 'listing.graphic-added',
      appId: app.id,
      details: { locale: place.locale, kind: place.kind, sha256: made.sha256 },
    });
    await noteEdit(tx, place.appId, place.locale);
    const [row] = await tx.select().from(appGraphics).where(eq(appGraphics.id, id));
    return presentGraphic(row as GraphicRow);
  });
}

const SCREENSHOTS = defineCountLimit<GraphicPlace>({
  name: 'screenshots',
  key: ({ appId, locale, kind }) => [appId, locale, kind].join('\n'),
  count: async (tx, place) => (await readGraphics(tx, place)).filter(({ isDraft }) => isDraft).length,
  max: async (tx) => (await readSettings(tx)).limits.screenshots,
  error: ({ max }) =>
    denied(() => t`This store allows up to ${max} screenshots. Delete one first.`, {
      reason: 'too-many-screenshots',
    }),
});
