import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from '#shared/errors.ts';
import { readJson } from './read-json.ts';

const read = (text: string) => readJson(new TextEncoder().encode(text));

/** Generates JSON values, with texts that look like syntax. */
const json = fc.jsonValue({
  depthSize: 'small',
  stringUnit: fc.constantFrom('a', '"', '\\', ':', ',', '{', '[', ']', '}', '\u2028', '😀', ' ', '\n'),
});

test('reads every JSON value like JSON.parse, with any formatting', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('rejects a repeated name in one object, but not in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\\', ':', '}') }), (name) => {
      const quoted = JSON.stringify(name);
      expect(() => read(`{"x":[{${quoted}:1,${quoted}:2}]}`)).toThrow('repeats a name');
      expect(read(`[{${quoted}:1},{${quoted}:2}]`)).toHaveLength(2);
    }),
  );
});

test('throws only errors for the caller, for any text', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u00',
    '\\ud800',
    '1',
    'null',
    ' ',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(errorCodeOf(pieces.join(''))).toMatch(/^(none|invalid-argument)$/);
    }),
    { numRuns: 1000 },
  );
});

/** Returns the error code of reading a text. */
function errorCodeOf(text: string): string {
  try {
    read(text);
    return 'none';
  } catch (error) {
    return error instanceof CallError ? error.code : String(error);
  }
}

test.each([
  ['sixteen levels', `${'['.repeat(16)}${']'.repeat(16)}`, 'none'],
  ['seventeen levels', `${'['.repeat(17)}${']'.repeat(17)}`, 'invalid-argument'],
  ['many values', `[${Array(19_000).fill(1)}]`, 'none'],
  ['too many values', `[${Array(20_001).fill(1)}]`, 'invalid-argument'],
  ['brackets in a text', JSON.stringify('[{'.repeat(100_000)), 'none'],
])('%s', (_case, text, code) => {
  expect(errorCodeOf(text)).toBe(code);
});
