import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { AT_ONCE, type ChoiceProblems, readChoice } from '#client/ui/publication-choice.ts';
import { PublicationDateFields } from '#client/ui/publication-fields.tsx';
import { CHANGED_CALLS } from '../changed-calls.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

/** Changes when a version is published that is not public yet. */
export function ScheduleDialog({ release, onClose }: ReleaseDialogProps) {
  const schedule = useCallMutation('releases.schedule', { invalidates: CHANGED_CALLS });
  const [choice, setChoice] = useState({ ...AT_ONCE, kind: release.publication });
  const [problems, setProblems] = useState<ChoiceProblems>({});

  function confirm() {
    const read = readChoice(choice, new Date());
    if ('problems' in read) return setProblems(read.problems);
    const publication = read.submission.publication ?? { kind: 'atOnce' };
    schedule.mutate({ versionId: release.versionId, publication }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={`When is ${releaseTitle(release)} published?`}
      confirmLabel="Change the date"
      pending={schedule.isPending}
      error={schedule.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {release.state !== 'inReview' && <span>It is approved: at once means now.</span>}
      <PublicationDateFields choice={choice} problems={problems} onChange={setChoice} />
    </ConfirmDialog>
  );
}
