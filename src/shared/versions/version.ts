import { z } from 'zod';
import { packageFactsSchema, signatureFactsSchema } from '../packages/facts.ts';
import { findingSchema } from '../packages/finding.ts';
import { policyDecisionSchema } from '../reviews/policy.ts';
import { rejectionReasonSchema } from '../reviews/reasons.ts';

/** Every status of a version (design, section 5). */
export const versionStatusSchema = z.enum([
  'uploading',
  'analysing',
  'invalid',
  'draft',
  'submitted',
  'in_review',
  'approved',
  'published',
  'rejected',
  'withdrawn',
  'unpublished',
  'removed',
]);
export type VersionStatus = z.infer<typeof versionStatusSchema>;

/** A version as its publisher and reviewers see it. Times are ISO 8601, sizes bytes, hashes lower-case hex. */
export const versionSchema = z.object({
  id: z.string(),
  appId: z.string(),
  status: versionStatusSchema,
  fileName: z.string(),
  size: z.number(),
  sha256: z.string().nullable(),
  package: packageFactsSchema.nullable(),
  signature: signatureFactsSchema.nullable(),
  findings: z.array(findingSchema),
  iconPath: z.string().nullable(),
  /** Where anybody can download the file; null while it is not published. */
  downloadPath: z.string().nullable(),
  createdAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  /** What its place in the queue counts from: before `submittedAt` where a resubmission kept it. */
  queuedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** The reviewer's note on approval or the reason of a rejection. */
  decisionNote: z.string().nullable(),
  /** What a rejection was for, from the store's list. */
  rejectionReasons: z.array(rejectionReasonSchema),
  reviewerUid: z.string().nullable(),
  claimedAt: z.iso.datetime().nullable(),
  /** What the store's policy for updates decided at submission, and why; null before it. */
  policyDecision: policyDecisionSchema.nullable(),
  /** What is new in it, by locale. */
  releaseNotes: z.record(z.string(), z.string()),
  /** Why the store removed it; null unless it did. */
  removalReason: z.string().nullable(),
});
export type Version = z.infer<typeof versionSchema>;
