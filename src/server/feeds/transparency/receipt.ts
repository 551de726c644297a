import type { Context } from '../../platform/context.ts';
import { findApproval } from '../../platform/transparency/approvals.ts';
import { findCheckpoint, treeOf } from '../../platform/transparency/checkpoints.ts';

/** Names the format of receipts. */
const FORMAT = 'quayside-receipt-v1';

/**
 * Returns the receipt of a version's last approval as the public gets it; null for a version that was never published, so
 * that nobody learns of one before. The proof is null until a checkpoint covers the approval.
 */
export async function readReceipt(context: Pick<Context, 'db' | 'config'>, versionId: string) {
  const approval = await findApproval(context.db, versionId);
  if (!approval?.isPublic) return null;
  const { position } = approval;
  const checkpoint = await findCheckpoint(context);
  const isCovered = checkpoint !== null && position < checkpoint.size;
  const hashes = isCovered ? await treeOf(context, checkpoint.size).proveInclusion(position) : [];
  return {
    format: FORMAT,
    status: isCovered ? 'included' : 'waiting',
    explanation: isCovered
      ? 'The proof shows that the log of the checkpoint contains this approval.'
      : 'No checkpoint covers this approval yet, so there is no proof. The store signs one every day.',
    app: { platform: approval.platform, applicationId: approval.applicationId },
    version: { id: versionId, name: approval.versionName, number: approval.versionNumber },
    sha256: approval.sha256,
    approval: {
      by: approval.approvedBy,
      reviewerRole: approval.reviewerRole,
      policy: approval.policy,
      at: approval.at.toISOString(),
    },
    log: {
      position,
      /** The exact text that is hashed; it contains what is said above. */
      entry: approval.entry,
      leafHash: approval.hash.toString('base64'),
      checkpointUrl: `${context.config.publicUrl}transparency/checkpoint`,
      keyUrl: `${context.config.publicUrl}transparency/key`,
    },
    proof: isCovered
      ? {
          size: checkpoint.size,
          hashes: hashes.map((one) => one.toString('base64')),
          checkpoint: checkpoint.note,
        }
      : null,
  };
}
