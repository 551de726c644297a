import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { type ChoiceProblems, choiceOf, readChoice } from '#client/components/release/publication-choice.ts';
import { PublicationDateFields } from '#client/components/release/publication-fields.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

/** Changes when an unpublished version will be published. */
export function ScheduleDialog({ release, onClose }: ReleaseDialogProps) {
  const schedule = useCallMutation('releases.schedule');
  const [choice, setChoice] = useState(choiceOf(release));
  const [problems, setProblems] = useState<ChoiceProblems>({});

  function confirm() {
    const read = readChoice(choice, new Date());
    if ('problems' in read) return setProblems(read.problems);
    const publication = read.submission.publication ?? { kind: 'immediate' };
    schedule.mutate({ versionId: release.versionId, publication }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`When should ${releaseTitle(release)} be published?`}
      confirmLabel={t`Change date`}
      pending={schedule.isPending}
      error={schedule.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {release.status !== 'inReview' && (
        <span>{t`It’s already approved, so “Immediately” publishes it now.`}</span>
      )}
      <PublicationDateFields choice={choice} problems={problems} onChange={setChoice} />
    </ConfirmDialog>
  );
}
