import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { array, assert as assertProperty, asyncProperty, integer, option, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, type Edit, spliceList } from './splice.ts';

/** Yields a text in pieces of some bytes. */
async function* inPieces(whole: string, bytes: number) {
  const buffer = Buffer.from(whole);
  for (let at = 0; at < buffer.length; at += bytes) yield buffer.subarray(at, at + bytes);
}

test('gives the new list for any edits of any list', async () => {
  const entry = string({ minLength: 1, maxLength: 5, unit: 'grapheme' });
  // Each place has an old text, a new one, or both.
  const place = record({ old: option(entry), next: option(entry), isKept: integer({ min: 0, max: 1 }) });
  await assertProperty(
    asyncProperty(array(place, { maxLength: 8 }), integer({ min: 1, max: 7 }), async (places, bytes) => {
      const edits: Edit[] = [];
      let total = 0;
      const next: string[] = [];
      for (const { old, isKept, next: changed } of places) {
        const length = old === null ? 0 : Buffer.byteLength(old) + 1;
        const added = isKept ? old : changed;
        if (!isKept) edits.push({ offset: total, dropped: length, added });
        if (added !== null) next.push(added);
        total += length;
      }
      const old = places.flatMap((one) => one.old ?? []).join(',');
      const reader = new ByteReader(inPieces(`${old}]`, bytes));
      const spliced = await text(
        Readable.from(spliceList(reader, { edits, oldLength: total }), { objectMode: false }),
      );
      expect(spliced).toBe(next.join(','));
      await reader.expect(']');
      await reader.expectEnd();
    }),
  );
});

test('fails when the old list is too short', async () => {
  const reader = new ByteReader(inPieces('a,b', 2));
  await expect(text(Readable.from(spliceList(reader, { edits: [], oldLength: 10 })))).rejects.toThrow(
    '6 bytes are missing',
  );
});

test('fails when the bytes around a list are others', async () => {
  const reader = new ByteReader(inPieces('[a,b]', 3));
  await expect(reader.expect('{')).rejects.toThrow('expected {, found [');
  await reader.skip(3);
  await expect(reader.expectEnd()).rejects.toThrow('expected the end');
});
