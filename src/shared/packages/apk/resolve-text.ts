import type { FactLimiter } from '../fact-limiter.ts';
import { MAX_LISTED } from '../limits.ts';
import type { ConfiguredValue, ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue, textOf } from './typed-value.ts';

/** Android follows at most 20 references to references. */
const MAX_DEPTH = 20;

/** Returns an attribute's text in the default locale, following references; null when there is none. */
export function resolveText(table: ResourceTable, value: TypedValue): string | null {
  return resolveIn(table, value, '');
}

/**
 * Creates a resolver for texts in the default locale that caches each reference, because a manifest may
 * repeat one.
 */
export function textResolver(table: ResourceTable): (value: TypedValue) => string | null {
  const known = new Map<number, string | null>();
  return (value) => {
    const reference = referenceOf(value);
    if (reference === null) return textOf(value);
    if (!known.has(reference)) known.set(reference, resolveText(table, value));
    return known.get(reference) ?? null;
  };
}

/**
 * Returns the text in every locale that translates it, by BCP 47 tag, without the default locale. The limiter
 * caps the number of locales and their length.
 */
export function resolveTexts(
  table: ResourceTable,
  value: TypedValue,
  limiter: FactLimiter,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const locale of limiter.list('Names by locale', localesOf(table, value), MAX_LISTED.locales)) {
    const text = resolveIn(table, value, locale);
    if (text !== null) texts[locale] = limiter.text(`The name in ${locale}`, text);
  }
  return texts;
}

function resolveIn(table: ResourceTable, value: TypedValue, locale: string): string | null {
  let current = value;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const reference = referenceOf(current);
    if (reference === null) return textOf(current);
    const best = bestFor(table.valuesOf(reference), locale);
    if (!best) return null;
    current = best.value;
  }
  return null;
}

function localesOf(table: ResourceTable, value: TypedValue): string[] {
  const locales = new Set<string>();
  const seen = new Set<number>();
  const waiting = [value];
  while (waiting.length > 0 && seen.size < MAX_DEPTH) {
    const reference = referenceOf(waiting.pop() ?? value);
    if (reference === null || seen.has(reference)) continue;
    seen.add(reference);
    for (const { config, value: next } of table.valuesOf(reference)) {
      if (config.locale !== '') locales.add(config.locale);
      if (referenceOf(next) !== null) waiting.push(next);
    }
  }
  return [...locales].sort();
}

/**
 * Picks the value for a locale: its own, else its language's, else the default, else English, else the first.
 */
function bestFor(values: ConfiguredValue[], locale: string): ConfiguredValue | undefined {
  const language = locale.split('-')[0] ?? '';
  for (const wanted of [locale, language, '', 'en', 'en-US']) {
    const matching = values.filter(({ config }) => config.locale === wanted);
    const plain = matching.find(({ config }) => !config.special && config.density === 0);
    if (plain ?? matching[0]) return plain ?? matching[0];
  }
  return values[0];
}
