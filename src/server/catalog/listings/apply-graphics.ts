import { and, eq, gt, inArray } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { emit } from '../../events/emit.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import type { Tx } from '../../platform/db/open.ts';
import {
  appGraphics,
  type GraphicRow,
  type StagedGraphicRow,
  stagedGraphics,
} from '../../platform/db/tables/listings.ts';
import { writeMessage } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { removeFromDraft } from './change-graphics.ts';
import type { Problem } from './problems.ts';
import { type GraphicPlace, readGraphics } from './queries.ts';
import type { Editor } from './store-texts.ts';

/** The pictures of a kind in a language, in their order. */
export interface OrderedGraphics {
  readonly locale: string;
  readonly kind: GraphicKind;
  /** IDs of staged pictures, and of those of the listing. */
  readonly ids: readonly string[];
}

interface Application {
  readonly appId: string;
  readonly groups: readonly OrderedGraphics[];
  readonly by: Editor;
  readonly problems: Problem[];
}

/**
 * Gives a locked app's draft exactly these pictures in each place, and uses up the staged ones that it adds. Adds to the problems what it can't use.
 */
export async function applyGraphics(tx: Tx, { appId, groups, by, problems }: Application): Promise<void> {
  if (groups.length === 0) return;
  const ids = groups.flatMap((group) => group.ids);
  const rows = await tx
    .select()
    .from(stagedGraphics)
    .where(
      and(
        eq(stagedGraphics.appId, appId),
        inArray(stagedGraphics.id, ids),
        gt(stagedGraphics.expiresAt, by.now),
      ),
    )
    .for('update');
  const staged = new Map(rows.map((row) => [row.id, row]));
  const { screenshots } = (await readSettings(tx)).limits;
  const named = new Set<string>();
  const used: string[] = [];
  for (const group of groups) {
    const place = { appId, locale: group.locale, kind: group.kind };
    const path = `graphics.${group.locale}.${group.kind}`;
    if (group.ids.length > screenshots) {
      const written = writeMessage(() => t`This store allows up to ${screenshots} screenshots.`);
      problems.push({ path, reason: 'too-many-screenshots', ...written });
    }
    const stored = await readGraphics(tx, place);
    const chosen = group.ids.flatMap((id, at) => {
      const found = choose(id, { place, stored, staged, named });
      if (!('reason' in found)) return [found];
      problems.push({ path: `${path}.${at}`, ...found });
      return [];
    });
    await arrangeGraphics(tx, { place, stored, chosen, by });
    used.push(...chosen.flatMap((one) => ('added' in one ? one.added.id : [])));
  }
  // One whose content the place had stays until it expires, so that a repeated call finds it.
  if (used.length > 0) await tx.delete(stagedGraphics).where(inArray(stagedGraphics.id, used));
  await publishChanges(tx, { areas: ['listings'], appId, uids: [by.uid] });
}

/** A picture of the listing, or one to be added. */
type ChosenGraphic = { readonly row: GraphicRow } | { readonly added: StagedGraphicRow };

interface GraphicsChoice {
  readonly place: GraphicPlace;
  /** The pictures in the place. */
  readonly stored: readonly GraphicRow[];
  readonly staged: ReadonlyMap<string, StagedGraphicRow>;
  /** IDs that were named so far, and contents in their place. */
  readonly named: Set<string>;
}

/** Returns the picture with an ID, or why it can't be used. */
function choose(
  id: string,
  { place, stored, staged, named }: GraphicsChoice,
): ChosenGraphic | Omit<Problem, 'path'> {
  const added = staged.get(id);
  const picture = stored.find((row) => row.id === id && row.isDraft) ?? added;
  if (!picture) {
    return {
      reason: 'picture-not-staged',
      ...writeMessage(() => t`Neither a staged picture nor one in this place has this ID. Stage it again.`),
    };
  }
  if (picture.kind !== place.kind) {
    return {
      reason: 'picture-kind',
      ...writeMessage(() => t`This picture was staged as ${picture.kind}.`),
    };
  }
  const content = `${place.locale} ${place.kind} ${picture.sha256}`;
  if (named.has(id) || named.has(content)) {
    return {
      reason: 'picture-repeated',
      ...writeMessage(() => t`This picture is named more than once.`),
    };
  }
  named.add(id).add(content);
  // It may have been staged though the place has it, or had it while it is live.
  const row = stored.find(({ sha256 }) => sha256 === picture.sha256);
  return row
    ? { row: { ...row, sourceSha256: picture.sourceSha256 } }
    : { added: picture as StagedGraphicRow };
}

interface Arrangement {
  readonly place: GraphicPlace;
  readonly stored: readonly GraphicRow[];
  readonly chosen: readonly ChosenGraphic[];
  readonly by: Editor;
}

async function arrangeGraphics(tx: Tx, { place, stored, chosen, by }: Arrangement): Promise<void> {
  const kept = new Set(chosen.map((one) => ('row' in one ? one.row.id : one.added.id)));
  const removed = stored.filter(({ id, isDraft }) => isDraft && !kept.has(id));
  await removeFromDraft(tx, removed);
  for (const row of removed) await record(tx, 'listing.graphic-deleted', { place, row, by });
  for (const [position, one] of chosen.entries()) {
    if ('row' in one) {
      const { row } = one;
      const { id, sourceSha256 } = row;
      await tx
        .update(appGraphics)
        .set({ isDraft: true, position, sourceSha256 })
        .where(eq(appGraphics.id, id));
      if (!row.isDraft) await record(tx, 'listing.graphic-added', { place, row, by });
      continue;
    }
    const { expiresAt: _, uploadedByUid: _uid, ...row } = one.added;
    await tx.insert(appGraphics).values({ ...row, ...place, position, createdAt: by.now });
    await record(tx, 'listing.graphic-added', { place, row, by });
  }
}

interface GraphicChange {
  readonly place: GraphicPlace;
  readonly row: Pick<GraphicRow, 'sha256'>;
  readonly by: Editor;
}

async function record(
  tx: Tx,
  name: 'listing.graphic-added' | 'listing.graphic-deleted',
  { place, row, by }: GraphicChange,
): Promise<void> {
  const { appId, locale, kind } = place;
  await emit(tx, { by: by.uid, name, appId, details: { locale, kind, sha256: row.sha256 } });
}
