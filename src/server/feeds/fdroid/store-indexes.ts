import { createHash } from 'node:crypto';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { concatenate, storeHashed } from '../generations/join-texts.ts';
import { groupFile } from '../generations/rollout.ts';
import { type SignatureMembers, signJar } from '../signing/jar.ts';
import type { SigningKey } from '../signing/key.ts';
import { streamJar } from '../signing/stream-jar.ts';
import { renderFrame } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';
import { feedFileKey } from './names.ts';

/** Stores and signs indexes. */
export interface IndexStore {
  readonly storage: Storage;
  /** Signs files of a JAR by their SHA-256 in Base64. */
  readonly sign: (digests: Readonly<Record<string, string>>) => Promise<SignatureMembers>;
}

/** A list of texts with commas between them. */
type JoinedTexts = AsyncIterable<Uint8Array>;

/** Stores `index-v2.json` with a repository section and a list of apps. */
export function storeIndex({ storage }: IndexStore, repo: string, apps: JoinedTexts): Promise<StoredFile> {
  const { start, end } = renderFrame(repo);
  return storeHashed(storage, concatenate([start, apps, end]), (hash) => feedFileKey('index-v2.json', hash));
}

/** Stores `index-v1.jar` with the repository section of `index-v2.json`, and its own two lists. */
export function storeIndexV1(
  { storage, sign }: IndexStore,
  repo: string,
  { apps, packages }: { readonly apps: JoinedTexts; readonly packages: JoinedTexts },
): Promise<StoredFile> {
  const { start, between, end } = renderFrameV1(repo);
  const { timestamp }: { timestamp: number } = JSON.parse(repo);
  const content = concatenate([start, apps, between, packages, end]);
  const jar = streamJar({ name: 'index-v1.json', content, modifiedAt: new Date(timestamp) }, sign);
  return storeHashed(storage, jar, (hash) => feedFileKey('index-v1.jar', hash));
}

/** The entry of a group, which names its index and diffs. */
export interface GroupEntry {
  /** The first bucket of the group. */
  readonly beginsAt: number;
  /** In JSON. */
  readonly entry: string;
}

/** Files by their names below the address. */
export type NamedFiles = Readonly<Record<string, StoredFile>>;

/** Signs and stores the entry of a group whose index is stored; returns both of its files. */
export async function storeEntry(
  storage: Storage,
  key: SigningKey,
  { beginsAt, entry }: GroupEntry,
): Promise<NamedFiles> {
  const { timestamp } = JSON.parse(entry) as { timestamp: number };
  const json = Buffer.from(entry);
  const jar = signJar({ files: { 'entry.json': json }, modifiedAt: new Date(timestamp) }, key);
  const stored = await Promise.all(
    [['entry.json', json] as const, ['entry.jar', jar] as const].map(async ([name, bytes]) => {
      const storageKey = feedFileKey(name, createHash('sha256').update(bytes).digest('hex'));
      const file = { key: storageKey, ...(await storage.put(storageKey, bytes)) };
      return [groupFile(beginsAt, name), file] as const;
    }),
  );
  return Object.fromEntries(stored);
}
