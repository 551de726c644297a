import { z } from 'zod';

/** `beta` is offered to people who ask for it (F-Droid: release channel "Beta"), `stable` to everybody. */
export const trackSchema = z.enum(['stable', 'beta']);
export type Track = z.infer<typeof trackSchema>;

export const publicationKindSchema = z.enum(['atOnce', 'atDate', 'manual']);
export type PublicationKind = z.infer<typeof publicationKindSchema>;

/** When an approved version is published: at once, at a date, or when its publisher says so. */
export const publicationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('atOnce') }),
  z.object({ kind: z.literal('atDate'), at: z.iso.datetime('Give the date and time in UTC, as ISO 8601.') }),
  z.object({ kind: z.literal('manual') }),
]);

export const percentageSchema = z
  .number()
  .int('Use a whole number.')
  .min(1, 'Use 1 or more; halt the rollout to offer the version to nobody else.')
  .max(100, 'Use at most 100.');

/** Where a release stands. Derived from its version and its settings, never stored. */
export const releaseStateSchema = z.enum([
  /** Submitted or in review. */
  'inReview',
  /** Approved, and published at its date. */
  'scheduled',
  /** Approved, and waiting for its publisher's hand or for the app to be public again. */
  'waiting',
  /** Offered to a share of devices. */
  'rollingOut',
  /** Its rollout is halted: nobody new is offered it. */
  'halted',
  /** Offered to every device. */
  'complete',
  /** Its publisher went back to an earlier version: nobody new is offered it. */
  'rolledBack',
  /** Rejected, withdrawn, unpublished or removed. */
  'ended',
]);
export type ReleaseState = z.infer<typeof releaseStateSchema>;

/** How one version is given out. Times are ISO 8601. */
export const releaseSchema = z.object({
  versionId: z.string(),
  versionName: z.string().nullable(),
  versionCode: z.number().nullable(),
  track: trackSchema,
  publication: publicationKindSchema,
  publishAt: z.iso.datetime().nullable(),
  percentage: z.number(),
  state: releaseStateSchema,
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
});
export type Release = z.infer<typeof releaseSchema>;
