import { z } from 'zod';

/** Where else a person can be found: the links of a profile, in the order in which pages show them. */
export const LINK_KINDS = ['website', 'sourceCode', 'support', 'social'] as const;

const linkSchema = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'Enter an address that starts with https://, such as https://example.org.',
});

/** Each link is an https address, or null to remove it. */
export const profileLinksSchema = z
  .object(
    Object.fromEntries(
      LINK_KINDS.map((kind) => [
        kind,
        linkSchema.max(300, 'Use at most 300 characters.').nullable().optional(),
      ]),
    ) as Record<(typeof LINK_KINDS)[number], z.ZodOptional<z.ZodNullable<typeof linkSchema>>>,
  )
  .strict();
/** The links that a person has; a kind that is missing has none. */
export type ProfileLinks = { [Kind in (typeof LINK_KINDS)[number]]?: string };

/** A language as a BCP 47 tag such as `en` or `pt-BR`, in its canonical form. */
export const languageSchema = z
  .string()
  .max(35)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical) return canonical;
    } catch {
      // The answer below says what is wrong.
    }
    context.addIssue({ code: 'custom', message: 'Enter a language tag, such as en or pt-BR.' });
    return z.NEVER;
  });

/** A time zone by its name in the IANA database, such as `Europe/Berlin`. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Choose a time zone by its name, such as Europe/Berlin.');

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
