import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joinSentences, messageId, noteSentence, noteSentences, writeSentence } from './sentence.ts';
import { formatNumber, plural, setCatalog, t } from './translate.ts';

const GERMAN = {
  'Choose up to {0} apps.': 'Wähle höchstens {0} Apps.',
  '{0} is {1}.': '{1} ist {0}.',
  'on hold': 'gesperrt',
  '{count, plural, one {# app of {owner}} other {# apps of {owner}}}':
    '{count, plural, one {# App von {owner}} other {# Apps von {owner}}}',
};

/** Returns a sentence as it arrives in the browser. */
function sent(write: () => string) {
  const { text, parts } = noteSentence(write);
  return { text, parts: JSON.parse(JSON.stringify(parts)) as unknown };
}

/** Returns what a reader gets of a sentence. */
function read(write: () => string): string {
  const { text, parts } = sent(write);
  return writeSentence(parts, text);
}

beforeEach(() => {
  const messages = Object.fromEntries(
    Object.entries(GERMAN).map(([key, text]) => [key, compileMessage(text)]),
  );
  setCatalog(setupI18n({ locale: 'de', messages: { de: messages }, missing: () => '' }));
});

afterEach(() => setCatalog(null));

describe('a sentence', () => {
  test('has its English text, with messages as ids and values', () => {
    setCatalog(null);
    const sentence = noteSentence(() => t`Choose up to ${formatNumber(12_000)} apps.`);
    expect(sentence).toEqual({
      text: 'Choose up to 12,000 apps.',
      parts: [{ id: messageId('Choose up to {0} apps.'), values: { 0: [{ number: 12_000 }] } }],
    });
    expect(writeSentence(sentence.parts, sentence.text)).toBe('Choose up to 12,000 apps.');
  });

  test('is written in the reader’s language, with the messages and numbers inside of it', () => {
    expect(read(() => t`Choose up to ${formatNumber(12_000)} apps.`)).toBe('Wähle höchstens 12.000 Apps.');
    expect(read(() => t`${'Harbour'} is ${t`on hold`}.`)).toBe('gesperrt ist Harbour.');
    expect(
      read(() => plural(1, { one: '# app of {owner}', other: '# apps of {owner}' }, { owner: 'Ada' })),
    ).toBe('1 App von Ada');
    expect(
      read(() => plural(1_200, { one: '# app of {owner}', other: '# apps of {owner}' }, { owner: 'Ada' })),
    ).toBe('1.200 Apps von Ada');
  });

  test('can be several messages and texts', () => {
    expect(read(() => [t`on hold`, 'v1', t`on hold`].join(', '))).toBe('gesperrt, v1, gesperrt');
    const joined = joinSentences(
      'name: ',
      noteSentence(() => t`on hold`),
    );
    expect(joined.text).toBe('name: on hold');
    expect(writeSentence(joined.parts, joined.text)).toBe('name: gesperrt');
  });

  test('can be one of several texts that were written together', () => {
    const { result, sentenceOf } = noteSentences(() => ({ problem: t`on hold`, advice: 'Wait.' }));
    expect(sentenceOf(result.problem).text).toBe('on hold');
    expect(sentenceOf(result.advice)).toEqual({ text: 'Wait.', parts: ['Wait.'] });
  });
});

describe('a value of a user', () => {
  test('is never a message or a pattern itself', () => {
    for (const name of [
      'on hold',
      '{0}',
      "'{0}'",
      '{count, plural, other {#}}',
      '<b>x</b>',
      '\uE0000\uE001',
    ]) {
      expect(read(() => t`${name} is ${t`on hold`}.`)).toBe(`gesperrt ist ${name}.`);
    }
  });

  test('is cut when it is long', () => {
    const { text, parts } = noteSentence(() => t`${'x'.repeat(100_000)} is ${'y'}.`);
    expect(text).toHaveLength(100_000 + ' is y.'.length);
    expect(JSON.stringify(parts).length).toBeLessThan(700);
  });
});

test('a sentence with more messages than are kept has its English text', () => {
  const { text, parts } = noteSentence(() => Array.from({ length: 1_000 }, () => t`on hold`).join(' '));
  expect(text).toBe(Array.from({ length: 1_000 }, () => 'on hold').join(' '));
  expect(parts.filter((part) => typeof part !== 'string')).toHaveLength(100);
});

describe('the text of the server is shown', () => {
  let deep: unknown = ['x'];
  for (let depth = 0; depth < 50; depth += 1) deep = [{ id: messageId('{0} is {1}.'), values: { 0: deep } }];

  test.each([
    ['without parts', undefined],
    ['for what is no list', { id: messageId('on hold') }],
    ['for an unknown message', [{ id: 'zzzzzzz', values: {} }]],
    ['for names of objects', [{ id: 'constructor', values: {} }]],
    ['for the prototype', [{ id: '__proto__', values: {} }]],
    ['for a part of another kind', [null]],
    ['without values', [{ id: messageId('on hold') }]],
    ['for a value that is no list', [{ id: messageId('on hold'), values: { 0: 'x' } }]],
    [
      'for an unknown message within a known one',
      [{ id: messageId('{0} is {1}.'), values: { 0: [{ id: 'x' }] } }],
    ],
    ['for an option of numbers that doesn’t exist', [{ number: 1, options: { style: 'unit', unit: 'x' } }]],
    ['for too many parts', Array.from({ length: 10_000 }, () => 'x')],
    ['for parts within parts without end', deep],
  ])('%s', (_title, parts) => {
    expect(writeSentence(parts, 'The text.')).toBe('The text.');
  });
});
