import { expect, test } from 'vitest';
import { categoryLabel } from '#shared/listings/categories.ts';
import { writeIn } from '../../platform/page-language.ts';
import { sizeText } from './layout.ts';

test.each([
  [12, '1 kB'],
  [350_400, '350 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [4_230_000, '4.2 MB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('a category of a new store has the name of the page’s language until an admin renames it', () => {
  const label = (id: string, name: string) => writeIn('de', () => categoryLabel({ id, name }));
  expect(label('books', 'Books')).toBe('Bücher');
  expect(label('books', 'Reading')).toBe('Reading');
  expect(label('maps', 'Books')).toBe('Books');
  expect(categoryLabel({ id: 'books', name: 'Books' })).toBe('Books');
});
