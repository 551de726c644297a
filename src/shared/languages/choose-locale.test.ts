import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

const AVAILABLE = ['de', 'en-US', 'pt-BR', 'pt-PT', 'zh-Hant-TW'];

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['EN-us'], 'en-US'],
  [['pt-PT'], 'pt-PT'],
  [['pt'], 'pt-BR'],
  [['fr', 'en-GB'], 'en-US'],
  [['zh'], 'zh-Hant-TW'],
  [['fr', '*', ''], null],
  [[], null],
])('%j gets %s', (wanted, chosen) => {
  expect(chooseLocale(AVAILABLE, wanted)).toBe(chosen);
});
