import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { type ChoiceProblems, IMMEDIATE, readChoice } from '#client/components/release/publication-choice.ts';
import { PublicationFields } from '#client/components/release/publication-fields.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { submissionOf } from '#shared/versions/actions.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

export interface VersionDialogProps {
  readonly version: VersionSummary;
  readonly onClose: () => void;
}

/** Submits a version for review with its release settings. */
export function SubmitDialog({ version, onClose }: VersionDialogProps) {
  const submit = useCallMutation('versions.submit');
  const [choice, setChoice] = useState(IMMEDIATE);
  const isResubmission = submissionOf(version.status) === 'resubmit';
  const [problems, setProblems] = useState<ChoiceProblems>({});

  function confirm() {
    const read = readChoice(choice, new Date());
    if ('problems' in read) return setProblems(read.problems);
    setProblems({});
    submit.mutate({ versionId: version.id, ...read.submission }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={
        isResubmission ? `Resubmit ${versionTitle(version)}?` : `Submit ${versionTitle(version)} for review?`
      }
      confirmLabel={isResubmission ? 'Resubmit' : 'Submit for review'}
      pending={submit.isPending}
      error={submit.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {isResubmission &&
          'The reviewer sees the earlier reasons and what you have changed since; it keeps its place in the queue. '}
        You can withdraw it until there’s a decision. Until it’s published, you can change everything here
        except the track on the Releases page.
      </Typography>
      <PublicationFields choice={choice} problems={problems} onChange={setChoice} />
    </ConfirmDialog>
  );
}
