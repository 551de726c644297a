import { z } from 'zod';
import { emailSchema } from '../bounded.ts';
import { cutCharacters, maxUnits } from '../characters.ts';
import { formatNumber, t } from '../languages/translate.ts';
import { lineSchema, nameSchema } from '../name-schema.ts';
import { withoutHidden } from '../visible-text.ts';
import { type FieldRecord, TEXTS, type TextName } from './field-records.ts';
import { TEXT_NAMES } from './fields.ts';
import { htmlToMarkdown, htmlToText } from './html.ts';

/** A language, with or without script and region, such as `de`, `pt-BR` or `zh-Hant-TW` (BCP 47). */
export const localeSchema = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
    error: () => t`Use a language tag such as en-US, de or zh-Hant-TW.`,
  })
  .max(12);

const WEB_ADDRESS = {
  error: () => t`Enter a full URL, such as https://example.org/page, of at most 500 characters.`,
};

const EMAIL = () => t`Enter an email address, such as help@example.org.`;

/** A web address; empty means none. */
const webAddressSchema = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/, ...WEB_ADDRESS }).max(500, WEB_ADDRESS)],
  WEB_ADDRESS,
);

/** Returns the schema of a field's texts, without that of their absence. */
export function fieldSchema({ form, max = 500, pattern }: FieldRecord): z.ZodType<string, string> {
  switch (form) {
    case 'name':
      return nameSchema(max, () => t`Enter the app’s name.`);
    case 'line':
      return lineSchema(max);
    case 'address':
      return webAddressSchema;
    case 'locale':
      return localeSchema;
    case 'email':
      return z.union([z.literal(''), emailSchema(EMAIL)], { error: EMAIL });
    case 'markdown':
      return convertedSchema(max, htmlToMarkdown);
    case 'paragraphs':
      return convertedSchema(max, htmlToText);
    default:
      return pattern
        ? z.union(
            [
              z.literal(''),
              z
                .string()
                .trim()
                .max(max, { error: pattern.problem })
                .regex(pattern.matches, { error: pattern.problem }),
            ],
            { error: pattern.problem },
          )
        : boundedSchema(max);
  }
}

function boundedSchema(max: number) {
  return z
    .string()
    .trim()
    .max(max, { error: () => t`Use at most ${formatNumber(max)} characters.` });
}

/** Returns true for a field whose texts may come as HTML; they are stored without it. */
export function takesHtml({ form }: FieldRecord): boolean {
  return form === 'markdown' || form === 'paragraphs';
}

/** How much longer HTML can be than the text that it becomes. */
const MAX_HTML_GROWTH = 5;

/** Returns the schema of a field that `takesHtml`. */
function convertedSchema(max: number, convert: (html: string) => string): z.ZodType<string, string> {
  const error = () => t`Use at most ${formatNumber(max)} characters.`;
  return z
    .string()
    .max(max * MAX_HTML_GROWTH, { error })
    .transform(convert)
    .pipe(boundedSchema(max));
}

/** Schemas of texts: of all but the name, an empty one means none. */
type TextShape = {
  [Name in TextName]: Name extends 'name'
    ? z.ZodType<string, string>
    : z.ZodDefault<z.ZodType<string, string>>;
};

/** Returns an object schema's shape from the schema of each text. */
function shapeOfTexts(schemaOf: (record: FieldRecord) => z.ZodType<string, string>): TextShape {
  const shape = Object.entries<FieldRecord>(TEXTS).map(([name, record]) => {
    const schema = schemaOf(record);
    return [name, record.form === 'name' ? schema : schema.default('')];
  });
  return Object.fromEntries(shape) as TextShape;
}

/** The texts of an app in one language. */
export const listingTextsSchema = z.object(shapeOfTexts(fieldSchema));
export type ListingTexts = z.infer<typeof listingTextsSchema>;

export const releaseNotesSchema = fieldSchema(TEXTS.whatsNew);

/** Forms of texts that some stored ones lack: they are older than the check for hidden characters, or than that for HTML. */
const LATER_FORMS = new Set<FieldRecord['form']>(['name', 'line', 'markdown', 'paragraphs']);

/** Texts as they are stored. */
export const storedTextsSchema = z.object(
  shapeOfTexts((record) =>
    LATER_FORMS.has(record.form) ? z.string().max(maxUnits(record.max ?? 500)) : fieldSchema(record),
  ),
);

/** Texts without content. */
export const NO_TEXTS = Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])) as ListingTexts;

/** Returns the texts that a listing begins with. The name of an older app may be longer than a listing's, and have lines. */
export function initialTexts({ name, summary }: Readonly<Record<'name' | 'summary', string>>): ListingTexts {
  return { ...NO_TEXTS, name: fitName(name), summary: withoutHidden(summary) };
}

/** Returns an older name as a listing may have it: one line of what can be seen, as long as fits. */
function fitName(name: string): string {
  const short = cutCharacters(withoutHidden(name).trim(), TEXTS.name.max);
  // What a joiner belonged to may be cut off.
  return withoutHidden(short).trim();
}
