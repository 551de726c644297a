import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { messageId } from '#shared/languages/sentence.ts';
import { allKeys, catalogPath, reachedKeys, readCatalog, readSourceMessages } from '../scripts/messages.ts';

const sources = readSourceMessages();
const keys = [...allKeys(sources)];
const languages = readdirSync(dirname(catalogPath('de'))).flatMap(
  (name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [],
);

/** Returns the names of a message's values, such as `0` or `count`, from its compiled form. */
function valuesOf(message: string): string[] {
  const found = new Set<string>();
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, , forms] = token as [string, string?, Record<string, unknown>?];
      found.add(name);
      for (const form of Object.values(forms ?? {})) collect(form);
    }
  };
  collect(compileMessage(message));
  return [...found].sort();
}

test('every value of a message is one to the library, too', () => {
  // A quote before a brace would make the value plain text.
  const numbered = (key: string) => (key.match(/(?<!')\{\d+\}/g) ?? []).length;
  const plain = keys.filter((key) => !key.startsWith('{count, plural,'));
  expect(plain.filter((key) => valuesOf(key).length !== numbered(key))).toEqual([]);
});

test('texts in elements are messages', () => {
  const bare = [...sources].flatMap(([path, { bareTexts }]) =>
    bareTexts.map((text) => `${relative(process.cwd(), path)}: ${text}`),
  );
  expect(bare).toEqual([]);
});

test('the texts of errors are messages', () => {
  const bare = [...sources].flatMap(([path, { bareErrors }]) =>
    bareErrors.map((text) => `${relative(process.cwd(), path)}: ${text}`),
  );
  expect(bare).toEqual([]);
});

test('what only needs the types of a module needs none of its messages', () => {
  expect([...reachedKeys(sources, ['src/shared/calls.ts'], [])]).not.toEqual([]);
  expect([...reachedKeys(sources, ['src/shared/page-start.ts'], [])]).toEqual([]);
});

test('messages have different ids', () => {
  expect(new Set(keys.map(messageId)).size).toBe(keys.length);
});

describe.each(languages)('the catalogue of %s', (language) => {
  const catalog = readCatalog(language);

  test('has a translation of every message, and no others', () => {
    expect(keys.filter((key) => !catalog[key])).toEqual([]);
    const known = new Set(keys);
    expect(Object.keys(catalog).filter((key) => !known.has(key))).toEqual([]);
  });

  test('keeps the values, and the spaces at the ends', () => {
    const edges = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0], valuesOf(text)];
    const changed = Object.entries(catalog).filter(
      ([key, text]) => JSON.stringify(edges(key)) !== JSON.stringify(edges(text)),
    );
    expect(changed).toEqual([]);
  });
});
