import { array, assert as assertProperty, integer, option, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { type ByteEdit, type Edit, editPiece, editsOfFile, type FilePart } from './splice.ts';

/** Changes a text that is read in pieces of some bytes. */
function change(old: string, edits: readonly ByteEdit[], bytes: number): string {
  const buffer = Buffer.from(old);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < buffer.length; at += bytes) {
    const piece = buffer.subarray(at, at + bytes);
    parts.push(...(editPiece(piece, at, edits) ?? [piece]));
  }
  return Buffer.concat(parts).toString();
}

const entry = string({ minLength: 1, maxLength: 5, unit: 'grapheme' });
/** Each place has an old text, a new one, or both. */
const places = array(
  record({ old: option(entry), next: option(entry), isKept: integer({ min: 0, max: 1 }) }),
  { maxLength: 8 },
);

/** Returns a list before and after its edits. */
function listOf(found: readonly { old: string | null; next: string | null; isKept: number }[]) {
  const edits: Edit[] = [];
  let oldLength = 0;
  const next: string[] = [];
  for (const { old, isKept, next: changed } of found) {
    const length = old === null ? 0 : Buffer.byteLength(old) + 1;
    const added = isKept ? old : changed;
    if (!isKept) edits.push({ offset: oldLength, dropped: length, added });
    if (added !== null) next.push(added);
    oldLength += length;
  }
  const old = found.flatMap((one) => one.old ?? []);
  return { old: old.join(','), next: next.join(','), part: { edits, oldLength } };
}

test('gives the new file for any edits of any two lists', () => {
  assertProperty(
    property(places, places, integer({ min: 1, max: 7 }), (one, other, bytes) => {
      const [first, second] = [listOf(one), listOf(other)];
      const between: FilePart = { old: '],[', next: '],[' };
      const { edits, oldSize } = editsOfFile([
        { old: '{"old":[', next: '{"new one":[' },
        first.part,
        between,
        second.part,
        { old: ']}', next: ']}' },
      ]);
      const old = `{"old":[${first.old}],[${second.old}]}`;
      expect(oldSize).toBe(Buffer.byteLength(old));
      expect(change(old, edits, bytes)).toBe(`{"new one":[${first.next}],[${second.next}]}`);
    }),
  );
});

test('leaves a piece alone in which nothing changes', () => {
  const { edits } = editsOfFile([{ edits: [{ offset: 4, dropped: 2, added: 'x' }], oldLength: 8 }]);
  expect(editPiece(Buffer.from('a,b,'), 0, edits)).toBeNull();
  expect(editPiece(Buffer.from('c,d'), 4, edits)).toEqual([Buffer.of(), Buffer.from('x,'), Buffer.from('d')]);
});

test('fails when the bytes around a list are others', () => {
  const { edits } = editsOfFile([
    { old: '[', next: '[' },
    { edits: [], oldLength: 4 },
    { old: ']', next: ']' },
  ]);
  expect(change('[a,b]', edits, 2)).toBe('[a,b]');
  expect(() => change('[a,b}', edits, 2)).toThrow(RangeError);
});
