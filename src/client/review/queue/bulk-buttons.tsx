import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import { MAX_BULK_DECISIONS } from '#shared/reviews/bulk.ts';

/** A decision about several versions. */
export type BulkKind = 'approve' | 'reject';

interface BulkButtonsProps {
  readonly count: number;
  readonly onAsk: (kind: BulkKind) => void;
}

/** Shows the buttons that decide about all selected versions, after a preview. */
export function BulkButtons({ count, onAsk }: BulkButtonsProps) {
  const reason =
    count > MAX_BULK_DECISIONS ? t`Decide about at most ${MAX_BULK_DECISIONS} versions at once.` : null;
  return (
    <>
      <ReasonedButton variant="outlined" reason={reason} onClick={() => onAsk('reject')}>
        {plural(count, { one: 'Reject # version', other: 'Reject # versions' })}
      </ReasonedButton>
      <ReasonedButton variant="outlined" reason={reason} onClick={() => onAsk('approve')}>
        {plural(count, { one: 'Approve # version', other: 'Approve # versions' })}
      </ReasonedButton>
    </>
  );
}
