import Box from '@mui/material/Box';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { NO_REJECTION, RejectionFields } from '#client/components/review/rejection-fields.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallInput, CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { bulkDenialReason } from '#shared/reviews/bulk.ts';
import { rejectionSchema } from '#shared/reviews/calls.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import type { BulkKind } from './bulk-buttons.tsx';

const decisionSchema = rejectionSchema.omit({ versionId: true });

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly chosen: readonly QueueItem[];
  readonly onDecided: (results: CallResult<'reviews.decideSeveral'>['results']) => void;
  readonly onClose: () => void;
}

/** Lists what will be approved or rejected, and what can't be with the reason, before it is. */
export function BulkDialog({ kind, chosen, onDecided, onClose }: BulkDialogProps) {
  const [versionIds] = useState(() => chosen.map(({ version }) => version.id));
  const [rejection, setRejection] = useState(NO_REJECTION);
  const [problem, setProblem] = useState<string>();
  const decide = useCallMutation('reviews.decideSeveral');
  // The list stays while its versions leave the queue one after another.
  const preview = useCallQuery(
    'reviews.getBulkFacts',
    { versionIds },
    { enabled: !decide.isPending && !decide.isSuccess },
  );
  const denials = new Map(
    preview.data?.versions.map(({ versionId, facts }) => [versionId, bulkDenialReason(facts)]),
  );
  const decidable = chosen.filter(({ version }) => denials.get(version.id) === null);
  const others = chosen.filter(({ version }) => typeof denials.get(version.id) === 'string');

  function submit(decision: CallInput<'reviews.decideSeveral'>['decision']) {
    decide.mutate(
      { versionIds: decidable.map(({ version }) => version.id), decision },
      { onSuccess: ({ results }) => onDecided(results) },
    );
  }

  function confirm() {
    if (kind === 'approve') {
      submit({ kind });
      return;
    }
    const parsed = decisionSchema.safeParse(rejection);
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) submit({ kind, ...parsed.data });
  }

  return (
    <ConfirmDialog
      title={titleFor(kind, preview.data === undefined ? chosen.length : decidable.length)}
      confirmLabel={kind === 'approve' ? t`Approve` : t`Reject`}
      danger={kind === 'reject'}
      disabled={decidable.length === 0}
      pending={decide.isPending}
      error={decide.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <CallStatus call={preview} skeleton={<ListSkeleton />} />
      {decidable.length > 0 && (
        <>
          <span>
            {kind === 'approve'
              ? t`Each is released as its publisher chose, and recorded as your decision.`
              : t`None of them is published. Each publisher gets the reason, and it’s recorded as your decision.`}
          </span>
          <Box component="ul" aria-label={kind === 'approve' ? t`To approve` : t`To reject`} sx={LIST}>
            {decidable.map((item) => (
              <li key={item.version.id}>{appVersionTitle(item)}</li>
            ))}
          </Box>
        </>
      )}
      {others.length > 0 && (
        <>
          <span>{t`These stay in the queue, to be decided on their own pages:`}</span>
          <Box component="ul" aria-label={t`Not included`} sx={LIST}>
            {others.map((item) => (
              <li key={item.version.id}>
                {appVersionTitle(item)}: {denials.get(item.version.id)}
              </li>
            ))}
          </Box>
        </>
      )}
      {kind === 'reject' && decidable.length > 0 && (
        <RejectionFields
          value={rejection}
          problem={problem}
          onChange={(changed) => {
            setRejection(changed);
            setProblem(undefined);
          }}
        />
      )}
    </ConfirmDialog>
  );
}

const LIST = { m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto', overflowWrap: 'anywhere' } as const;

function titleFor(kind: BulkKind, count: number): string {
  return kind === 'approve'
    ? plural(count, { one: 'Approve # version?', other: 'Approve # versions?' })
    : plural(count, { one: 'Reject # version?', other: 'Reject # versions?' });
}
