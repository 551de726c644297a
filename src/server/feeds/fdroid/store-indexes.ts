import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SignatureMembers } from '../signing/jar.ts';
import { streamJar } from '../signing/stream-jar.ts';
import { feedFileKey } from './generations.ts';
import { renderFrame } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';

/** Stores and signs indexes. */
export interface IndexStore {
  readonly storage: Storage;
  /** Signs files of a JAR by their SHA-256 in Base64. */
  readonly sign: (digests: Readonly<Record<string, string>>) => Promise<SignatureMembers>;
}

/** A list of texts with commas between them. */
type TextList = AsyncIterable<Uint8Array>;

/** Stores `index-v2.json` with a repository section and a list of apps. */
export function storeIndex(store: IndexStore, repo: string, apps: TextList): Promise<StoredFile> {
  const { start, end } = renderFrame(repo);
  return storeHashed(store, join([start, apps, end]), (hash) => feedFileKey('index-v2.json', hash));
}

/** Stores `index-v1.jar` with the repository section of `index-v2.json`, and its own two lists. */
export function storeIndexV1(
  store: IndexStore,
  repo: string,
  { apps, packages }: { readonly apps: TextList; readonly packages: TextList },
): Promise<StoredFile> {
  const { start, between, end } = renderFrameV1(repo);
  const { timestamp }: { timestamp: number } = JSON.parse(repo);
  const file = {
    name: 'index-v1.json',
    content: join([start, apps, between, packages, end]),
    modifiedAt: new Date(timestamp),
  };
  return storeHashed(store, streamJar(file, store.sign), (hash) => feedFileKey('index-v1.jar', hash));
}

async function* join(parts: readonly (string | TextList)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part);
    else yield* part;
  }
}

/** Stores a file whose key contains its hash, which is known once it is stored. */
export async function storeHashed(
  { storage }: { readonly storage: Storage },
  content: AsyncIterable<Uint8Array>,
  keyOf: (hash: string) => string,
): Promise<StoredFile> {
  const unnamed = keyOf(randomUUID());
  const { sha256, size } = await storage.put(unnamed, Readable.from(content, { objectMode: false }));
  const key = keyOf(sha256);
  await storage.move(unnamed, key);
  return { key, sha256, size };
}
