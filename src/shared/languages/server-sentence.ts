import { currentCatalog } from './translate.ts';

/** Returns a sentence that the server wrote for people in English, such as a notification, in the page's language. */
export function translatedSentence(sentence: string): string {
  const catalog = currentCatalog();
  // The longest keys are the most specific ones.
  const keys = (catalog?.serverKeys ?? []).toSorted((one, other) => other.length - one.length);
  for (const key of keys) {
    const match = patternOf(key).exec(sentence);
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name.slice(1), value]);
    return catalog?._(key, Object.fromEntries(values)) || sentence;
  }
  return sentence;
}

/** Returns an expression that matches the sentences of a key and captures their values as `v0`, `v1` and so on. */
function patternOf(key: string): RegExp {
  const literal = key.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\\\{(\d+)\\\}/g, '(?<v$1>.+?)')}$`, 's');
}
