import { z } from 'zod';
import { boundedRecord } from '../bounded.ts';
import { formatNumber, t } from '../languages/translate.ts';
import { TEXTS } from '../listings/field-records.ts';
import { LISTING_LIMITS } from '../listings/limits.ts';
import { localeSchema, releaseNotesSchema } from '../listings/listing.ts';
import { nameSchema } from '../name-schema.ts';

/** Longest texts that only reviewers read, in characters. */
export const REVIEWER_TEXT_LIMITS = {
  notes: 4_000,
  /** User name and password, each. */
  credential: 200,
  instructions: 1_000,
} as const;

function boundedText(max: number) {
  return z
    .string()
    .trim()
    .max(max, { error: () => t`Use at most ${formatNumber(max)} characters.` });
}

/** Release notes by language; an empty one means none. */
export const releaseNotesByLocaleSchema = boundedRecord(
  LISTING_LIMITS.locales,
  localeSchema,
  releaseNotesSchema,
);

/** What a publisher tells the reviewer about a version. */
export const reviewerNotesSchema = boundedText(REVIEWER_TEXT_LIMITS.notes);

/** An account with which a reviewer can try an app. */
export const testCredentialsSchema = z.object({
  userName: nameSchema(REVIEWER_TEXT_LIMITS.credential, () => t`Enter the user name.`),
  password: z
    .string()
    .min(1, { error: () => t`Enter the password.` })
    .max(REVIEWER_TEXT_LIMITS.credential, {
      error: () => t`Use at most ${formatNumber(REVIEWER_TEXT_LIMITS.credential)} characters.`,
    }),
  /** Says how to sign in, where that isn't obvious. */
  instructions: boundedText(REVIEWER_TEXT_LIMITS.instructions).default(''),
});
export type TestCredentials = z.output<typeof testCredentialsSchema>;

/** `erased`: they were given, and deleted after the decision or the withdrawal. */
export const testCredentialsStateSchema = z.enum(['none', 'given', 'erased']);
export type TestCredentialsState = z.infer<typeof testCredentialsStateSchema>;

/** What a version's next submission begins with. */
export const submissionDraftSchema = z.object({
  /** By language of the listing, the default one first; empty where nothing was written or imported. */
  releaseNotes: boundedRecord(LISTING_LIMITS.locales * 2, localeSchema, z.string().max(TEXTS.whatsNew.max)),
  reviewerNotes: z.string().max(REVIEWER_TEXT_LIMITS.notes),
  /** Of this version, or of the rejected or withdrawn one that it replaces. */
  testCredentials: testCredentialsStateSchema,
});
export type SubmissionDraft = z.infer<typeof submissionDraftSchema>;
