import { expect, test } from 'vitest';
import { directionOf, isFromRight, isolate, textAttributes } from './direction.ts';
import { plural, t } from './translate.ts';

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ur', 'rtl'],
  ['ckb', 'rtl'],
  ['pa-Arab-PK', 'rtl'],
  ['dv', 'rtl'],
  ['de', 'ltr'],
  ['pa', 'ltr'],
  ['ku', 'ltr'],
  ['ar-Latn', 'ltr'],
  ['zh-Hant-TW', 'ltr'],
  ['', 'auto'],
  ['not a tag', 'auto'],
])('%j is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

test('an unknown language has no tag', () => {
  expect(textAttributes('')).toEqual({ dir: 'auto' });
  expect(textAttributes('he')).toEqual({ lang: 'he', dir: 'rtl' });
});

test('names from right to left keep their place in a sentence', () => {
  expect(t`${'مرفأ'} ${'1.1'} was approved.`).toBe('\u2068مرفأ\u2069 1.1 was approved.');
  expect(t`${'Harbour'} was approved.`).toBe('Harbour was approved.');
  expect(plural(2, { one: '# app of {owner}', other: '# apps of {owner}' }, { owner: 'דנה' })).toBe(
    '2 apps of \u2068דנה\u2069',
  );
  expect(isolate('Harbour 1.1')).toBe('Harbour 1.1');
});

test('the first letter outside of isolates decides about a paragraph', () => {
  expect(isFromRight('\u2068مرفأ\u2069 1.1 was approved.')).toBe(false);
  expect(isFromRight('1. مرفأ is Arabic')).toBe(true);
  expect(isFromRight('Harbour مرفأ')).toBe(false);
  expect(isFromRight('12')).toBe(false);
});
