import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import { whyNotRole } from '#shared/members/member.ts';
import { keepsNumberTaken, whyNot, whyNotDelete } from '#shared/versions/rules.ts';
import type { Version } from '#shared/versions/version.ts';
import { CHANGED_CALLS } from './changed-calls.ts';
import type { LoadedApp } from './loaded-app.ts';
import type { VersionDialogProps } from './submit-dialog.tsx';

type Question = 'unpublish' | 'republish' | 'delete';

interface VersionDangerProps {
  readonly version: Version;
  readonly loaded: LoadedApp;
}

/** What takes one version from people, or out of the store, with its consequences; apart from everything else. */
export function VersionDanger({ version, loaded: { app, role } }: VersionDangerProps) {
  const [asking, setAsking] = useState<Question | null>(null);
  const { status } = version;
  const isOut = status === 'unpublished';
  const close = () => setAsking(null);
  const whyNotOwner = whyNotRole(role, 'owner');
  return (
    <Section title="Take this version out">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        Unpublishing takes it from everybody who does not have it yet, and can be undone. Deleting removes its
        file for good{keepsNumberTaken(version) ? '; its number stays taken' : ''}.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {isOut ? (
          <ReasonedButton
            variant="outlined"
            reason={
              whyNotOwner ??
              whyNot({ action: 'republish', status, actor: 'publisher' }) ??
              whyNotPublishing(app.status)
            }
            onClick={() => setAsking('republish')}
          >
            Publish this version again
          </ReasonedButton>
        ) : (
          <ReasonedButton
            variant="outlined"
            color="error"
            reason={whyNotOwner ?? whyNot({ action: 'unpublish', status, actor: 'publisher' })}
            onClick={() => setAsking('unpublish')}
          >
            Unpublish this version
          </ReasonedButton>
        )}
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={whyNotRole(role, 'maintainer') ?? whyNotDelete(status)}
          onClick={() => setAsking('delete')}
        >
          Delete this version
        </ReasonedButton>
      </Box>
      {asking === 'unpublish' && <UnpublishDialog version={version} onClose={close} />}
      {asking === 'republish' && <RepublishDialog version={version} onClose={close} />}
      {asking === 'delete' && <DeleteDialog version={version} onClose={close} />}
    </Section>
  );
}

/** How often a version was downloaded, in words; null while that is not known. */
function useDownloadsText({ appId, id }: Version): string | null {
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  if (data === undefined) return null;
  const count = data.versions.find(({ versionId }) => versionId === id)?.allTime ?? 0;
  if (count === 0) return 'Nobody has downloaded it yet.';
  return count === 1
    ? 'It was downloaded once; that device keeps it.'
    : `It was downloaded ${count.toLocaleString('en')} times; those devices keep it.`;
}

function UnpublishDialog({ version, onClose }: VersionDialogProps) {
  const unpublish = useCallMutation('versions.unpublish', { invalidates: CHANGED_CALLS });
  return (
    <ConfirmDialog
      title={`Unpublish ${versionTitle(version)}?`}
      confirmLabel="Unpublish this version"
      danger
      pending={unpublish.isPending}
      error={unpublish.error}
      onConfirm={() => unpublish.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        Nobody can download it any more, and new installs get the newest version that is left.{' '}
        {useDownloadsText(version)} Its number stays taken. You can publish it again.
      </span>
    </ConfirmDialog>
  );
}

function RepublishDialog({ version, onClose }: VersionDialogProps) {
  const republish = useCallMutation('versions.republish', { invalidates: CHANGED_CALLS });
  return (
    <ConfirmDialog
      title={`Publish ${versionTitle(version)} again?`}
      confirmLabel="Publish again"
      pending={republish.isPending}
      error={republish.error}
      onConfirm={() => republish.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>Everybody can download it again, as before it was unpublished.</span>
    </ConfirmDialog>
  );
}

/** What is read anew without a version; nothing about itself can be read any more. */
const CHANGED_BY_DELETION = ['apps.get', 'apps.list', 'apps.getRequirements', 'releases.list'] as const;

function DeleteDialog({ version, onClose }: VersionDialogProps) {
  const navigate = useNavigate();
  const { documents } = useBackend();
  const remove = useCallMutation('versions.delete');
  const isKept = keepsNumberTaken(version);

  async function confirm() {
    const deleted = await remove.mutateAsync({ versionId: version.id }).catch(() => null);
    if (deleted === null) return; // The dialog says why.
    const list = paths.appPart(version.appId, 'versions');
    const taken = deleted.takenVersionCode;
    await navigate(taken === null ? list : `${list}&taken=${taken}`);
    await documents.invalidate(CHANGED_BY_DELETION);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Delete ${versionTitle(version)}?`}
      confirmLabel="Delete this version"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span>
        Its file, its findings and its conversation are gone for good.{' '}
        {isKept
          ? 'It was handed in before, so its number stays taken: the next version needs a higher one.'
          : 'It was never handed in, so its number is free again.'}
      </span>
    </ConfirmDialog>
  );
}
