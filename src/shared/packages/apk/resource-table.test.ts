import { describe, expect, test } from 'vitest';
import { resourceTable } from '#test/support/resource-files.ts';
import { FactLimiter } from '../fact-limiter.ts';
import { resolveText, resolveTexts } from './resolve-text.ts';
import { readResourceTable } from './resource-table.ts';

const reference = (data: number) => ({ type: 1, data, text: null });

describe.each(['plain', 'sparse', 'offset16', 'compact'] as const)('entries in the %s form', (form) => {
  const table = readResourceTable(
    resourceTable(['zero', 'two'], [{ id: 1, form, entries: [0, null, 1, { type: 0x10, data: 7 }] }]),
  );

  test('are found by their index', () => {
    expect(resolveText(table, reference(0x7f010000))).toBe('zero');
    expect(resolveText(table, reference(0x7f010002))).toBe('two');
    expect(resolveText(table, reference(0x7f010003))).toBe('7');
  });

  test('have no value when they are missing', () => {
    for (const id of [0x7f010001, 0x7f010009, 0x7f020000, 0x01010000]) expect(table.valuesOf(id)).toEqual([]);
  });
});

describe('references', () => {
  test('resolve to a text in every locale', () => {
    const table = readResourceTable(
      resourceTable(
        ['Harbour', 'Hafen', 'Porto'],
        [
          { id: 1, entries: [{ type: 1, data: 0x7f010001 }, 0] },
          { id: 1, config: { locale: 'de' }, entries: [null, 1] },
          { id: 1, config: { locale: 'pt-BR' }, entries: [2, null] },
        ],
      ),
    );
    expect(resolveText(table, reference(0x7f010000))).toBe('Harbour');
    expect(resolveTexts(table, reference(0x7f010000), new FactLimiter())).toEqual({
      de: 'Hafen',
      'pt-BR': 'Porto',
    });
  });

  test('resolve to no text when they form a cycle', () => {
    const circle = readResourceTable(
      resourceTable([], [{ id: 1, entries: [{ type: 1, data: 0x7f010000 }] }]),
    );
    expect(resolveText(circle, reference(0x7f010000))).toBeNull();
    expect(resolveTexts(circle, reference(0x7f010000), new FactLimiter())).toEqual({});
  });
});

test('fall back to English without a default locale', () => {
  const table = readResourceTable(
    resourceTable(
      ['Hafen', 'Harbour'],
      [
        { id: 1, config: { locale: 'de' }, entries: [0] },
        { id: 1, config: { locale: 'en' }, entries: [1] },
      ],
    ),
  );
  expect(resolveText(table, reference(0x7f010000))).toBe('Harbour');
});

test('rejects a truncated table', () => {
  const bytes = resourceTable(['a'], [{ id: 1, entries: [0] }]);
  expect(() => readResourceTable(bytes.subarray(0, bytes.length - 4))).toThrow(RangeError);
  expect(() => readResourceTable(new Uint8Array())).toThrow(RangeError);
});
