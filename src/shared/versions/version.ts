import { z } from 'zod';
import { boundedRecord, idSchema, pathSchema } from '../bounded.ts';
import { holdNoticeSchema } from '../holds/hold.ts';
import { TEXTS } from '../listings/field-records.ts';
import { LISTING_LIMITS } from '../listings/limits.ts';
import { localeSchema } from '../listings/listing.ts';
import { packageFactsSchema, signatureFactsSchema } from '../packages/facts.ts';
import { findingsSchema } from '../packages/finding.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { provenanceSchema } from '../provenance/provenance.ts';
import { releaseStateSchema } from '../releases/release.ts';
import { policyDecisionSchema } from '../reviews/policy.ts';
import { rejectionReasonSchema } from '../reviews/reasons.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';
import { buildSchema } from '../trusted-publishers/build.ts';

/** Longest note or reason of a decision about a version, in characters. */
const MAX_NOTE_LENGTH = 4_000;

/**
 * A version in lists, without its package details. Times are ISO 8601, sizes bytes, hashes lower-case hex.
 */
export const versionSummarySchema = z.object({
  id: idSchema,
  appId: idSchema,
  status: versionStatusSchema,
  fileName: z.string().max(255),
  size: z.number(),
  /** Time when the store deleted the file; null while it exists. */
  fileRemovedAt: z.iso.datetime().nullable(),
  sha256: z.string().max(64).nullable(),
  /** The displayed version, such as `1.4.0`; null until the package has been read. */
  versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  /** The number that orders versions: version code (Android) or build version (iOS). */
  versionNumber: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  /** Number of findings by severity. */
  findingCounts: z.object({ errors: z.number(), warnings: z.number() }),
  iconPath: pathSchema.nullable(),
  /** The release of an approved or published version; null for others. */
  release: releaseStateSchema.nullable(),
  /** The path below the base path where store clients download it; null unless it is live. */
  downloadPath: pathSchema.nullable(),
  createdAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  /** Start of its queue position: before `submittedAt` when a resubmission kept it. */
  queuedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** The reviewer's note on approval or the reason of a rejection. */
  decisionNote: z.string().max(MAX_NOTE_LENGTH).nullable(),
  /** Chosen reasons of a rejection. */
  rejectionReasons: z.array(rejectionReasonSchema).max(rejectionReasonSchema.options.length),
  /** The reviewer who claimed or decided it; null for everyone except staff. */
  reviewerUid: idSchema.nullable(),
  claimedAt: z.iso.datetime().nullable(),
  /** Reason of the removal; null unless removed. */
  removalReason: z.string().max(MAX_NOTE_LENGTH).nullable(),
  /** The hold on it, its app or its publisher that keeps it from everyone; null without one. */
  hold: holdNoticeSchema.nullable(),
  /** Reason of the mark by staff as having a known vulnerability; null unless marked. */
  vulnerability: z.string().max(MAX_NOTE_LENGTH).nullable(),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

/** The version that another one is compared with. */
export const comparedVersionSchema = versionSummarySchema
  .pick({ id: true, versionName: true, versionNumber: true, fileName: true, size: true })
  .extend({ provenance: provenanceSchema.nullable() });
export type ComparedVersion = z.infer<typeof comparedVersionSchema>;

/** A complete version, as its publisher and reviewers see it. */
export const versionSchema = versionSummarySchema.extend({
  package: packageFactsSchema.nullable(),
  signature: signatureFactsSchema.nullable(),
  findings: findingsSchema,
  /** The origin that its verified Sigstore bundle names; null without one. */
  provenance: provenanceSchema.nullable(),
  /** The job of a trusted publisher that uploaded it; null for a person or another program. */
  build: buildSchema.nullable(),
  /** The update policy's decision at submission with its reasons; null before. */
  policyDecision: policyDecisionSchema.nullable(),
  /** Release notes by locale. */
  releaseNotes: boundedRecord(LISTING_LIMITS.locales, localeSchema, z.string().max(TEXTS.whatsNew.max)),
});
export type Version = z.infer<typeof versionSchema>;

/** Number of newest versions in `apps.get` and `reviews.get`; `versions.list` returns the rest. */
export const NEWEST_VERSIONS = 20;
