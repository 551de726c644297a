import DownloadIcon from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useFileDownload } from '#client/backend/use-file-download.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { CallError } from '#shared/errors.ts';
import { rejectionSchema } from '#shared/reviews/calls.ts';
import { whyNot } from '#shared/versions/rules.ts';
import type { Version } from '#shared/versions/version.ts';

const CHANGED = ['reviews.queue', 'versions.get', 'apps.get', 'apps.list'] as const;
const NOTE_LENGTH = 4_000;

/** A rule refused: somebody else was faster, and the page must show how it stands now. */
function isConflict(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'aborted');
}

/** Claim, approve or reject; what cannot be done says why, and a colleague's decision is told. */
export function ReviewActions({ version }: { version: Version }) {
  const { documents } = useBackend();
  const { uid } = useSessionUser();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const file = useFileDownload(version);
  const claim = useCallMutation('reviews.claim', { invalidates: CHANGED });
  const title = versionTitle(version);

  const isOthers =
    version.status === 'in_review' && version.reviewerUid !== null && version.reviewerUid !== uid;
  const reasonAgainst = (action: 'claim' | 'approve' | 'reject') =>
    isOthers
      ? 'Another reviewer has this version.'
      : whyNot({ action, status: version.status, actor: 'admin' });

  function tell(error: unknown) {
    if (!isConflict(error)) return;
    setAsking(null);
    setConflict(error.message);
    void documents.invalidate(CHANGED);
  }

  return (
    <>
      {conflict !== null && (
        <Alert severity="warning" onClose={() => setConflict(null)} sx={{ mb: 2 }}>
          {conflict} The page shows how it stands now.
        </Alert>
      )}
      {[claim.error, file.error].map(
        (error) =>
          error !== null &&
          !isConflict(error) && (
            <Box key={error.message} sx={{ mb: 2 }}>
              <CallErrorAlert error={error} />
            </Box>
          ),
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        <ReasonedButton
          variant="contained"
          color="success"
          reason={reasonAgainst('approve')}
          onClick={() => setAsking('approve')}
        >
          Approve
        </ReasonedButton>
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={reasonAgainst('reject')}
          onClick={() => setAsking('reject')}
        >
          Reject
        </ReasonedButton>
        <ReasonedButton
          variant="text"
          loading={claim.isPending}
          reason={reasonAgainst('claim')}
          onClick={() => claim.mutate({ versionId: version.id }, { onError: tell })}
        >
          Claim the review
        </ReasonedButton>
        <Button startIcon={<DownloadIcon />} loading={file.isPending} onClick={file.download}>
          Download the file
        </Button>
      </Box>
      {asking === 'approve' && (
        <ApproveDialog versionId={version.id} title={title} onClose={() => setAsking(null)} onError={tell} />
      )}
      {asking === 'reject' && (
        <RejectDialog versionId={version.id} title={title} onClose={() => setAsking(null)} onError={tell} />
      )}
    </>
  );
}

interface DecisionDialogProps {
  readonly versionId: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly onError: (error: unknown) => void;
}

function ApproveDialog({ versionId, title, onClose, onError }: DecisionDialogProps) {
  const [note, setNote] = useState('');
  const approve = useCallMutation('reviews.approve', { invalidates: CHANGED });
  return (
    <ConfirmDialog
      title={`Approve ${title}?`}
      confirmLabel="Approve and publish"
      pending={approve.isPending}
      error={approve.error}
      onConfirm={() =>
        approve.mutate(
          { versionId, ...(note.trim() !== '' && { note: note.trim() }) },
          { onSuccess: onClose, onError },
        )
      }
      onClose={onClose}
    >
      <span>The store publishes it at once: anybody can download it. The publisher is told.</span>
      <TextFormField
        label="Note to the publisher"
        optional
        multiline
        minRows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        inputProps={{ maxLength: NOTE_LENGTH }}
      />
    </ConfirmDialog>
  );
}

function RejectDialog({ versionId, title, onClose, onError }: DecisionDialogProps) {
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const reject = useCallMutation('reviews.reject', { invalidates: CHANGED });

  function confirm() {
    const parsed = rejectionSchema.safeParse({ versionId, reason });
    setRefusal(parsed.error?.issues[0]?.message);
    if (parsed.success) reject.mutate(parsed.data, { onSuccess: onClose, onError });
  }

  return (
    <ConfirmDialog
      title={`Reject ${title}?`}
      confirmLabel="Reject"
      danger
      pending={reject.isPending}
      error={reject.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        The version is not published. The publisher reads the reason and can upload another version.
      </span>
      <TextFormField
        label="Reason"
        help="What is wrong, and what would make it acceptable."
        error={refusal}
        required
        multiline
        minRows={4}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setRefusal(undefined);
        }}
        inputProps={{ maxLength: NOTE_LENGTH }}
      />
    </ConfirmDialog>
  );
}
