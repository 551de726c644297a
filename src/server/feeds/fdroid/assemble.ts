import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import type { Db } from '../../platform/db/open.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SignatureMembers } from '../signing/jar.ts';
import { streamJar } from '../signing/stream-jar.ts';
import { shownAt, summarise } from './contents.ts';
import { storeDiffs } from './diffs.ts';
import { FEED_PREFIX, feedFileKey } from './generations.ts';
import { buildEntry, type Repository, renderFrame, renderRepository } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';
import type { FeedGroup } from './past-texts.ts';
import { readTexts } from './pieces.ts';
import { type BucketGroup, groupFile } from './rollout.ts';

/** A group whose indexes and diffs are stored, and the entry that names them. */
export interface AssembledGroup {
  readonly group: FeedGroup;
  /** By their names below the address. */
  readonly files: Readonly<Record<string, StoredFile>>;
  readonly entry: string;
}

interface Assembling {
  readonly client: Client;
  /** Uses the same client. */
  readonly db: Db;
  readonly storage: Storage;
  /** Signs files of a JAR by their SHA-256 in Base64. */
  readonly sign: (digests: Readonly<Record<string, string>>) => Promise<SignatureMembers>;
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
  const { db } = assembling;
  const { timestamp: generation } = repository;
  const timestamp = generation + beginsAt;
  const { count, summary } = await summarise(db, shownAt(beginsAt));
  const repo = renderRepository({ ...repository, timestamp }, summary);
  const group = { timestamp: generation, beginsAt, endsAt, repo };
  const index = await storeNamed(assembling, 'index-v2.json', indexOf(assembling, group));
  const jar = streamJar(
    { name: 'index-v1.json', content: indexV1Of(assembling, group), modifiedAt: new Date(timestamp) },
    assembling.sign,
  );
  const files = {
    [groupFile(beginsAt, 'index-v2.json')]: index,
    [groupFile(beginsAt, 'index-v1.jar')]: await storeNamed(assembling, 'index-v1.jar', jar),
  };
  const diffs = await storeDiffs(assembling, group);
  for (const { from, key, sha256, size } of diffs) {
    files[groupFile(beginsAt, `diff/${from}.json`)] = { key, sha256, size };
  }
  const entry = JSON.stringify(buildEntry(timestamp, { ...index, numPackages: count }, diffs));
  return { group, files, entry };
}

/** Stores a file whose name contains its hash, which is known once it is stored. */
async function storeNamed(
  { storage }: Assembling,
  name: 'index-v2.json' | 'index-v1.jar',
  content: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const unnamed = `${FEED_PREFIX}${randomUUID()}`;
  const { sha256, size } = await storage.put(unnamed, Readable.from(content, { objectMode: false }));
  const key = feedFileKey(name, sha256);
  await storage.move(unnamed, key);
  return { key, sha256, size };
}

async function* indexOf({ client }: Assembling, { beginsAt, repo }: FeedGroup): AsyncGenerator<Buffer> {
  const { start, end } = renderFrame(repo);
  yield Buffer.from(start);
  yield* readTexts(client, 'text', beginsAt);
  yield Buffer.from(end);
}

async function* indexV1Of({ client }: Assembling, { beginsAt, repo }: FeedGroup): AsyncGenerator<Buffer> {
  const { start, between, end } = renderFrameV1(repo);
  yield Buffer.from(start);
  yield* readTexts(client, 'v1_app', beginsAt);
  yield Buffer.from(between);
  yield* readTexts(client, 'v1_packages', beginsAt);
  yield Buffer.from(end);
}
