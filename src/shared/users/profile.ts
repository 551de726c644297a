import { z } from 'zod';
import { t } from '../languages/translate.ts';

const addressSchema = z.url({ protocol: /^https$/, hostname: z.regexes.domain });

/** An https address of a named host; one with a user name would be misleading. */
const linkSchema = z
  .string()
  .trim()
  .max(300, { error: () => t`Use at most 300 characters.` })
  .refine((text) => addressSchema.safeParse(text).success && !/^[^/]*\/\/[^/]*@/.test(text), {
    error: () => t`Enter a URL that starts with https://, such as https://example.org.`,
  })
  .nullable()
  .optional();

/** Each link is an https address, or null to remove it. */
export const profileLinksSchema = z
  .object({ website: linkSchema, sourceCode: linkSchema, support: linkSchema, social: linkSchema })
  .strict();
/** A user's links; a missing kind has none. */
export type ProfileLinks = { [Kind in keyof z.infer<typeof profileLinksSchema>]?: string };

/** A language as a BCP 47 tag such as `en` or `pt-BR`, in its canonical form. */
export const languageTagSchema = z
  .string()
  .max(35)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical) return canonical;
    } catch {
      // The check below reports it.
    }
    context.addIssue({ code: 'custom', message: t`Enter a language tag, such as en or pt-BR.` });
    return z.NEVER;
  });

/** The height of the rows of tables: two lines, or one. */
export const densitySchema = z.enum(['comfortable', 'compact']);

/** A time zone by its name in the IANA database, such as `Europe/Berlin`. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: () => t`Choose a time zone name, such as Europe/Berlin.` });

/** An offset such as `+01:00` is not a time zone: it has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
