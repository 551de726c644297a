import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { findingSchema } from '../packages/finding.ts';
import { policyDecisionSchema } from '../reviews/policy.ts';
import { rejectionReasonSchema } from '../reviews/reasons.ts';
import { versionStatusSchema } from './status.ts';

const CHANGES = ['versions', 'releases', 'apps', 'reviews'] as const;
/** A publication also shows the listing that was approved with the version. */
const PUBLICATION_CHANGES = [...CHANGES, 'listings'] as const;

const statusChange = z.object({ from: versionStatusSchema, to: versionStatusSchema });
const staffDecision = statusChange.extend({ reason: z.string() });
const inspection = statusChange.extend({
  sha256: z.string().nullable(),
  findings: z.array(findingSchema.pick({ rule: true, severity: true })),
});
const publication = statusChange.extend({
  /** True where users of an earlier version can update to this one. */
  isUpdate: z.boolean(),
});

export const versionEvents = {
  'version.created': defineEvent({
    subject: 'version',
    details: z.object({ fileName: z.string(), size: z.number(), to: versionStatusSchema }),
    label: 'Upload started',
    sentence: 'started uploading a version of {app}',
    changes: CHANGES,
  }),
  'version.upload-completed': defineEvent({
    subject: 'version',
    details: statusChange,
    label: 'File received',
    sentence: 'received the file of a version of {app}',
    changes: CHANGES,
  }),
  'version.expired': defineEvent({
    subject: 'version',
    details: statusChange.extend({ received: z.number(), size: z.number() }),
    label: 'Upload expired',
    sentence: 'let the upload of a version of {app} expire',
    changes: CHANGES,
  }),
  'version.file-removed': defineEvent({
    subject: 'version',
    details: z.object({ size: z.number() }),
    label: 'File deleted after 7 days',
    sentence: 'deleted the file of version {version} of {app}, which failed inspection',
    changes: ['versions'],
  }),
  'version.inspection-failed': defineEvent({
    subject: 'version',
    details: inspection,
    label: 'Failed inspection',
    sentence: 'failed version {version} of {app} in inspection',
    webhook: 'version.findings',
    webhookLabel: 'Inspection finished',
    changes: CHANGES,
  }),
  'version.inspection-passed': defineEvent({
    subject: 'version',
    details: inspection,
    label: 'Passed inspection',
    sentence: 'passed version {version} of {app} in inspection',
    webhook: 'version.findings',
    webhookLabel: 'Inspection finished',
    changes: CHANGES,
  }),
  'version.submitted': defineEvent({
    subject: 'version',
    details: statusChange,
    label: 'Submitted for review',
    sentence: 'submitted version {version} of {app} for review',
    webhook: 'version.submitted',
    changes: CHANGES,
  }),
  'version.withdrawn': defineEvent({
    subject: 'version',
    details: statusChange,
    label: 'Withdrawn',
    sentence: 'withdrew version {version} of {app}',
    webhook: 'version.withdrawn',
    changes: CHANGES,
  }),
  'version.claimed': defineEvent({
    subject: 'version',
    details: statusChange,
    label: 'Claimed by a reviewer',
    sentence: 'claimed the review of version {version} of {app}',
    changes: CHANGES,
  }),
  'version.unclaimed': defineEvent({
    subject: 'version',
    details: statusChange.extend({ claimedBy: z.string().nullable() }),
    label: 'Returned to the queue',
    sentence: 'unclaimed the review of version {version} of {app}',
    changes: CHANGES,
  }),
  'version.approved': defineEvent({
    subject: 'version',
    details: statusChange.extend({
      note: z.string().nullable(),
      /** The decision of the store's policy, where that approved it. */
      policy: policyDecisionSchema.nullish(),
      /** True where it is published in the same transaction. */
      isPublished: z.boolean(),
    }),
    label: 'Approved',
    sentence: 'approved version {version} of {app}',
    webhook: 'version.approved',
    changes: CHANGES,
  }),
  'version.rejected': defineEvent({
    subject: 'version',
    details: staffDecision.extend({ reasons: z.array(rejectionReasonSchema) }),
    label: 'Rejected',
    sentence: 'rejected version {version} of {app}',
    webhook: 'version.rejected',
    changes: CHANGES,
  }),
  'version.published': defineEvent({
    subject: 'version',
    details: publication,
    label: 'Published',
    sentence: 'published version {version} of {app}',
    webhook: 'version.published',
    changes: PUBLICATION_CHANGES,
  }),
  'version.unpublished': defineEvent({
    subject: 'version',
    details: statusChange,
    label: 'Unpublished',
    sentence: 'unpublished version {version} of {app}',
    webhook: 'version.unpublished',
    changes: CHANGES,
  }),
  'version.republished': defineEvent({
    subject: 'version',
    details: publication,
    label: 'Published again',
    sentence: 'published version {version} of {app} again',
    changes: PUBLICATION_CHANGES,
  }),
  'version.removed': defineEvent({
    subject: 'version',
    details: staffDecision,
    label: 'Removed by staff',
    sentence: 'removed version {version} of {app} from the store',
    webhook: 'version.removed',
    changes: CHANGES,
  }),
  'version.restored': defineEvent({
    subject: 'version',
    details: staffDecision,
    label: 'Restored by staff',
    sentence: 'restored version {version} of {app}',
    changes: CHANGES,
  }),
  'version.deleted': defineEvent({
    subject: 'version',
    details: z.object({
      fileName: z.string(),
      versionCode: z.number().nullable(),
      reservesVersionCode: z.boolean(),
    }),
    label: 'Deleted',
    sentence: 'deleted a version of {app}',
    changes: CHANGES,
  }),
};
