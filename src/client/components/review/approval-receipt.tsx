import Link from '@mui/material/Link';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { ApprovalReceipt } from '#shared/audit/approval.ts';
import { t } from '#shared/languages/translate.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Version } from '#shared/versions/version.ts';

const APPROVED_BY: Readonly<Record<ApprovalReceipt['approvedBy'], string>> = {
  reviewer: t`A reviewer`,
  policy: t`The policy for updates`,
  operator: t`The operator, by an import`,
};

/** Shows the receipt of a version's approval in the audit log; nothing for a version that was never approved. */
export function ApprovalReceipt({ version: { id, status } }: { version: Pick<Version, 'id' | 'status'> }) {
  const { storage } = useBackend();
  const { isAwaitingReview = false, isApproved = false } = VERSION_STATUSES[status];
  const { data, isLoading } = useCallQuery(
    'versions.getReceipt',
    { versionId: id },
    { enabled: !isAwaitingReview },
  );
  const receipt = data?.receipt;
  if (isLoading && isApproved) {
    return (
      <Section title={t`Approval receipt`}>
        <FormSkeleton />
      </Section>
    );
  }
  if (!receipt) return null;
  const { approvedBy, approvedAt, position, checkpointAt, path } = receipt;
  return (
    <Section title={t`Approval receipt`}>
      <DescriptionList
        items={[
          { label: t`Approved by`, value: APPROVED_BY[approvedBy] },
          { label: t`Approved`, value: <Time iso={approvedAt} /> },
          { label: t`Log position`, value: position },
          {
            label: t`Proof`,
            value:
              checkpointAt === null
                ? t`No checkpoint covers it yet. The store signs one every day.`
                : rich`In the checkpoint signed ${<Time iso={checkpointAt} />}`,
          },
          {
            label: t`Public receipt`,
            value:
              path === null ? (
                t`Available once the version is published.`
              ) : (
                <Link href={storage.urlOf(path)}>{t`Receipt with proof (JSON)`}</Link>
              ),
          },
        ]}
      />
    </Section>
  );
}
