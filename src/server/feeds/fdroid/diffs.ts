import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { feedFileKey } from './generations.ts';
import type { EntryDiff } from './index.ts';
import { createMergePatch, type Json } from './merge-patch.ts';
import { type ChangedText, type FeedGroup, readBases, readChangedTexts } from './past-texts.ts';

/** A stored diff, with what the entry says of it. */
export type StoredDiff = StoredFile & EntryDiff;

/**
 * Stores the diffs to the index of a group from those of the last generations. Reads only the apps that changed
 * since.
 * @see RFC 7386, and fdroidclient `IndexV2DiffStreamProcessor`
 */
export async function storeDiffs(
  { db, storage }: { readonly db: Db; readonly storage: Storage },
  group: FeedGroup,
): Promise<StoredDiff[]> {
  const diffs: StoredDiff[] = [];
  for (const base of await readBases(db, group)) {
    const packages = patchPackages(await readChangedTexts(db, base, group.beginsAt));
    const repo = createMergePatch(JSON.parse(base.repo), JSON.parse(group.repo));
    const bytes = Buffer.from(JSON.stringify({ repo, packages }));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = feedFileKey('diff.json', sha256);
    const { size } = await storage.put(key, bytes);
    const from = base.timestamp + base.beginsAt;
    diffs.push({ key, sha256, size, from, numPackages: Object.keys(packages).length });
  }
  return diffs;
}

/** Returns the merge patch of an index's packages. */
function patchPackages(changed: readonly ChangedText[]): Record<string, Json> {
  const packages: Record<string, Json> = {};
  for (const texts of changed) {
    const old: Record<string, Json> = JSON.parse(`{${texts.old ?? ''}}`);
    const next: Record<string, Json> = JSON.parse(`{${texts.new ?? ''}}`);
    Object.assign(packages, createMergePatch(old, next));
  }
  return packages;
}
