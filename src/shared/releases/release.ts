import { z } from 'zod';
import { idSchema, timeSchema } from '../bounded.ts';
import { t } from '../languages/translate.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { PUBLICATION_KINDS, releaseStatusSchema, TRACKS } from '../statuses/release-status.ts';
import { haltDisputeSchema, haltRuleSchema, reportCountsSchema } from './halt-rule.ts';

/** `beta` goes to testers (F-Droid: release channel "Beta"), `stable` to everyone. */
export const trackSchema = z.enum(TRACKS);

export const publicationKindSchema = z.enum(PUBLICATION_KINDS);

/** When an approved version is published: immediately, at a date, or manually. */
export const publicationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('immediate') }),
  z.object({ kind: z.literal('scheduled'), at: timeSchema }),
  z.object({ kind: z.literal('manual') }),
]);

export const percentageSchema = z
  .number()
  .int({ error: () => t`Use a whole number.` })
  .min(1, { error: () => t`Use 1 or more. To stop new installs, halt the rollout.` })
  .max(100, { error: () => t`Use 100 or less.` });

/** The release of one version. Times are ISO 8601. */
export const releaseSchema = z.object({
  versionId: idSchema,
  versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  versionCode: z.number().nullable(),
  track: trackSchema,
  publication: publicationKindSchema,
  publishAt: z.iso.datetime().nullable(),
  percentage: z.number(),
  status: releaseStatusSchema,
  /** Its publisher's rule for halting automatically; null for that of the store. */
  haltRule: haltRuleSchema.nullable(),
  /** The reports for which it halted automatically, and when; null otherwise. */
  haltedFor: z.object({ at: z.iso.datetime(), reports: z.number(), ...reportCountsSchema.shape }).nullable(),
  /** The publisher's objection to that halt, and how staff resolved it; null without one. */
  haltDispute: haltDisputeSchema.nullable(),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
});
export type Release = z.infer<typeof releaseSchema>;

/** The parts of a release that the status of its version depends on. */
export const releaseStateSchema = releaseSchema.pick({
  status: true,
  track: true,
  publication: true,
  publishAt: true,
  percentage: true,
});
export type ReleaseState = z.infer<typeof releaseStateSchema>;
