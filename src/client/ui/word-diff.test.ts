import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './word-diff.ts';

const sideOf = (before: string, after: string, kind: 'removed' | 'added') =>
  diffWords(before, after)
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');
const show = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('');

test.each([
  ['Shows the tide', 'Shows the tide', 'Shows the tide'],
  ['Shows the tide', 'Shows the weather', 'Shows the [-tide-][+weather+]'],
  ['', 'New', '[+New+]'],
  ['Gone', '', '[-Gone-]'],
  ['Shows high water.', 'Shows low tides.', 'Shows [-high water-][+low tides+].'],
  ['Tide, moon', 'Tide, sun and moon', 'Tide, [+sun and +]moon'],
])('%j to %j reads as %j', (before, after, expected) => expect(show(before, after)).toBe(expected));

test('contains both texts completely', () => {
  const text = array(constantFrom('a', 'b', ' ', '\n', '.', 'ü', '💧'), { maxLength: 40 });
  assert(
    property(text, text, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      expect(sideOf(before, after, 'removed')).toBe(before);
      expect(sideOf(before, after, 'added')).toBe(after);
    }),
  );
});

test('compares texts without common words as one piece', () => {
  const parts = diffWords('!'.repeat(4000), '?'.repeat(4000));
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
