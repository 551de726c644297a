import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SignatureMembers } from '../signing/jar.ts';
import type { JarSegment } from '../signing/jar-segments.ts';
import { streamJar } from '../signing/stream-jar.ts';
import { feedFileKey } from './generations.ts';
import { renderFrame } from './index.ts';
import { renderFrameV1 } from './index-v1.ts';

/** The file in `index-v1.jar`. */
export const INDEX_V1 = 'index-v1.json';

/** Stores and signs indexes. */
export interface IndexStore {
  readonly storage: Storage;
  /** Signs files of a JAR by their SHA-256 in Base64. */
  readonly sign: (digests: Readonly<Record<string, string>>) => Promise<SignatureMembers>;
}

/** A list of texts with commas between them. */
type TextList = AsyncIterable<Uint8Array>;

/** Yields `index-v2.json` with a repository section and a list of apps. */
export function renderIndex(repo: string, apps: TextList): AsyncGenerator<Uint8Array> {
  const { start, end } = renderFrame(repo);
  return concatenate([start, apps, end]);
}

/** Yields `index-v1.json` with the repository section of `index-v2.json`, and its own two lists. */
export function renderIndexV1(
  repo: string,
  { apps, packages }: { readonly apps: TextList; readonly packages: TextList },
): AsyncGenerator<Uint8Array> {
  const { start, between, end } = renderFrameV1(repo);
  return concatenate([start, apps, between, packages, end]);
}

/** Stores `index-v2.json`. */
export function storeIndex(store: IndexStore, content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  return storeHashed(store, content, (hash) => feedFileKey('index-v2.json', hash));
}

/** Stores `index-v1.jar` with the segments of `index-v1.json`, and remembers their lengths. */
export async function storeIndexV1(
  store: IndexStore,
  repo: string,
  segments: AsyncIterable<JarSegment>,
): Promise<StoredFile> {
  const { timestamp }: { timestamp: number } = JSON.parse(repo);
  const lengths: [number, number][] = [];
  async function* measured() {
    for await (const segment of segments) {
      lengths.push([segment.compressed.length, segment.plain.length]);
      yield segment;
    }
  }
  const file = { name: INDEX_V1, segments: measured(), modifiedAt: new Date(timestamp) };
  const content = streamJar(file, store.sign);
  const stored = await storeHashed(store, content, (hash) => feedFileKey('index-v1.jar', hash));
  return { ...stored, segments: lengths };
}

async function* concatenate(parts: readonly (string | TextList)[]): AsyncGenerator<Uint8Array> {
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
