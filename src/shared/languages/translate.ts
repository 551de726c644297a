import { isolate } from './direction.ts';

/** A value of a message. Format numbers and dates first. */
export type MessageValue = string | number;
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** The translated messages of a language; `I18n` of Lingui, which interpolates them, is one. */
export interface Catalog {
  /** A BCP 47 tag. */
  readonly locale: string;
  /** Returns the message of a key, with its values; an empty text without a translation. */
  _(key: string, values?: Readonly<Record<string, unknown>>): string;
  /** Its messages by their keys. */
  readonly messages: Readonly<Record<string, unknown>>;
}

/** Null in English, the language of the source, and on the server except while it writes the store's page. */
let catalog: Catalog | null = null;

/**
 * Sets the page's language; null is English. Call it before modules with messages are evaluated: many keep theirs in
 * constants.
 */
export function setCatalog(next: Catalog | null): void {
  catalog = next;
}

/** Returns what `write` returns in another language than the page's; null is English. It must not wait for anything. */
export function inLanguage<Text>(other: Catalog | null, write: () => Text): Text {
  const before = catalog;
  catalog = other;
  try {
    return write();
  } finally {
    catalog = before;
  }
}

/** Gets what is written instead of the page, to keep where it came from; what it returns is what the writer gets. */
interface Notebook {
  readonly message: (key: string, values: MessageValues, english: string) => string;
  readonly number: (value: number, options: Intl.NumberFormatOptions | undefined) => string;
}

/** Null except while `noteMessages` runs. */
let notebook: Notebook | null = null;

/** Returns what `write` returns while a notebook gets its messages and numbers. It must not wait for anything. */
export function noteMessages<Result>(next: Notebook, write: () => Result): Result {
  const before = notebook;
  notebook = next;
  try {
    return write();
  } finally {
    notebook = before;
  }
}

/** Returns the catalogue of the page's language; null in English. */
export function pageCatalog(): Catalog | null {
  return catalog;
}

/** Returns the language of messages and numbers, as a BCP 47 tag. */
export function messageLanguage(): string {
  return catalog?.locale ?? 'en';
}

/**
 * Returns a message in the page's language. The English text is its key in the catalogues, with its values numbered
 * from `{0}` on: write whole sentences, because other languages order words differently.
 */
export function t(strings: TemplateStringsArray, ...given: readonly MessageValue[]): string {
  const values = given.map(isolateValue);
  const english = () => String.raw({ raw: strings }, ...values);
  if (notebook) return notebook.message(messageKey(strings), Object.fromEntries(values.entries()), english());
  return catalog?._(messageKey(strings), { ...values }) || english();
}

/** Keeps a name from right to left in its place: the interface's languages run from left to right. */
function isolateValue(value: MessageValue): MessageValue {
  return typeof value === 'string' ? isolate(value) : value;
}

/** Returns the key of a message: its text in ICU MessageFormat. */
export function messageKey(strings: readonly string[]): string {
  return strings.map(escapeBraces).reduce((text, part, index) => `${text}{${index - 1}}${part}`);
}

/** The English forms of a message about a number; `#` stands for the number and `{name}` for another value. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** Returns the form of a message that fits a number, such as `1 version` or `3 versions`, in the page's language. */
export function plural(count: number, forms: PluralForms, given: MessageValues = {}): string {
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isolateValue(value)]),
  );
  const english = () =>
    forms[count === 1 ? 'one' : 'other'].replaceAll(/#|\{(\w+)\}/g, (_match, name: string | undefined) =>
      name === undefined ? count.toLocaleString(messageLanguage()) : String(values[name]),
    );
  if (notebook) return notebook.message(pluralKey(forms), { ...values, count }, english());
  return catalog?._(pluralKey(forms), { ...values, count }) || english();
}

/** Returns the key of a message about a number, in ICU MessageFormat. */
export function pluralKey({ one, other }: PluralForms): string {
  return `{count, plural, one {${one}} other {${other}}}`;
}

/** Returns a number in the page's language, such as `1,204`. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return notebook?.number(value, options) ?? value.toLocaleString(messageLanguage(), options);
}

/** Returns a percentage in the page's language, such as `20%`. */
export function formatPercentage(percentage: number): string {
  return formatNumber(percentage / 100, { style: 'percent' });
}

/** Returns a label as it is written inside of a sentence: in lower case, except for the nouns of German. */
export function labelInSentence(label: string): string {
  return messageLanguage() === 'de' ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** Makes braces plain text: in ICU MessageFormat they surround values. */
function escapeBraces(text: string): string {
  return text.replaceAll(/[{}]/g, "'$&'");
}
