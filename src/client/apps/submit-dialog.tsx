import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { AT_ONCE, type ChoiceProblems, readChoice } from '#client/ui/publication-choice.ts';
import { PublicationFields } from '#client/ui/publication-fields.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Version } from '#shared/versions/version.ts';
import { CHANGED_CALLS } from './changed-calls.ts';

export interface VersionDialogProps {
  readonly version: Version;
  readonly onClose: () => void;
}

/** Hands a version in, with how it is to be given out once it is approved. */
export function SubmitDialog({ version, onClose }: VersionDialogProps) {
  const submit = useCallMutation('versions.submit', { invalidates: CHANGED_CALLS });
  const [choice, setChoice] = useState(AT_ONCE);
  const [problems, setProblems] = useState<ChoiceProblems>({});

  function confirm() {
    const read = readChoice(choice, new Date());
    if ('problems' in read) return setProblems(read.problems);
    setProblems({});
    submit.mutate({ versionId: version.id, ...read.submission }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={`Submit ${versionTitle(version)} for review?`}
      confirmLabel="Submit for review"
      pending={submit.isPending}
      error={submit.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        The store looks at this version. Until it has decided, you can withdraw it. All of this can be changed
        on the Releases page until it is published, except the track.
      </Typography>
      <PublicationFields choice={choice} problems={problems} onChange={setChoice} />
    </ConfirmDialog>
  );
}
