import Box from '@mui/material/Box';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Release } from '#shared/releases/release.ts';
import { CHANGED_CALLS } from '../changed-calls.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

interface RollBackDialogProps extends ReleaseDialogProps {
  readonly appId: string;
  /** The releases that nobody is offered any more then. */
  readonly newer: readonly Release[];
}

/** Goes back to an earlier version for new installs; says what that means for who has a newer one. */
export function RollBackDialog({ appId, release, newer, onClose }: RollBackDialogProps) {
  const rollBack = useCallMutation('releases.rollBack', { invalidates: CHANGED_CALLS });
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  const title = releaseTitle(release);
  const downloadsOf = ({ versionId }: Release) =>
    data?.versions.find((version) => version.versionId === versionId)?.allTime ?? 0;
  return (
    <ConfirmDialog
      title={`Go back to ${title}?`}
      confirmLabel="Go back to this version"
      danger
      pending={rollBack.isPending}
      error={rollBack.error}
      onConfirm={() => rollBack.mutate({ appId, versionId: release.versionId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>
        New installs get {title} from now on. Devices that have a newer version keep it: no device installs a
        lower number over a higher one. Nobody new is offered:
        <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
          {newer.map((other) => (
            <li key={other.versionId}>
              {releaseTitle(other)}, downloaded {downloadsOf(other).toLocaleString('en')} times so far
            </li>
          ))}
        </Box>
        You can resume {newer.length === 1 ? 'it' : 'each of them'} later.
      </div>
    </ConfirmDialog>
  );
}
