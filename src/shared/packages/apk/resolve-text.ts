import type { ConfiguredValue, ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue, textOf } from './typed-value.ts';

/** References to references end somewhere; Android gives up at 20. */
const MAX_DEPTH = 20;
const MAX_LOCALES = 300;
const MAX_VALUES = 600;

/** The text of an attribute's value in the default locale, following references; null when there is none. */
export function resolveText(table: ResourceTable, value: TypedValue): string | null {
  return resolveIn(table, value, '');
}

/** The text in every locale that has one of its own, by BCP 47 tag; the default locale is left out. */
export function resolveTexts(table: ResourceTable, value: TypedValue): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const locale of localesOf(table, value)) {
    const text = resolveIn(table, value, locale);
    if (text !== null) texts[locale] = text;
  }
  return texts;
}

function resolveIn(table: ResourceTable, value: TypedValue, locale: string): string | null {
  let current = value;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const reference = referenceOf(current);
    if (reference === null) return textOf(current);
    const best = bestFor(table.valuesOf(reference).slice(0, MAX_VALUES), locale);
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
    for (const { config, value: next } of table.valuesOf(reference).slice(0, MAX_VALUES)) {
      if (config.locale !== '') locales.add(config.locale);
      if (referenceOf(next) !== null) waiting.push(next);
    }
  }
  return [...locales].slice(0, MAX_LOCALES).sort();
}

/** The value for a locale: its own, else its language's, else the default, else English, else the first. */
function bestFor(values: ConfiguredValue[], locale: string): ConfiguredValue | undefined {
  const language = locale.split('-')[0] ?? '';
  for (const wanted of [locale, language, '', 'en', 'en-US']) {
    const matching = values.filter(({ config }) => config.locale === wanted);
    const plain = matching.find(({ config }) => !config.special && config.density === 0);
    if (plain ?? matching[0]) return plain ?? matching[0];
  }
  return values[0];
}
