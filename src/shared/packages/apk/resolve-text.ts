import type { FactLimiter } from '../fact-limiter.ts';
import { MAX_LISTED } from '../limits.ts';
import { fileError } from '../rules/file-rules.ts';
import type { ConfiguredValue, ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue, textOf } from './typed-value.ts';

/** Android follows at most 20 references to references. */
const MAX_DEPTH = 20;
/** References and values that one value may lead to; real labels have one for each locale. */
const MAX_VISITED = 2_000;
/** Values listed in a finding; more would tell nobody anything new. */
const MAX_NAMED = 5;

/** Returns an attribute's text in the default locale, following references; null when there is none. */
export function resolveText(table: ResourceTable, value: TypedValue): string | null {
  return resolveIn(table, value, '');
}

/**
 * Creates a resolver for values that decide about the package, such as numbers and flags, which caches each reference,
 * because a manifest may repeat one. It returns the text that every device finds, or null when there is none.
 * @throws PackageError when devices find different values, by their version or anything else
 */
export function textResolver(table: ResourceTable): (value: TypedValue) => string | null {
  const known = new Map<number, string | null>();
  return (value) => {
    const reference = referenceOf(value);
    if (reference === null) return textOf(value);
    if (!known.has(reference)) {
      checkIsSame(table, value);
      known.set(reference, resolveText(table, value));
    }
    return known.get(reference) ?? null;
  };
}

/** Rejects a reference that leads to another value in some configuration, or to none in the default one. */
function checkIsSame(table: ResourceTable, value: TypedValue): void {
  const found = followAll(table, value, { minSdk: 0 });
  const distinct = new Map(found.paths.map((path) => [contentOf(path.value), path]));
  const isPartial = found.paths.length > 0 && !found.paths.some(({ configuration }) => configuration === '');
  if (distinct.size <= 1 && !isPartial && !found.isCutOff) return;
  const shown = [...distinct.values()]
    .slice(0, MAX_NAMED)
    .map((path) => `${contentOf(path.value).slice(0, 100)} (${path.configuration || 'default'})`);
  throw fileError('resources-ambiguous', { found: 'values', reference: nameOf(value), values: shown });
}

/** Returns a value as text that tells its type, too: a device converts text and numbers differently. */
function contentOf(value: TypedValue): string {
  return value.type === STRING ? `"${value.text ?? ''}"` : (textOf(value) ?? nameOf(value));
}

const STRING = 0x03;

/** Returns a value that has no text, such as a reference, as its type and number. */
function nameOf({ type, data }: TypedValue): string {
  const number = `0x${data.toString(16).padStart(8, '0')}`;
  return type === 0x01 || type === 0x07 ? `@${number}` : `${number} of type ${type}`;
}

/** A value that references lead to, and the devices that find it. */
interface Path {
  value: TypedValue;
  locale: string;
  /** Locale, other qualifiers and platform version, such as `de-night-v26`; empty for the default. */
  configuration: string;
}

/** Follows references in every configuration that a device from `minSdk` on may choose. */
function followAll(
  table: ResourceTable,
  from: TypedValue,
  { minSdk }: { minSdk: number },
): { paths: Path[]; isCutOff: boolean } {
  const paths: Path[] = [];
  const found: (Path & { depth: number })[] = [{ value: from, locale: '', configuration: '', depth: 0 }];
  for (const path of found) {
    if (found.length > MAX_VISITED) return { paths, isCutOff: true };
    const reference = referenceOf(path.value);
    const values = reference === null ? [] : choosable(table.valuesOf(reference), minSdk);
    if (values.length === 0 || path.depth === MAX_DEPTH) paths.push(path);
    else for (const next of values) found.push(...joinTexts(path, next));
  }
  return { paths, isCutOff: false };
}

/** Returns the path through a value; empty when no device's locale leads there. */
function joinTexts(
  { locale, configuration, depth }: Path & { depth: number },
  { config, value }: ConfiguredValue,
): (Path & { depth: number })[] {
  const isOther = locale !== '' && config.locale !== '' && languageOf(locale) !== languageOf(config.locale);
  if (isOther) return [];
  const version = config.sdkVersion === 0 ? '' : `v${config.sdkVersion}`;
  const parts = [configuration, config.locale, config.qualifiers, version].filter((part) => part !== '');
  const longer = config.locale.length > locale.length ? config.locale : locale;
  return [{ value, locale: longer, configuration: [...new Set(parts)].join('-'), depth: depth + 1 }];
}

function languageOf(locale: string): string {
  return locale.split('-')[0] ?? '';
}

/**
 * Leaves out values that differ from another one only by an older platform version than every device has.
 * @see AOSP ResTable_config.isBetterThan, where the version comes last
 */
function choosable(values: readonly ConfiguredValue[], minSdk: number): ConfiguredValue[] {
  const newest = new Map<string, number>();
  const keyOf = ({ locale, qualifiers }: ConfiguredValue['config']) => `${locale} ${qualifiers}`;
  for (const { config } of values) {
    if (config.sdkVersion > minSdk) continue;
    newest.set(keyOf(config), Math.max(newest.get(keyOf(config)) ?? 0, config.sdkVersion));
  }
  return values.filter(({ config }) => config.sdkVersion >= (newest.get(keyOf(config)) ?? 0));
}

/** The names of an app or of an entry in the launcher. */
export interface Names {
  /** The name in the default locale on the newest devices; null when there is none. */
  label: string | null;
  /** Its translations by BCP 47 tag. */
  labels: Record<string, string>;
  /** All other names that a device may show, by its configuration, such as `v26` or `de-night`. */
  variants: Record<string, string>;
}

interface NamesContext {
  table: ResourceTable;
  /** Caps the number of names and their length. */
  limiter: FactLimiter;
  minSdk: number;
}

/** Returns every name that a label has on any device. */
export function namesOf(value: TypedValue, context: NamesContext): Names {
  const { table, limiter } = context;
  const label = resolveText(table, value);
  const labels = resolveTexts(table, value, limiter);
  return { label, labels, variants: variantsOf(value, { label, labels }, context) };
}

function variantsOf(
  value: TypedValue,
  { label, labels }: Omit<Names, 'variants'>,
  { table, limiter, minSdk }: NamesContext,
): Record<string, string> {
  const { paths, isCutOff } = followAll(table, value, { minSdk });
  if (isCutOff) limiter.leaveOut('labelVariants', MAX_VISITED);
  const variants: [string, string][] = [];
  for (const { value: found, locale, configuration } of paths) {
    const text = textOf(found) ?? nameOf(found);
    const usual = locale === '' ? label : (labels[locale] ?? label);
    if (referenceOf(value) === null || text === usual) continue;
    variants.push([configuration || 'default', limiter.text('name', text)]);
  }
  const kept = limiter.list('labelVariants', variants, MAX_LISTED.labelVariants);
  const counts = new Map<string, number>();
  return Object.fromEntries(
    kept.map(([name, text]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [limiter.text('nameConfiguration', count === 1 ? name : `${name} (${count})`), text];
    }),
  );
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
  for (const locale of limiter.list('labels', localesOf(table, value), MAX_LISTED.locales)) {
    const text = resolveIn(table, value, locale);
    if (text !== null) texts[locale] = limiter.text('name', text);
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

/** Caches the results of `bestFor`, because the names of many launcher entries may lead to the same values. */
const KNOWN_BEST = new WeakMap<readonly ConfiguredValue[], Map<string, ConfiguredValue | undefined>>();

/**
 * Picks the value for a locale on the newest devices: its own, else its language's, else the default, else English, else
 * the first.
 */
function bestFor(values: readonly ConfiguredValue[], locale: string): ConfiguredValue | undefined {
  const known = KNOWN_BEST.get(values) ?? new Map<string, ConfiguredValue | undefined>();
  KNOWN_BEST.set(values, known);
  if (!known.has(locale)) known.set(locale, findBest(values, locale));
  return known.get(locale);
}

function findBest(values: readonly ConfiguredValue[], locale: string): ConfiguredValue | undefined {
  for (const wanted of [locale, languageOf(locale), '', 'en', 'en-US']) {
    const matching = values
      .filter(({ config }) => config.locale === wanted)
      .toSorted((one, other) => other.config.sdkVersion - one.config.sdkVersion);
    const plain = matching.find(({ config }) => !config.special && config.density === 0);
    if (plain ?? matching[0]) return plain ?? matching[0];
  }
  return values[0];
}
