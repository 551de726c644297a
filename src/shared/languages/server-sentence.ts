import { type Catalog, currentCatalog } from './translate.ts';

interface ServerPattern {
  readonly key: string;
  readonly pattern: RegExp;
}

/** A page has one or two catalogues, and lists show many sentences. */
const patternsOfCatalog = new WeakMap<Catalog, readonly ServerPattern[]>();

/** Returns a sentence that the server wrote for people in English, such as a notification, in the page's language. */
export function translatedSentence(sentence: string): string {
  const catalog = currentCatalog();
  if (catalog === null) return sentence;
  for (const { key, pattern } of patternsOf(catalog)) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name.slice(1), value]);
    return catalog._(key, Object.fromEntries(values)) || sentence;
  }
  return sentence;
}

/** Returns the patterns of the server's messages, the longest and so most specific ones first. */
function patternsOf(catalog: Catalog): readonly ServerPattern[] {
  const known = patternsOfCatalog.get(catalog);
  if (known !== undefined) return known;
  const patterns = catalog.serverKeys
    .toSorted((one, other) => other.length - one.length)
    .map((key) => ({ key, pattern: patternOf(key) }));
  patternsOfCatalog.set(catalog, patterns);
  return patterns;
}

/** Returns an expression that matches the sentences of a key and captures their values as `v0`, `v1` and so on. */
function patternOf(key: string): RegExp {
  const literal = key.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\\\{(\d+)\\\}/g, '(?<v$1>.+?)')}$`, 's');
}
