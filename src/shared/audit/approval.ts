import { z } from 'zod';
import { pathSchema } from '../bounded.ts';
import { platformSchema } from '../packages/platform.ts';

/** The sides that approve versions: reviewers, the store's policy for updates, and the operator who imports them. */
export const APPROVERS = ['reviewer', 'policy', 'operator'] as const;

/** The facts of an approval that its receipt publishes: nothing personal. */
export const approvalSchema = z.object({
  platform: platformSchema,
  applicationId: z.string(),
  versionName: z.string(),
  /** The version code (Android) or build version (iOS). */
  versionNumber: z.string(),
  /** Of the package, in lower-case hexadecimal. */
  sha256: z.string(),
  approvedBy: z.enum(APPROVERS),
  /** The role of the reviewer; null where nobody reviewed it. */
  reviewerRole: z.enum(['admin']).nullable(),
  /** The policy that approved it; null for a reviewer. */
  policy: z.string().nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** The receipt of an approval, as its publisher and reviewers see it. */
export const receiptSchema = z.object({
  approvedBy: z.enum(APPROVERS),
  approvedAt: z.iso.datetime(),
  /** The position of the approval in the log; 0 is the first. */
  position: z.number(),
  /** When the newest checkpoint was signed, if it covers the approval; null until one does. */
  checkpointAt: z.iso.datetime().nullable(),
  /** The path of the public receipt with its proof; null until the version was published. */
  path: pathSchema.nullable(),
});
export type ApprovalReceipt = z.infer<typeof receiptSchema>;
