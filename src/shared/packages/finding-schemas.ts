import { z } from 'zod';
import { boundedRecord, sentenceSchema } from '../bounded.ts';
import { type ReportedFinding, SEVERITIES, type StoredFinding } from './finding.ts';
import {
  MAX_EVIDENCE_LENGTH,
  MAX_FINDING_VALUES,
  MAX_FINDINGS,
  MAX_LISTED_LENGTH,
  MAX_LISTED_VALUES,
} from './limits.ts';

/* The schemas of findings, apart from what screens show of them (`statuses/schemas.ts`). */

/** A cut text ends in an ellipsis. */
const textSchema = (max: number) => z.string().max(max + 1);

const valueSchema = z.union([
  textSchema(MAX_EVIDENCE_LENGTH),
  z.number(),
  z.array(textSchema(MAX_LISTED_LENGTH)).max(MAX_LISTED_VALUES).readonly(),
]);

export const findingValuesSchema = boundedRecord(MAX_FINDING_VALUES, z.string().max(100), valueSchema);

export const findingSchema = z.object({
  /** Stable id of the rule, such as `debuggable`. */
  rule: z.string().max(100),
  severity: z.enum(SEVERITIES),
  /** Absent in findings of inspections before they were recorded. */
  values: findingValuesSchema.optional(),
  title: sentenceSchema,
  evidence: sentenceSchema,
  fix: sentenceSchema,
});

export const storedFindingSchema = findingSchema.partial({
  title: true,
  evidence: true,
  fix: true,
}) satisfies z.ZodType<StoredFinding>;

export const findingsSchema = z.array(findingSchema).max(MAX_FINDINGS) satisfies z.ZodType<ReportedFinding[]>;
