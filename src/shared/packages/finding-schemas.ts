import { z } from 'zod';
import { sentenceSchema } from '../bounded.ts';
import { type Finding, SEVERITIES } from './finding.ts';
import { MAX_FINDINGS } from './limits.ts';

/* The schemas of findings, apart from what screens show of them (`statuses.ts`). */

export const findingSchema = z.object({
  /** Stable id of the rule, such as `debuggable`. */
  rule: z.string().max(100),
  severity: z.enum(SEVERITIES),
  title: sentenceSchema,
  evidence: sentenceSchema,
  fix: sentenceSchema,
}) satisfies z.ZodType<Finding>;

export const findingsSchema = z.array(findingSchema).max(MAX_FINDINGS);
