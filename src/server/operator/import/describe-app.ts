import { type AppDetails, appDetailsSchema, NO_DETAILS } from '#shared/listings/details.ts';
import { DETAILS, type FieldRecord, TEXTS } from '#shared/listings/field-records.ts';
import { fieldsWith, TEXT_FIELDS, type TextField } from '#shared/listings/fields.ts';
import { htmlToMarkdown, htmlToText } from '#shared/listings/html.ts';
import { isHtml } from '#shared/listings/html-tags.ts';
import { type ListingTexts, listingTextsSchema, localeSchema, NO_TEXTS } from '#shared/listings/listing.ts';
import { markHidden, withoutHidden } from '#shared/visible-text.ts';
import type { IndexedDetails, RepositoryApp, RepositoryVersion } from '../repository/index-format.ts';
import type { FoundCategory } from './categories.ts';
import { nameVersion } from './outcome.ts';

/** A listing made of what an index says, and what it had to leave out. */
export interface DescribedApp {
  readonly details: AppDetails;
  /** By locale; the default language is one of them. */
  readonly texts: ReadonlyMap<string, ListingTexts>;
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

interface DescribeOptions {
  /** The name in the package, for an app that the index gives none. */
  readonly label: string;
  /** Null for an app without one that the store has. */
  readonly category: FoundCategory | null;
}

/** Returns the listing of an app. Texts that are too long are shortened; other parts that don't fit are left out. */
export function describeApp(app: RepositoryApp, { label, category }: DescribeOptions): DescribedApp {
  const problems: string[] = [];
  const byLocale = collectTexts(app, problems);
  const converted = Object.entries(app.description).flatMap(([named, text]) => (isHtml(text) ? [named] : []));
  if (converted.length > 0) {
    problems.push(
      `HTML in the description became Markdown in ${converted.map((one) => readLocale(one) ?? one).join(', ')}.`,
    );
  }
  const defaultLocale = chooseDefault([...byLocale.keys()]);
  const main = byLocale.get(defaultLocale);
  const name = main?.name ?? nameOfPackage(label, problems) ?? app.applicationId.slice(0, TEXTS.name.max);
  const texts = new Map<string, ListingTexts>([[defaultLocale, { ...NO_TEXTS, ...main, name }]]);
  for (const [locale, own] of byLocale) texts.set(locale, { ...NO_TEXTS, ...own, name: own.name || name });
  const details = describeDetails(app, { defaultLocale, category }, problems);
  return { details, texts, problems };
}

/** Returns the name in a package if somebody could enter it; null otherwise. */
function nameOfPackage(label: string, problems: string[]): string | null {
  const { data, error } = listingTextsSchema.shape.name.safeParse(label);
  if (error && label !== '')
    problems.push(`The name "${markHidden(label)}" in the package isn’t used: ${error.issues[0]?.message}`);
  return data ?? null;
}

function collectTexts(app: RepositoryApp, problems: string[]): Map<string, Partial<ListingTexts>> {
  const byLocale = new Map<string, Partial<ListingTexts>>();
  for (const field of TEXT_FIELDS) {
    for (const [named, text] of Object.entries(app[field])) {
      const locale = readLocale(named);
      if (locale === null) {
        problems.push(`The ${field} in "${named}" is left out: that isn’t a language tag.`);
        continue;
      }
      const value = fitText(field, text);
      const checked = listingTextsSchema.shape[field].safeParse(value.text);
      if (!checked.success) {
        if (text !== '')
          problems.push(`The ${field} in ${locale} is left out: ${checked.error.issues[0]?.message}`);
        continue;
      }
      if (value.isCleaned) problems.push(`Invisible characters in the ${field} in ${locale} are left out.`);
      if (value.isShortened) {
        problems.push(
          `The ${field} in ${locale} is shortened from ${text.length} to ${value.text.length} characters.`,
        );
      }
      byLocale.set(locale, { ...byLocale.get(locale), [field]: checked.data });
    }
  }
  return byLocale;
}

interface FittedText {
  readonly text: string;
  readonly isShortened: boolean;
  /** True when characters that nobody sees are left out of a name. */
  readonly isCleaned: boolean;
}

function fitText(field: TextField, text: string): FittedText {
  const clean = text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
    .trim();
  const { form, max }: FieldRecord = TEXTS[field];
  // A name that was changed would be another one.
  if (form === 'name') return { text, isShortened: false, isCleaned: false };
  if (max === undefined) return { text: clean, isShortened: false, isCleaned: false };
  const lines = form === 'markdown' ? htmlToMarkdown(clean, { isAlwaysHtml: true }) : joinLines(clean);
  const whole = form === 'markdown' ? lines : withoutHidden(lines).trim();
  const short = shorten(whole, max);
  return { text: short, isShortened: short !== whole, isCleaned: whole !== lines };
}

function joinLines(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Cuts a text at a space, where there is one in its last part. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/\p{Surrogate}$/u, '');
  const space = cut.search(/\s\S*$/);
  return `${(space > max * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Returns a locale as Quayside writes it, for one such as `pt_BR` or `zh-rTW`; null when it isn't one. */
export function readLocale(named: string): string | null {
  const [canonical] = canonicalise(named.replaceAll('_', '-').replace(/-r(?=[A-Z]{2}$)/, '-'));
  const { data } = localeSchema.safeParse(canonical);
  return data ?? null;
}

function canonicalise(locale: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(locale);
  } catch {
    return [];
  }
}

/** Returns the language to show to people whose own is missing: English, where there is any. */
export function chooseDefault(locales: readonly string[]): string {
  const isEnglish = (locale: string) => locale === 'en' || locale.startsWith('en-');
  const { defaultLocale } = NO_DETAILS;
  if (locales.includes(defaultLocale)) return defaultLocale;
  return locales.find(isEnglish) ?? locales[0] ?? defaultLocale;
}

function describeDetails(
  app: RepositoryApp,
  { defaultLocale, category }: Pick<AppDetails, 'defaultLocale'> & Pick<DescribeOptions, 'category'>,
  problems: string[],
): AppDetails {
  const fitting = fieldsWith(DETAILS, 'fdroid').flatMap(({ field, record }) => {
    const value = app[record.fdroid as keyof IndexedDetails];
    const { success } = appDetailsSchema.shape[field].safeParse(value);
    if (!success) problems.push(`The ${field} "${value.slice(0, 100)}" is left out: it isn’t valid.`);
    return success ? [[field, value]] : [];
  });
  const tags = describeTags(app, category, problems);
  return {
    ...NO_DETAILS,
    defaultLocale,
    category: category?.id ?? '',
    tags,
    ...Object.fromEntries(fitting),
  };
}

/** Returns the further categories of an app as tags, because it has one category here. */
function describeTags(
  { categories }: RepositoryApp,
  category: FoundCategory | null,
  problems: string[],
): string[] {
  const tags: string[] = [];
  for (const further of categories) {
    if (further === category?.source) continue;
    const name = further.name.trim();
    const { success } = appDetailsSchema.shape.tags.safeParse([...tags, name]);
    const reason = category ? 'an app has one category' : 'the store doesn’t have it';
    problems.push(
      `The category "${name.slice(0, 100)}" ${success ? 'becomes a tag' : 'is left out'}: ${reason}.`,
    );
    if (success) tags.push(name);
  }
  return tags;
}

/** The release notes of a version, and what they had to leave out. */
interface DescribedNotes {
  /** By locale. */
  readonly notes: Readonly<Record<string, string>>;
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

/** Returns the release notes of a version, shortened where they are too long. */
export function describeNotes(version: RepositoryVersion): DescribedNotes {
  const problems: string[] = [];
  const notes: Record<string, string> = {};
  for (const [named, text] of Object.entries(version.whatsNew)) {
    const whole = text
      .toWellFormed()
      .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
      .trim();
    if (whole === '') continue;
    const locale = readLocale(named);
    const which = `The release notes of version ${nameVersion(version)} in ${locale ?? `"${named}"`}`;
    if (locale === null) {
      problems.push(`${which} are left out: that isn’t a language tag.`);
      continue;
    }
    const converted = htmlToText(whole);
    const short = shorten(converted, TEXTS.whatsNew.max);
    if (short !== converted) {
      problems.push(`${which} are shortened from ${converted.length} to ${short.length} characters.`);
    }
    notes[locale] = short;
  }
  return { notes, problems };
}
