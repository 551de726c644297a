import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { LookalikeNote } from '#client/components/listing/lookalike-note.tsx';
import {
  type ChoiceProblems,
  choiceOf,
  IMMEDIATE,
  type PublicationChoice,
  readChoice,
} from '#client/components/release/publication-choice.ts';
import { PublicationFields } from '#client/components/release/publication-fields.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { t } from '#shared/languages/translate.ts';
import { submissionOf } from '#shared/versions/actions.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { ReleaseNotesFields, ReviewerFields } from '../submission/submission-fields.tsx';
import { useSubmissionForm } from '../submission/use-submission-form.ts';
import { DraftedChangesField, useDraftedChanges } from './drafted-changes.tsx';

export interface VersionDialogProps {
  readonly version: VersionSummary;
  readonly onClose: () => void;
}

/** Submits a version for review with its notes and its release settings, which begin with those of its earlier submission. */
export function SubmitDialog({ version, onClose }: VersionDialogProps) {
  const submit = useCallMutation('versions.submit');
  const wasSubmitted = version.submittedAt !== null;
  const earlier = useCallQuery('releases.list', { appId: version.appId }, { enabled: wasSubmitted });
  const release = earlier.data?.releases.find(({ versionId }) => versionId === version.id);
  const [chosen, setChosen] = useState<PublicationChoice | null>(null);
  const choice = chosen ?? (release ? choiceOf(release) : IMMEDIATE);
  const isLoading = wasSubmitted && earlier.data === undefined && earlier.error === null;
  const isResubmission = submissionOf(version.status) === 'resubmit';
  const [problems, setProblems] = useState<ChoiceProblems>({});
  const form = useSubmissionForm(version.id);
  const drafted = useDraftedChanges(version.appId);

  async function confirm() {
    const read = readChoice(choice, new Date());
    setProblems('problems' in read ? read.problems : {});
    const given = await form.collect();
    if ('problems' in read || given === null) return;
    submit.mutate(
      { versionId: version.id, ...read.submission, ...given, listingChanges: drafted.listingChanges },
      {
        onSuccess: () => {
          form.finish();
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      title={
        isResubmission
          ? t`Resubmit ${versionTitle(version)}?`
          : t`Submit ${versionTitle(version)} for review?`
      }
      confirmLabel={isResubmission ? t`Resubmit` : t`Submit for review`}
      pending={submit.isPending || isLoading || drafted.isLoading}
      error={submit.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Typography>
        {rich`${
          isResubmission &&
          t`The reviewer sees the earlier reasons and what you have changed since; it keeps its place in the queue. `
        }You can withdraw it until there’s a decision. Until it’s published, you can change everything here except the track on the Releases page.`}
      </Typography>
      <DraftedChangesField {...drafted} />
      <LookalikeNote appId={version.appId} />
      {earlier.data === undefined && earlier.error !== null && (
        <CallErrorAlert error={earlier.error} onRetry={earlier.refetch} />
      )}
      <ReleaseNotesFields form={form} />
      {!isLoading && <PublicationFields choice={choice} problems={problems} onChange={setChosen} />}
      <ReviewerFields form={form} />
    </ConfirmDialog>
  );
}
