import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_ACTIONS, type ReleaseAction } from '#shared/releases/actions.ts';
import type { Release } from '#shared/releases/release.ts';
import { releaseAudience } from '#shared/statuses/release-status.ts';
import { holdOfRelease } from '#shared/versions/shown-status.ts';
import { describeHalt } from './halt-effects.ts';
import { releaseTitle } from './release-title.ts';

export interface ReleaseProps {
  readonly release: Release;
  /** All releases of the app, newest first. */
  readonly releases: readonly Release[];
  readonly loaded: LoadedApp;
}

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
    consequence: (release) =>
      t`It reached ${releaseAudience(release)}, and no more get it. Clients that haven’t refreshed their list of apps may still install it. You can resume it later.`,
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
  onClose,
  ...about
}: ReleaseProps & Pick<ReleaseDialogProps, 'onClose'> & { readonly action: SimpleAction }) {
  const { release } = about;
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
      {action === 'halt' && <HaltEffects {...about} />}
    </ConfirmDialog>
  );
}

/** Lists what each kind of client gives people after a halt. */
function HaltEffects({ release, releases, loaded }: ReleaseProps) {
  const available = releases.filter((other) => holdOfRelease(loaded, other) === null);
  const effects = describeHalt(release, { available, platform: loaded.app.platform });
  return (
    <Box component="dl" aria-label={t`After the halt`} sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {effects.map(({ client, sentence }) => (
        <div key={client}>
          <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
            {client}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0 }}>
            {sentence}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
