import type { Handler } from '../../identity/handler.ts';
import { findApproval } from '../../platform/transparency/approvals.ts';
import { findCheckpoint } from '../../platform/transparency/checkpoints.ts';
import { findAppOfVersion } from './queries.ts';

/** `versions.getReceipt`: returns the receipt of a version's last approval, without the name of the reviewer. */
export const getReceipt: Handler<'versions.getReceipt'> = async ({ data, caller, context }) => {
  await findAppOfVersion(context.db, data.versionId, caller);
  const approval = await findApproval(context.db, data.versionId);
  if (!approval) return { receipt: null };
  const { approvedBy, at, position, isPublic } = approval;
  const checkpoint = await findCheckpoint(context);
  const isCovered = checkpoint !== null && position < checkpoint.size;
  return {
    receipt: {
      approvedBy,
      approvedAt: at.toISOString(),
      position,
      checkpointAt: isCovered ? checkpoint.signedAt.toISOString() : null,
      path: isPublic ? `transparency/receipts/${data.versionId}` : null,
    },
  };
};
