import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { lineSchema, nameSchema } from '../name-schema.ts';
import { withoutHidden } from '../visible-text.ts';

/** A language, with or without script and region, such as `de`, `pt-BR` or `zh-Hant-TW` (BCP 47). */
export const localeSchema = z
  .string()
  .regex(
    /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/,
    t`Use a language tag such as en-US, de or zh-Hant-TW.`,
  )
  .max(12);

const WEB_ADDRESS = t`Enter a full URL, such as https://example.org/page, of at most 500 characters.`;

/** A web address; empty means none. */
export const webAddressSchema = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/, error: WEB_ADDRESS }).max(500, WEB_ADDRESS)],
  WEB_ADDRESS,
);

/** Maximum characters of each text: the limits of the fastlane layout and Play. */
export const TEXT_LIMITS = { name: 50, summary: 80, description: 4000, whatsNew: 500 } as const;

export const releaseNotesSchema = z.string().trim().max(TEXT_LIMITS.whatsNew, t`Use at most 500 characters.`);

/** The texts of an app in one language; empty means none. */
export const listingTextsSchema = z.object({
  name: nameSchema(TEXT_LIMITS.name, 'Enter the app’s name.'),
  summary: lineSchema(TEXT_LIMITS.summary).default(''),
  /** Markdown. */
  description: z.string().trim().max(TEXT_LIMITS.description, t`Use at most 4,000 characters.`).default(''),
  /** Release notes of the next submitted version. */
  whatsNew: releaseNotesSchema.default(''),
  /** The address of a video. */
  video: webAddressSchema.default(''),
});
export type ListingTexts = z.infer<typeof listingTextsSchema>;

/** Texts as they are stored: some were before hidden characters were refused. */
export const storedTextsSchema = listingTextsSchema.extend({
  name: z.string().max(TEXT_LIMITS.name),
  summary: z.string().max(TEXT_LIMITS.summary).default(''),
});

/** Texts without content. */
export const NO_TEXTS: ListingTexts = { name: '', summary: '', description: '', whatsNew: '', video: '' };

/** Returns the texts that a listing begins with. The name of an older app may be longer than a listing's, and have lines. */
export function initialTexts({ name, summary }: Readonly<Record<'name' | 'summary', string>>): ListingTexts {
  return { ...NO_TEXTS, name: fitName(name), summary: withoutHidden(summary) };
}

/** Returns a name as a listing may have it: one line of what can be seen, as long as fits. */
export function fitName(name: string): string {
  // Cutting a text can leave half of a character, which PostgreSQL doesn't store.
  const short = withoutHidden(name)
    .trim()
    .slice(0, TEXT_LIMITS.name)
    .replace(/\p{Surrogate}$/u, '');
  return withoutHidden(short).trim();
}
