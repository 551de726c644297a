import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatNumber, messageLanguage, plural, setCatalog, t } from './translate.ts';

const VERSIONS = { one: '# version of {app}', other: '# versions of {app}' };

const GERMAN = {
  'Delete {0}?': '{0} löschen?',
  "Braces '{'stay'}' in {0}.": "In {0} bleiben '{'Klammern'}'.",
  '{0} invited {1}.': '{1} wurde von {0} eingeladen.',
  '{count, plural, one {# version of {app}} other {# versions of {app}}}':
    '{count, plural, one {# Version von {app}} other {# Versionen von {app}}}',
};

describe('in English', () => {
  test('a message is its text with its values', () => {
    expect(t`Delete ${'Notes'}?`).toBe('Delete Notes?');
    expect(t`Braces {stay} in ${'{this}'}.`).toBe('Braces {stay} in {this}.');
  });

  test('a number takes its form', () => {
    expect(plural(1, VERSIONS, { app: 'Notes' })).toBe('1 version of Notes');
    expect(plural(0, VERSIONS, { app: 'Notes' })).toBe('0 versions of Notes');
    expect(plural(1204, VERSIONS, { app: '#1' })).toBe('1,204 versions of #1');
  });

  test('the language is English', () => {
    expect(messageLanguage()).toBe('en');
  });
});

describe('in German', () => {
  beforeEach(() => {
    const messages = Object.fromEntries(
      Object.entries(GERMAN).map(([key, text]) => [key, compileMessage(text)]),
    );
    const catalog = setupI18n({ locale: 'de', messages: { de: messages }, missing: () => '' });
    setCatalog(catalog);
  });

  afterEach(() => setCatalog(null));

  test('a message is its translation, with its values in the order of the language', () => {
    expect(t`Delete ${'Notes'}?`).toBe('Notes löschen?');
    expect(t`${'Ann'} invited ${'{0}'}.`).toBe('{0} wurde von Ann eingeladen.');
    expect(t`Braces {stay} in ${'Notes'}.`).toBe('In Notes bleiben {Klammern}.');
  });

  test('a number takes its form and is written as the language does', () => {
    expect(plural(1, VERSIONS, { app: 'Notes' })).toBe('1 Version von Notes');
    expect(plural(1204, VERSIONS, { app: 'Notes' })).toBe('1.204 Versionen von Notes');
    expect(formatNumber(1204.5)).toBe('1.204,5');
    expect(messageLanguage()).toBe('de');
  });

  test('a message without a translation stays English', () => {
    expect(t`Something new about ${'Notes'}`).toBe('Something new about Notes');
    expect(plural(2, { one: '# thing', other: '# things' })).toBe('2 things');
  });
});
