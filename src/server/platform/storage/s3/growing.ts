import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ArrivingBytes, type ByteRange, bytesOfAccount } from '../storage.ts';
import type { S3Client } from './client.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { PART_BYTES } from './multipart.ts';
import { deleteSegments, type GrowingObject, type Segment, storeSegment } from './segments.ts';

/** Appends to a growing object in segments, each of which is stored once it is full or the content ends. */
export async function appendSegments(
  client: S3Client,
  key: string,
  { growing, content }: { growing: GrowingObject; content: ArrivingBytes },
): Promise<number> {
  await deleteSegments(client, growing.useless);
  const last = growing.segments.at(-1);
  const tail = last && last.size < PART_BYTES ? last : null;
  let size = growing.size - (tail?.size ?? 0);
  const isTail = (body: Uint8Array) => tail?.offset === size && tail.size === body.length;
  for await (const body of cutIntoParts(
    bytesOfAccount(continueAfter(client, tail, content), content.account),
  )) {
    if (!isTail(body)) await storeSegment(client, key, { offset: size, body });
    size += body.length;
  }
  // The longer segment that begins with it replaces it.
  if (tail && size > growing.size) await deleteSegments(client, [tail]);
  return size;
}

async function* continueAfter(
  client: S3Client,
  tail: Segment | null,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (tail) yield await readSegment(client, tail);
  yield* content;
}

/** Opens a growing object, or a range of it, one segment after another. */
export function openSegments(
  client: S3Client,
  { segments, size }: GrowingObject,
  { start, end }: ByteRange = { start: 0, end: size - 1 },
): Readable {
  const read = async function* () {
    for (const segment of segments) {
      const [from, to] = [start - segment.offset, end + 1 - segment.offset];
      if (to <= 0 || from >= segment.size) continue;
      const bytes = await readSegment(client, segment);
      yield bytes.subarray(Math.max(0, from), to);
    }
  };
  return Readable.from(read(), { objectMode: false });
}

async function readSegment(client: S3Client, { name, etag, size }: Segment): Promise<Uint8Array> {
  const { stream } = await client.sendForStream({ method: 'GET', name, headers: { 'if-match': etag } });
  const bytes = await buffer(stream);
  if (bytes.length !== size) throw new Error(`${name} has ${bytes.length} bytes instead of ${size}`);
  return bytes;
}
