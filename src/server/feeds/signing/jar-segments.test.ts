import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  compressSegment,
  END_OF_SEGMENTS,
  inflateSegment,
  SEGMENT_BYTES,
  toSegments,
} from './jar-segments.ts';

async function* pieces(all: readonly Uint8Array[]) {
  yield* all;
}

test('segments are one compressed file, in which each can be read alone', async () => {
  const content = Array.from({ length: 50 }, () => randomBytes(SEGMENT_BYTES / 20));
  const segments = await Array.fromAsync(toSegments(pieces(content)));
  expect(segments).toHaveLength(3);
  const file = Buffer.concat([...segments.map(({ compressed }) => compressed), END_OF_SEGMENTS]);
  expect(inflateRawSync(file).equals(Buffer.concat(content))).toBe(true);
  for (const segment of segments) {
    expect(inflateSegment(segment.compressed, segment.plain.length)).toEqual(segment);
  }
});

test('an empty file has no segments', async () => {
  expect(await Array.fromAsync(toSegments(pieces([])))).toEqual([]);
  expect(inflateRawSync(END_OF_SEGMENTS)).toHaveLength(0);
});

test('fails when a segment has another length, or is something else', () => {
  const { compressed } = compressSegment(Buffer.from('{"apps":[]}'));
  expect(() => inflateSegment(compressed, 10)).toThrow(RangeError);
  expect(() => inflateSegment(compressed, 12)).toThrow(RangeError);
  expect(() => inflateSegment(Buffer.alloc(20, 0xff), 11)).toThrow(
    expect.objectContaining({ code: 'Z_DATA_ERROR' }),
  );
});
