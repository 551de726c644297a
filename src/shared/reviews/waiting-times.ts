import { z } from 'zod';

/** Recent decision times of reviewers, from the submission; automatic decisions are not counted. */
export const waitingTimesSchema = z.object({
  /** Number of measured decisions: at most the last hundred. */
  decisions: z.number(),
  medianSeconds: z.number().nullable(),
  /** 90th percentile. */
  p90Seconds: z.number().nullable(),
});
export type WaitingTimes = z.infer<typeof waitingTimesSchema>;
