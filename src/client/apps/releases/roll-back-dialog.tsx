import Box from '@mui/material/Box';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { Release } from '#shared/releases/release.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

interface RollBackDialogProps extends ReleaseDialogProps {
  readonly appId: string;
  /** The releases that stop rolling out. */
  readonly newer: readonly Release[];
}

/** Rolls new installs back to an earlier version, and explains what happens to devices with a newer one. */
export function RollBackDialog({ appId, release, newer, onClose }: RollBackDialogProps) {
  const rollBack = useCallMutation('releases.rollBack');
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  const title = releaseTitle(release);
  const downloadsOf = ({ versionId }: Release) =>
    data?.versions.find((version) => version.versionId === versionId)?.allTime ?? 0;
  return (
    <ConfirmDialog
      title={t`Roll back to ${title}?`}
      confirmLabel={t`Roll back to this version`}
      danger
      pending={rollBack.isPending}
      error={rollBack.error}
      onConfirm={() => rollBack.mutate({ appId, versionId: release.versionId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>
        {t`New installs will get ${title}. Devices with a newer version keep it, because devices don’t install a lower version code over a higher one. These versions stop rolling out:`}
        <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
          {newer.map((other) => (
            <li key={other.versionId}>
              {plural(
                downloadsOf(other),
                { one: '{version}, downloaded # time', other: '{version}, downloaded # times' },
                { version: releaseTitle(other) },
              )}
            </li>
          ))}
        </Box>
        {plural(newer.length, {
          one: 'You can resume it later.',
          other: 'You can resume each of them later.',
        })}
      </div>
    </ConfirmDialog>
  );
}
