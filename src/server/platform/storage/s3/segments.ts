import type { ListedObject, ObjectInfo } from '../storage.ts';
import type { S3Client } from './client.ts';
import { type BucketObject, listObjects } from './listing.ts';
import { PART_BYTES } from './multipart.ts';

/*
 * An object that grows is stored in segments, because S3 can't append: `growing/<key>,<offset>-<length>`. All but the
 * last have `PART_BYTES`. A longer segment of an offset replaces a shorter one, so bytes that a slow request stores late
 * never shorten the object. The comma sorts before every character of a key, so segments are listed in the keys' order.
 */

const FOLDER = 'growing/';
const OFFSET_DIGITS = 15;

/** Part of a growing object. */
export interface Segment extends BucketObject {
  readonly key: string;
  readonly offset: number;
}

/** A growing object: its current segments, without gaps, and the others that are of no use. */
export interface GrowingObject {
  readonly segments: readonly Segment[];
  readonly useless: readonly Segment[];
  readonly size: number;
}

/** Returns the object that grows under a key; without segments when none does. */
export async function readGrowing(client: S3Client, key: string): Promise<GrowingObject> {
  const found: Segment[] = [];
  for await (const segment of listSegments(client, `${key},`)) found.push(segment);
  return arrangeSegments(found);
}

/** Lists the segments of all keys that start with `prefix` and come after `after`, in the keys' order. */
export async function* listSegments(client: S3Client, prefix: string, after = ''): AsyncGenerator<Segment> {
  // A tilde sorts after every digit, so the segments of `after` itself are left out.
  const afterName = after === '' ? '' : `${FOLDER}${after},~`;
  for await (const found of listObjects(client, `${FOLDER}${prefix}`, afterName)) {
    const match = /^growing\/(.+),(\d{15})-(\d+)$/.exec(found.name);
    if (!match) continue;
    const [, key = '', offset, length] = match;
    if (found.size === Number(length)) yield { ...found, key, offset: Number(offset) };
  }
}

/** Stores a segment. */
export async function storeSegment(
  client: S3Client,
  key: string,
  { offset, body }: { offset: number; body: Uint8Array },
): Promise<void> {
  const name = `${FOLDER}${key},${String(offset).padStart(OFFSET_DIGITS, '0')}-${body.length}`;
  await client.sendForHeaders({ method: 'PUT', name, body });
}

/**
 * Deletes segments, those at the beginning first: without them there is no object. Of one offset the shorter goes first,
 * so that no shorter object appears meanwhile.
 */
export async function deleteSegments(client: S3Client, segments: readonly Segment[]): Promise<void> {
  for (const { name } of segments.toSorted((a, b) => a.offset - b.offset || a.size - b.size)) {
    await client.sendForHeaders({ method: 'DELETE', name });
  }
}

/** Separates the segments of one object from those that a longer one replaced, or that follow a gap. */
export function arrangeSegments(found: readonly Segment[]): GrowingObject {
  const longest = new Map<number, Segment>();
  for (const segment of found) {
    if (segment.size > (longest.get(segment.offset)?.size ?? 0)) longest.set(segment.offset, segment);
  }
  const segments: Segment[] = [];
  let size = 0;
  for (let next = longest.get(0); next; next = longest.get(size)) {
    segments.push(next);
    size += next.size;
    // Only whole segments can be parts, so nothing follows a shorter one.
    if (next.size !== PART_BYTES) break;
  }
  return { segments, size, useless: found.filter((segment) => !segments.includes(segment)) };
}

/** Lists the objects that grow under the keys that start with `prefix` and come after `after`, in the keys' order. */
export async function* listGrowing(
  client: S3Client,
  prefix: string,
  after: string,
): AsyncGenerator<ListedObject> {
  for await (const segments of groupByKey(listSegments(client, prefix, after))) {
    const info = describeGrowing(arrangeSegments(segments));
    if (info) yield { key: segments[0]?.key ?? '', ...info };
  }
}

/** Returns the metadata of a growing object; null when it has no bytes. */
export function describeGrowing({ segments, size }: GrowingObject): ObjectInfo | null {
  if (size === 0) return null;
  const times = segments.map(({ modifiedAt }) => modifiedAt.getTime());
  return { size, modifiedAt: new Date(Math.max(...times)) };
}

/** Groups segments that are listed in the keys' order. */
export async function* groupByKey(segments: AsyncIterable<Segment>): AsyncGenerator<Segment[]> {
  let group: Segment[] = [];
  for await (const segment of segments) {
    if (group.length > 0 && group[0]?.key !== segment.key) {
      yield group;
      group = [];
    }
    group.push(segment);
  }
  if (group.length > 0) yield group;
}
