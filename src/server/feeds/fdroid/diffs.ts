import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { EntryDiff } from './index.ts';
import { createMergePatch, type Json } from './merge-patch.ts';
import { feedFileKey } from './names.ts';
import { type FeedGroup, type KeptText, readBases, readHistory } from './past-texts.ts';

/** A diff to the index of a group. */
interface Diff {
  /** The timestamp of the index from which it leads. */
  readonly from: number;
  readonly numPackages: number;
  readonly bytes: Buffer;
}

/** A stored diff, with what the entry says of it. */
export type StoredDiff = StoredFile & EntryDiff;

/**
 * Returns the diffs to the index of a group from those of the last generations. Reads only the apps that changed
 * since.
 * @see RFC 7386, and fdroidclient `IndexV2DiffStreamProcessor`
 */
export async function renderDiffs(db: Db, group: FeedGroup): Promise<Diff[]> {
  const bases = await readBases(db, group);
  const oldest = bases[0];
  if (!oldest) return [];
  const { past, now } = await readHistory(db, oldest.timestamp);
  const parse = createParser();
  const nextRepo = JSON.parse(group.repo);
  return bases.map((base) => {
    const since = past.filter(({ until }) => until >= base.timestamp);
    const firstUntil = new Map(since.toReversed().map(({ appId, until }) => [appId, until]));
    const old = shownTo(
      since.filter(({ appId, until }) => firstUntil.get(appId) === until),
      base.beginsAt,
    );
    const next = shownTo(
      now.filter(({ appId }) => firstUntil.has(appId)),
      group.beginsAt,
    );
    // Compared by their application ids, because a new app may have that of a deleted one.
    const packages = createMergePatch(parse(old), parse(next)) ?? {};
    const repo = createMergePatch(JSON.parse(base.repo), nextRepo);
    return {
      from: base.timestamp + base.beginsAt,
      numPackages: Object.keys(packages).length,
      bytes: Buffer.from(JSON.stringify({ repo, packages })),
    };
  });
}

/** Stores diffs, all at once. */
export function storeDiffs(storage: Storage, diffs: readonly Diff[]): Promise<StoredDiff[]> {
  return Promise.all(
    diffs.map(async ({ bytes, ...diff }) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = feedFileKey('diff.json', sha256);
      const { size } = await storage.put(key, bytes);
      return { key, sha256, size, ...diff };
    }),
  );
}

function shownTo(texts: readonly KeptText[], bucket: number): KeptText[] {
  return texts.filter(({ beginsAt, endsAt }) => beginsAt <= bucket && endsAt > bucket);
}

/** Returns a function that returns apps by their application ids; it parses each text once. */
function createParser(): (texts: readonly KeptText[]) => Record<string, Json> {
  const parsed = new Map<KeptText, Record<string, Json>>();
  const parse = (kept: KeptText) => {
    const known = parsed.get(kept) ?? JSON.parse(`{${kept.text ?? ''}}`);
    parsed.set(kept, known);
    return known;
  };
  return (texts) => Object.assign({}, ...texts.map(parse));
}
