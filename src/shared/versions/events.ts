import { z } from 'zod';
import { approvalSchema } from '../audit/approval.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { findingSchema } from '../packages/finding.ts';
import { storedPolicyDecisionSchema } from '../reviews/policy.ts';
import { rejectionReasonSchema } from '../reviews/reasons.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';

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
const vulnerability = z.object({
  /**
   * The number of versions that the same request marked or unmarked, on the version that it named; null on the others, of
   * which nobody is notified. An import's marks have null too.
   */
  together: z.number().nullable(),
});

export const versionEvents = {
  'version.created': defineEvent({
    subject: 'version',
    details: z.object({ fileName: z.string(), size: z.number(), to: versionStatusSchema }),
    label: t`Upload started`,
    sentence: t`started uploading a version of {app}`,
    changes: CHANGES,
  }),
  'version.upload-completed': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`File received`,
    sentence: t`received the file of a version of {app}`,
    changes: CHANGES,
  }),
  'version.provenance-attached': defineEvent({
    subject: 'version',
    details: z.object({ repository: z.string(), commit: z.string(), workflow: z.string() }),
    label: t`Provenance attached`,
    sentence: t`attached the build provenance of version {version} of {app}`,
    changes: ['versions', 'reviews'],
  }),
  'version.expired': defineEvent({
    subject: 'version',
    details: statusChange.extend({ received: z.number(), size: z.number() }),
    label: t`Upload expired`,
    sentence: t`let the upload of a version of {app} expire`,
    webhook: 'version.expired',
    changes: CHANGES,
  }),
  'version.file-removed': defineEvent({
    subject: 'version',
    details: z.object({ size: z.number() }),
    label: t`File deleted`,
    sentence: t`deleted the file of version {version} of {app}, which was not published`,
    changes: ['versions'],
  }),
  'version.inspection-failed': defineEvent({
    subject: 'version',
    details: inspection,
    label: t`Failed inspection`,
    sentence: t`failed version {version} of {app} in inspection`,
    webhook: 'version.findings',
    webhookLabel: t`Inspection finished`,
    changes: CHANGES,
  }),
  'version.inspection-passed': defineEvent({
    subject: 'version',
    details: inspection,
    label: t`Passed inspection`,
    sentence: t`passed version {version} of {app} in inspection`,
    webhook: 'version.findings',
    webhookLabel: t`Inspection finished`,
    changes: CHANGES,
  }),
  'version.submitted': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`Submitted for review`,
    sentence: t`submitted version {version} of {app} for review`,
    webhook: 'version.submitted',
    changes: CHANGES,
  }),
  'version.withdrawn': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`Withdrawn`,
    sentence: t`withdrew version {version} of {app}`,
    webhook: 'version.withdrawn',
    changes: CHANGES,
  }),
  'version.claimed': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`Claimed by a reviewer`,
    sentence: t`claimed the review of version {version} of {app}`,
    webhook: 'version.claimed',
    changes: CHANGES,
  }),
  'version.unclaimed': defineEvent({
    subject: 'version',
    details: statusChange.extend({ claimedBy: z.string().nullable() }),
    label: t`Returned to the queue`,
    sentence: t`unclaimed the review of version {version} of {app}`,
    webhook: 'version.unclaimed',
    changes: CHANGES,
  }),
  'version.approved': defineEvent({
    subject: 'version',
    details: statusChange.extend({
      note: z.string().nullable(),
      /** The decision of the store's policy, where that approved it. */
      policy: storedPolicyDecisionSchema.nullish(),
      /** True where it is published in the same transaction, or as soon as its reviewer can no longer undo it. */
      isPublished: z.boolean(),
    }),
    facts: approvalSchema,
    label: t`Approved`,
    sentence: t`approved version {version} of {app}`,
    webhook: 'version.approved',
    changes: CHANGES,
  }),
  'version.rejected': defineEvent({
    subject: 'version',
    details: staffDecision.extend({ reasons: z.array(rejectionReasonSchema) }),
    label: t`Rejected`,
    sentence: t`rejected version {version} of {app}`,
    webhook: 'version.rejected',
    changes: CHANGES,
  }),
  'version.decision-undone': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`Decision undone`,
    sentence: t`undid the decision about version {version} of {app}`,
    webhook: 'version.decision-undone',
    changes: [...CHANGES, 'listings'],
  }),
  'version.published': defineEvent({
    subject: 'version',
    details: publication,
    label: t`Published`,
    sentence: t`published version {version} of {app}`,
    webhook: 'version.published',
    changes: PUBLICATION_CHANGES,
  }),
  'version.imported': defineEvent({
    subject: 'version',
    details: publication.extend({
      /** The folder or address of the repository that it came from. */
      source: z.string(),
      sha256: z.string(),
      findings: z.array(findingSchema.pick({ rule: true, severity: true })),
      /** The store's operator vouches for what was published there, instead of a review. */
      policy: z.literal('operator-import'),
    }),
    facts: approvalSchema,
    label: t`Imported by the operator`,
    sentence: t`imported and published version {version} of {app} from {source}`,
    changes: PUBLICATION_CHANGES,
  }),
  'version.unpublished': defineEvent({
    subject: 'version',
    details: statusChange,
    label: t`Unpublished`,
    sentence: t`unpublished version {version} of {app}`,
    webhook: 'version.unpublished',
    changes: CHANGES,
  }),
  'version.republished': defineEvent({
    subject: 'version',
    details: publication,
    label: t`Published again`,
    sentence: t`published version {version} of {app} again`,
    webhook: 'version.republished',
    changes: PUBLICATION_CHANGES,
  }),
  'version.removed': defineEvent({
    subject: 'version',
    details: staffDecision,
    label: t`Removed by staff`,
    sentence: t`removed version {version} of {app} from the store`,
    webhook: 'version.removed',
    changes: CHANGES,
  }),
  'version.restored': defineEvent({
    subject: 'version',
    details: staffDecision,
    label: t`Restored by staff`,
    sentence: t`restored version {version} of {app}`,
    webhook: 'version.restored',
    changes: CHANGES,
  }),
  'version.vulnerability-marked': defineEvent({
    subject: 'version',
    isByStaff: true,
    details: vulnerability.extend({ reason: z.string() }),
    label: t`Marked as vulnerable`,
    sentence: t`marked version {version} of {app} as vulnerable`,
    webhook: 'version.vulnerability-marked',
    changes: ['versions'],
  }),
  'version.vulnerability-unmarked': defineEvent({
    subject: 'version',
    isByStaff: true,
    details: vulnerability,
    label: t`No longer marked as vulnerable`,
    sentence: t`removed the mark of version {version} of {app} as vulnerable`,
    changes: ['versions'],
  }),
  'version.deleted': defineEvent({
    subject: 'version',
    details: z.object({
      fileName: z.string(),
      versionCode: z.number().nullable(),
      reservesVersionCode: z.boolean(),
    }),
    label: t`Deleted`,
    sentence: t`deleted a version of {app}`,
    changes: CHANGES,
  }),
};
