import { declarableSchema, MAX_REASON_LOCALES } from '#shared/anti-features/anti-feature.ts';
import { type AppDetails, appDetailsSchema, NO_DETAILS } from '#shared/apps/details.ts';
import {
  type ListingTexts,
  listingTextsSchema,
  localeSchema,
  NO_TEXTS,
  TEXT_LIMITS,
} from '#shared/listings/listing.ts';
import type { ImportedApp } from '../../catalog/imports/import-app.ts';
import type { LocalisedTexts, RepositoryApp } from '../repository/index-format.ts';
import { toMarkdown } from './markdown.ts';

/** A listing made of what an index says, and what it had to leave out. */
export interface DescribedApp {
  readonly details: AppDetails;
  /** By locale; the default language is one of them. */
  readonly texts: ReadonlyMap<string, ListingTexts>;
  readonly antiFeatures: ImportedApp['antiFeatures'];
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

interface DescribeOptions {
  /** The name in the package, for an app that the index gives none. */
  readonly label: string;
  /** The id of the store's category; empty for none. */
  readonly category: string;
}

/** Returns the listing of an app. Texts that are too long are shortened; other parts that don't fit are left out. */
export function describeApp(app: RepositoryApp, { label, category }: DescribeOptions): DescribedApp {
  const problems: string[] = [];
  const byLocale = collectTexts(app, problems);
  const defaultLocale = chooseDefault([...byLocale.keys()]);
  const main = byLocale.get(defaultLocale);
  const name = main?.name || shorten(label, TEXT_LIMITS.name) || app.applicationId.slice(0, TEXT_LIMITS.name);
  const texts = new Map<string, ListingTexts>([[defaultLocale, { ...NO_TEXTS, ...main, name }]]);
  for (const [locale, own] of byLocale) texts.set(locale, { ...NO_TEXTS, ...own, name: own.name || name });
  const details = describeDetails(app, { defaultLocale, category }, problems);
  return { details, texts, antiFeatures: describeAntiFeatures(app, defaultLocale, problems), problems };
}

const TEXT_FIELDS = ['name', 'summary', 'description', 'video'] as const;

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

function fitText(field: (typeof TEXT_FIELDS)[number], text: string): { text: string; isShortened: boolean } {
  const clean = text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
    .trim();
  if (field === 'video') return { text: clean, isShortened: false };
  const whole = field === 'description' ? toMarkdown(clean) : joinLines(clean);
  const short = shorten(whole, TEXT_LIMITS[field]);
  return { text: short, isShortened: short !== whole };
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

function chooseDefault(locales: readonly string[]): string {
  const isEnglish = (locale: string) => locale === 'en' || locale.startsWith('en-');
  const { defaultLocale } = NO_DETAILS;
  if (locales.includes(defaultLocale)) return defaultLocale;
  return locales.find(isEnglish) ?? locales[0] ?? defaultLocale;
}

function describeDetails(
  app: RepositoryApp,
  base: Pick<AppDetails, 'defaultLocale' | 'category'>,
  problems: string[],
): AppDetails {
  const given = {
    contactEmail: app.authorEmail,
    website: app.webSite,
    sourceCode: app.sourceCode,
    issueTracker: app.issueTracker,
    license: app.license,
  };
  const fitting = Object.entries(given).filter(([field, value]) => {
    const { success } = appDetailsSchema.shape[field as keyof typeof given].safeParse(value);
    if (!success) problems.push(`The ${field} "${value.slice(0, 100)}" is left out: it isn’t valid.`);
    return success;
  });
  return { ...NO_DETAILS, ...base, ...Object.fromEntries(fitting) };
}

/** The reason of an anti-feature that an index doesn't give. */
const NO_REASON = 'Declared in the repository that the app was imported from.';
const MAX_REASON = 300;

/** Returns the anti-features that an app can declare. The others come from the inspection, or from staff. */
function describeAntiFeatures(
  { antiFeatures }: RepositoryApp,
  defaultLocale: string,
  problems: string[],
): ImportedApp['antiFeatures'] {
  return Object.entries(antiFeatures).flatMap(([id, given]) => {
    const { data: antiFeature } = declarableSchema.safeParse(id);
    if (antiFeature === undefined) {
      problems.push(`The anti-feature ${id.slice(0, 50)} is left out: apps can’t declare it.`);
      return [];
    }
    const fitting = Object.entries(given).flatMap(([named, text]) => {
      const locale = readLocale(named);
      const reason = shorten(text.replaceAll(/\p{Cc}+/gu, ' ').trim(), MAX_REASON);
      return locale === null || reason === '' ? [] : [[locale, reason] as const];
    });
    const reasons = Object.fromEntries(fitting.slice(0, MAX_REASON_LOCALES));
    return [{ antiFeature, reasons: fitting.length > 0 ? reasons : { [defaultLocale]: NO_REASON } }];
  });
}

/** Returns release notes by locale, shortened where they are too long. */
export function describeNotes(whatsNew: LocalisedTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(whatsNew).flatMap(([named, text]) => {
      const locale = readLocale(named);
      const notes = shorten(
        text
          .toWellFormed()
          .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
          .trim(),
        TEXT_LIMITS.whatsNew,
      );
      return locale === null || notes === '' ? [] : [[locale, notes]];
    }),
  );
}
