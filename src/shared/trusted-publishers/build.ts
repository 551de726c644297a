import { z } from 'zod';

/** Longest value of a claim that is kept; longer ones are cut. */
export const MAX_BUILD_TEXT = 300;

const text = z.string().max(MAX_BUILD_TEXT).nullable();

/** The job that got a token, by the claims of its ID token. Null where the issuer doesn't say. */
export const buildSchema = z.object({
  /** The repository, or the subject for other issuers. */
  repository: z.string().max(MAX_BUILD_TEXT),
  commit: text,
  /** The branch or tag. */
  ref: text,
  /** The workflow's file with its repository and ref. */
  workflow: text,
  environment: text,
  runId: text,
  /** The page of the run. */
  runUrl: z.string().max(2_000).nullable(),
});
export type Build = z.infer<typeof buildSchema>;
