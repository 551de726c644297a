import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Release } from '#shared/releases/release.ts';
import type { ReleaseAction } from '#shared/releases/rules.ts';
import { CHANGED_CALLS } from '../changed-calls.ts';
import { releaseTitle } from './release-title.ts';

export interface ReleaseDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
}

type SimpleAction = Exclude<ReleaseAction, 'schedule' | 'setRollout' | 'rollBackTo'>;

interface Words {
  readonly title: (name: string) => string;
  readonly label: string;
  readonly consequence: (release: Release) => string;
}

const WORDS: Record<SimpleAction, Words> = {
  publish: {
    title: (name) => `Publish ${name} now?`,
    label: 'Publish now',
    consequence: ({ percentage }) =>
      percentage === 100
        ? 'Every device is offered it within minutes.'
        : `${percentage}% of devices are offered it within minutes. You raise the share later.`,
  },
  halt: {
    title: (name) => `Halt the rollout of ${name}?`,
    label: 'Halt the rollout',
    consequence: ({ percentage }) =>
      `Nobody else is offered it. It has reached ${percentage}% of devices: who has it keeps it, and new installs get the version before. You can resume it at ${percentage}%.`,
  },
  resume: {
    title: (name) => `Resume ${name}?`,
    label: 'Resume',
    consequence: ({ percentage }) => `${percentage}% of devices are offered it again.`,
  },
  complete: {
    title: (name) => `Offer ${name} to every device?`,
    label: 'Offer to every device',
    consequence: ({ percentage }) =>
      `Its share rises from ${percentage}% to 100%. A share never falls, so this cannot be taken back; you can still go back to an earlier version for new installs.`,
  },
};

/** Asks before a release is published, halted, resumed or completed. */
export function ConfirmReleaseDialog({
  action,
  release,
  onClose,
}: ReleaseDialogProps & { readonly action: SimpleAction }) {
  const change = useCallMutation(`releases.${action}`, { invalidates: CHANGED_CALLS });
  const { title, label, consequence } = WORDS[action];
  return (
    <ConfirmDialog
      title={title(releaseTitle(release))}
      confirmLabel={label}
      danger={action === 'halt'}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ versionId: release.versionId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>{consequence(release)}</span>
    </ConfirmDialog>
  );
}
