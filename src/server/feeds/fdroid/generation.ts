import type { Client } from 'pg';
import type { Branding } from '../../platform/branding/branding.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import {
  type Generation,
  keepGeneration,
  nextTimestamp,
  readGeneration,
  switchGeneration,
} from '../generations/generations.ts';
import { joinTexts } from '../generations/join-texts.ts';
import { type BucketGroup, groupFile, groupsFrom } from '../generations/rollout.ts';
import { type AppUpdate, findAllApps, updateTexts } from './app-texts.ts';
import { type FeedContents, readContents, shownAt, summarise } from './contents.ts';
import { renderDiffs, storeDiffs } from './diffs.ts';
import { storeFiles } from './files.ts';
import { buildEntry, type Repository, renderRepository } from './index.ts';
import { type FeedGroup, keepGroups } from './past-texts.ts';
import {
  type GroupEntry,
  type IndexStore,
  type NamedFiles,
  storeIndex,
  storeIndexV1,
} from './store-indexes.ts';

/** The generation that a rebuild makes. */
export interface PreparedIndexes {
  readonly repository: Repository;
  readonly contents: FeedContents;
  readonly current: Generation | null;
  readonly update: AppUpdate;
}

interface Preparing {
  /** The repository's address. */
  readonly address: string;
  /** The fingerprint of the signing key's certificate. */
  readonly signer: string;
  readonly branding: Branding;
  readonly categories: NonNullable<Repository['categories']>;
  /** The changed apps, of any platform. */
  readonly appIds: readonly string[] | 'all';
}

/** Updates the stored texts of apps in the transaction of the rebuild, and reads what their index contains. */
export async function prepareIndexes(
  tx: Tx,
  { address, signer, branding, categories, appIds }: Preparing,
): Promise<PreparedIndexes> {
  const { name, tagline, logoKey, logoSize } = branding;
  const logoSha256 = logoKey?.match(/[0-9a-f]{64}/)?.[0];
  const current = await readGeneration(tx, 'fdroid');
  const isWhole = appIds === 'all' || current === null;
  const update = await updateTexts(tx, isWhole ? await findAllApps(tx) : appIds, { categories });
  const repository = {
    name,
    tagline,
    logo: logoSha256 === undefined ? undefined : { sha256: logoSha256, size: logoSize },
    address,
    categories,
    timestamp: await nextTimestamp(tx, 'fdroid'),
  };
  return { repository, contents: await readContents(tx, repository, signer), current, update };
}

interface Assembling extends IndexStore {
  readonly client: Client;
  /** Uses the same client. */
  readonly db: Db;
  /** Stores them even when they are the same. */
  readonly isForced: boolean;
  /** Has an entry signed and stored; returns its files. */
  readonly publish: (entry: GroupEntry) => Promise<NamedFiles>;
}

interface StoredIndexes {
  readonly groups: readonly FeedGroup[];
  readonly files: NamedFiles;
}

/**
 * Stores the indexes, diffs and entries of every group of buckets, one after the other; null when those that are served are
 * the same.
 */
export async function storeIndexes(
  assembling: Assembling,
  { repository, contents, current }: PreparedIndexes,
): Promise<StoredIndexes | null> {
  if (!assembling.isForced && current?.contentSha256 === contents.sha256) return null;
  const groups: FeedGroup[] = [];
  const files: Record<string, StoredFile> = {};
  for (const buckets of groupsFrom(contents.buckets)) {
    const { count, summary } = summarise(shownAt(contents.counts, buckets.beginsAt));
    // Each group's index has its own timestamp, so that a diff from it leads nowhere else, even if a client has changed
    // its group.
    const timestamp = repository.timestamp + buckets.beginsAt;
    const repo = renderRepository({ ...repository, timestamp }, summary);
    const group = { ...buckets, timestamp: repository.timestamp, repo };
    const { index, diffs, ...stored } = await storeGroup(assembling, group);
    const entry = JSON.stringify(buildEntry(timestamp, { ...index, numPackages: count }, diffs));
    Object.assign(files, stored.files, await assembling.publish({ beginsAt: buckets.beginsAt, entry }));
    groups.push(group);
  }
  return { groups, files };
}

/** Stores the indexes and diffs of a group directly from the stored texts. Only the holder of the lock changes them. */
async function storeGroup(assembling: Assembling, group: FeedGroup & BucketGroup) {
  const { client, db, storage } = assembling;
  const { beginsAt: bucket, repo } = group;
  const list = (column: 'text' | 'v1_app' | 'v1_packages') =>
    joinTexts(client, { table: 'feed_apps', column, bucket });
  const index = await storeIndex(assembling, repo, list('text'));
  const jar = await storeIndexV1(assembling, repo, { apps: list('v1_app'), packages: list('v1_packages') });
  const diffs = await storeDiffs(storage, await renderDiffs(db, group));
  const files = {
    [groupFile(bucket, 'index-v2.json')]: index,
    [groupFile(bucket, 'index-v1.jar')]: jar,
  };
  for (const { from, key, sha256, size } of diffs) {
    files[groupFile(bucket, `diff/${from}.json`)] = { key, sha256, size };
  }
  return { index, diffs, files };
}

/**
 * Makes clients read these indexes once the transaction is committed, and keeps the earlier ones for a while. Without new
 * ones, it stores only which packages and pictures are served.
 */
export async function switchIndexes(
  tx: Tx,
  { repository: { timestamp }, contents, update }: PreparedIndexes,
  stored: StoredIndexes | null,
): Promise<void> {
  await storeFiles(tx, update.files);
  if (!stored) return;
  const { groups, files } = stored;
  await keepGeneration(tx, 'fdroid');
  await switchGeneration(tx, 'fdroid', { timestamp, contentSha256: contents.sha256, files });
  await keepGroups(tx, groups);
}
