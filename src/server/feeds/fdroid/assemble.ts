import type { Client } from 'pg';
import type { Db } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import { type FeedContents, shownAt, summarise } from './contents.ts';
import { renderDiffs, storeDiffs } from './diffs.ts';
import { buildEntry, type Repository, renderRepository } from './index.ts';
import type { FeedGroup } from './past-texts.ts';
import { readTexts, type TextColumn } from './pieces.ts';
import { type BucketGroup, groupFile } from './rollout.ts';
import { type IndexStore, storeIndex, storeIndexV1 } from './store-indexes.ts';

/** A group whose indexes and diffs are stored, and the entry that names them. */
export interface AssembledGroup {
  readonly group: FeedGroup;
  /** By their names below the address. */
  readonly files: Readonly<Record<string, StoredFile>>;
  readonly entry: string;
}

interface Assembling extends IndexStore {
  readonly client: Client;
  /** Uses the same client. */
  readonly db: Db;
  readonly counts: FeedContents['counts'];
}

/**
 * Stores the indexes and diffs of a group directly from the stored texts. Only the holder of the feed's lock changes
 * them. Each group's index has its own timestamp, so that a diff from it leads nowhere else, even if a client has changed
 * its group.
 */
export async function assembleGroup(
  assembling: Assembling,
  repository: Repository,
  { beginsAt, endsAt }: BucketGroup,
): Promise<AssembledGroup> {
  const { client, db, storage, counts } = assembling;
  const { timestamp: generation } = repository;
  const timestamp = generation + beginsAt;
  const { count, summary } = summarise(shownAt(counts, beginsAt));
  const repo = renderRepository({ ...repository, timestamp }, summary);
  const group = { timestamp: generation, beginsAt, endsAt, repo };
  const list = (column: TextColumn) => readTexts(client, column, beginsAt);
  const index = await storeIndex(assembling, repo, list('text'));
  const jar = await storeIndexV1(assembling, repo, { apps: list('v1_app'), packages: list('v1_packages') });
  const diffs = await storeDiffs(storage, await renderDiffs(db, group));
  const files = {
    [groupFile(beginsAt, 'index-v2.json')]: index,
    [groupFile(beginsAt, 'index-v1.jar')]: jar,
  };
  for (const { from, key, sha256, size } of diffs) {
    files[groupFile(beginsAt, `diff/${from}.json`)] = { key, sha256, size };
  }
  const entry = JSON.stringify(buildEntry(timestamp, { ...index, numPackages: count }, diffs));
  return { group, files, entry };
}
