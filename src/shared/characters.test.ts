import { expect, test } from 'vitest';
import { countCharacters, cutCharacters, fitsIn } from './characters.ts';

test.each([
  ['Harbour', 7],
  ['Größe', 5],
  ['é'.normalize('NFD'), 1],
  ['😀', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['🇩🇪🇫🇷', 2],
  ['한국어', 3],
  ['한국어'.normalize('NFD'), 3],
  ['', 0],
])('%s has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test('a limit holds marks that are piled on one letter, too', () => {
  expect(fitsIn(`x${'\u0301'.repeat(99)}`, 50)).toBe(true);
  expect(fitsIn(`x${'\u0301'.repeat(100)}`, 50)).toBe(false);
});

test('cuts between characters', () => {
  expect(cutCharacters('a😀👨‍👩‍👧‍👦b', 2)).toBe('a😀');
  expect(cutCharacters('short', 10)).toBe('short');
  expect(cutCharacters(`x${'\u0301'.repeat(100)}`, 5)).toBe('');
});
