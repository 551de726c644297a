import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_ACTIONS, type ReleaseAction } from '#shared/releases/actions.ts';
import type { Release } from '#shared/releases/release.ts';
import { releaseTitle } from './release-title.ts';

export interface ReleaseDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
}

/** Actions whose dialog only asks. */
type SimpleAction = 'publish' | 'halt' | 'resume' | 'complete';

/** Returns true for an action whose dialog only asks. */
export function isSimple(action: ReleaseAction | null): action is SimpleAction {
  return action !== null && action in QUESTIONS;
}

interface Question {
  readonly title: (name: string) => string;
  readonly consequence: (release: Release) => string;
}

const QUESTIONS: Record<SimpleAction, Question> = {
  publish: {
    title: (name) => t`Publish ${name} now?`,
    consequence: ({ percentage }) =>
      percentage === 100
        ? t`All devices get it within minutes.`
        : t`${percentage}% of devices get it within minutes. You can increase the rollout later.`,
  },
  halt: {
    title: (name) => t`Halt the rollout of ${name}?`,
    consequence: ({ percentage }) =>
      t`No more devices get it. It has reached ${percentage}% of devices: those that have it keep it, and new installs get the previous version. You can resume at ${percentage}%.`,
  },
  resume: {
    title: (name) => t`Resume ${name}?`,
    consequence: ({ percentage }) => t`${percentage}% of devices can get it again.`,
  },
  complete: {
    title: (name) => t`Release ${name} to all devices?`,
    consequence: ({ percentage }) =>
      t`The rollout goes from ${percentage}% to 100%. It can’t be decreased, but you can still roll back to an earlier version for new installs.`,
  },
};

/** Asks before a release is published, halted, resumed or completed. */
export function ConfirmReleaseDialog({
  action,
  release,
  onClose,
}: ReleaseDialogProps & { readonly action: SimpleAction }) {
  const change = useCallMutation(`releases.${action}`);
  const { title, consequence } = QUESTIONS[action];
  const { button } = RELEASE_ACTIONS[action];
  return (
    <ConfirmDialog
      title={title(releaseTitle(release))}
      confirmLabel={button?.label ?? ''}
      danger={button?.tone === 'error'}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ versionId: release.versionId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>{consequence(release)}</span>
    </ConfirmDialog>
  );
}
