import { z } from 'zod';

const addressSchema = z.url({ protocol: /^https$/, hostname: z.regexes.domain });

/** An https address of a named host; one with a user name before the host would lead elsewhere than it seems to. */
const linkSchema = z
  .string()
  .trim()
  .max(300, 'Use at most 300 characters.')
  .refine(
    (text) => addressSchema.safeParse(text).success && !/^[^/]*\/\/[^/]*@/.test(text),
    'Enter an address that starts with https://, such as https://example.org.',
  )
  .nullable()
  .optional();

/** Each link is an https address, or null to remove it. */
export const profileLinksSchema = z
  .object({ website: linkSchema, sourceCode: linkSchema, support: linkSchema, social: linkSchema })
  .strict();
/** The links that a person has; a kind that is missing has none. */
export type ProfileLinks = { [Kind in keyof z.infer<typeof profileLinksSchema>]?: string };

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

/** An offset such as `+01:00` is no time zone: it knows no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
