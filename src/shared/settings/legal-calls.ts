import { z } from 'zod';
import { revisionSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { formatNumber, t } from '../languages/translate.ts';
import { localeSchema } from '../listings/listing.ts';
import { LEGAL_KINDS, type LegalKind } from './legal.ts';

export const legalKindSchema = z.enum(LEGAL_KINDS);

export const MAX_LEGAL_LENGTH = 20_000;

export const MAX_LEGAL_LANGUAGES = 10;

/** Characters of all texts together: the audit log keeps them with every change. */
const MAX_LEGAL_TOTAL = 200_000;

function lengthOf(languages: readonly Readonly<Record<LegalKind, string>>[]): number {
  return languages.reduce(
    (total, texts) => LEGAL_KINDS.reduce((sum, kind) => sum + texts[kind].length, total),
    0,
  );
}

/** Markdown; empty for none. */
const markdownSchema = z
  .string()
  .trim()
  .max(MAX_LEGAL_LENGTH, { error: () => t`Use at most ${formatNumber(MAX_LEGAL_LENGTH)} characters.` });

/** All legal texts, and the version of the terms that people accept. */
export const legalTextsSchema = z.object({
  termsVersion: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a version for the terms.` })
    .max(40, { error: () => t`Use at most 40 characters.` }),
  /** The language that readers of others get comes first. */
  languages: z
    .array(
      z.object({
        language: localeSchema,
        terms: markdownSchema,
        imprint: markdownSchema,
        privacy: markdownSchema,
      }),
    )
    .max(MAX_LEGAL_LANGUAGES, { error: () => t`Use at most ${MAX_LEGAL_LANGUAGES} languages.` })
    .refine(
      (languages) => new Set(languages.map(({ language }) => language)).size === languages.length,
      t`Use each language once.`,
    )
    .refine(
      (languages) => lengthOf(languages) <= MAX_LEGAL_TOTAL,
      t`Use at most ${formatNumber(MAX_LEGAL_TOTAL)} characters in all texts together.`,
    ),
});
export type LegalTexts = z.infer<typeof legalTextsSchema>;

/** The legal texts as they are stored. */
export const storedTextsSchema = legalTextsSchema.extend({
  /** Grows with every change. */
  revision: revisionSchema,
});

export const legalCalls = {
  /** Returns the terms in the language that suits the caller best. */
  'settings.getTerms': defineCall({
    access: 'signedIn',
    reads: ['settings'],
    input: z.object({
      /** The caller's languages, the preferred one first. */
      languages: z.array(z.string().max(35)).max(10),
    }),
    output: z.object({
      version: z.string().max(40),
      /** In Markdown; null for the standard terms. */
      text: z.object({ language: localeSchema, markdown: z.string().max(MAX_LEGAL_LENGTH) }).nullable(),
    }),
    errors: [],
  }),
  'settings.getLegalTexts': defineCall({
    access: 'admin',
    reads: ['settings'],
    input: z.object({}),
    output: storedTextsSchema,
    errors: [],
  }),
  /** Replaces all legal texts immediately; the audit log keeps both states. */
  'settings.setLegalTexts': defineCall({
    access: 'admin',
    reauthentication: true,
    maxBodyMib: 2,
    input: z.object({
      texts: legalTextsSchema,
      /** The revision that the caller saw: when the texts have changed since, nothing is saved. */
      before: revisionSchema,
    }),
    output: storedTextsSchema,
    errors: ['aborted'],
  }),
};
