import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LEAVE, useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { holdDenialReason } from '#shared/holds/hold.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import {
  deletionDenialReason,
  isNeverDeleted,
  reservesVersionCode,
  VERSION_ACTIONS,
} from '#shared/versions/actions.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import type { VersionDialogProps } from './submit-dialog.tsx';

type Question = 'unpublish' | 'republish' | 'delete';

interface VersionDangerProps {
  readonly version: VersionSummary;
  readonly loaded: LoadedApp;
}

/** Unpublishes or deletes a version, after explaining the consequences; nothing where neither is possible. */
export function VersionDanger(props: VersionDangerProps) {
  const { status } = props.version;
  const canHide = [VERSION_ACTIONS.unpublish, VERSION_ACTIONS.republish].some(({ from }) =>
    from.includes(status),
  );
  return canHide || !isNeverDeleted(status) ? <Danger {...props} canHide={canHide} /> : null;
}

interface DangerProps extends VersionDangerProps {
  /** The version can be unpublished, or published again. */
  readonly canHide: boolean;
}

function Danger({ version, loaded: { app, role }, canHide }: DangerProps) {
  const [asking, setAsking] = useState<Question | null>(null);
  const { status, hold } = version;
  const close = () => setAsking(null);
  const ownerDenialReason = roleDenialReason(role, 'owner');
  return (
    <Section title={canHide ? t`Unpublish or delete` : t`Delete this version`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {rich`${canHide && t`Unpublishing hides it from new users and can be undone. `}Deleting removes its file permanently${reservesVersionCode(version) ? t`; its version code stays reserved` : ''}.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ActionButton
          action={VERSION_ACTIONS.republish}
          status={status}
          variant="outlined"
          reason={ownerDenialReason ?? publishingDenialReason(app.status) ?? holdDenialReason(hold)}
          onClick={() => setAsking('republish')}
        />
        <ActionButton
          action={VERSION_ACTIONS.unpublish}
          status={status}
          variant="outlined"
          reason={ownerDenialReason}
          onClick={() => setAsking('unpublish')}
        />
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={
            roleDenialReason(role, 'maintainer') ?? deletionDenialReason(status) ?? holdDenialReason(hold)
          }
          onClick={() => setAsking('delete')}
        >
          {t`Delete version`}
        </ReasonedButton>
      </Box>
      {asking === 'unpublish' && <UnpublishDialog version={version} onClose={close} />}
      {asking === 'republish' && <RepublishDialog version={version} onClose={close} />}
      {asking === 'delete' && <DeleteDialog version={version} onClose={close} />}
    </Section>
  );
}

/** Returns a sentence about the version's downloads; null while loading. */
function useDownloadsText({ appId, id }: VersionSummary): string | null {
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  if (data === undefined) return null;
  const count = data.versions.find(({ versionId }) => versionId === id)?.allTime ?? 0;
  if (count === 0) return t`No one has downloaded it yet.`;
  return plural(count, {
    one: 'It was downloaded once; that device keeps it.',
    other: 'It was downloaded # times; those devices keep it.',
  });
}

function UnpublishDialog({ version, onClose }: VersionDialogProps) {
  const unpublish = useCallMutation('versions.unpublish');
  return (
    <ConfirmDialog
      title={t`Unpublish ${versionTitle(version)}?`}
      confirmLabel={t`Unpublish version`}
      danger
      pending={unpublish.isPending}
      error={unpublish.error}
      onConfirm={() => unpublish.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {t`No one can download it anymore. New installs get the newest remaining version. ${useDownloadsText(version) ?? ''} Its version code stays reserved. You can publish it again.`}
      </span>
    </ConfirmDialog>
  );
}

function RepublishDialog({ version, onClose }: VersionDialogProps) {
  const republish = useCallMutation('versions.republish');
  return (
    <ConfirmDialog
      title={t`Publish ${versionTitle(version)} again?`}
      confirmLabel={t`Publish again`}
      pending={republish.isPending}
      error={republish.error}
      onConfirm={() => republish.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>{t`Everyone who could download it before can download it again.`}</span>
    </ConfirmDialog>
  );
}

function DeleteDialog({ version, onClose }: VersionDialogProps) {
  const navigate = useNavigate();
  const { refetch: refetchVersions } = useCallQuery('apps.get', { appId: version.appId });
  const remove = useCallMutation('versions.delete', { leave: showList });
  const isKept = reservesVersionCode(version);

  async function showList({ reservedVersionCode }: CallResult<'versions.delete'>) {
    // The list opens its newest version, which would still be the deleted one without this.
    await refetchVersions();
    const list = paths.appPart(version.appId, 'versions');
    await navigate(reservedVersionCode === null ? list : `${list}&reserved=${reservedVersionCode}`, LEAVE);
    onClose();
  }

  return (
    <ConfirmDialog
      title={t`Delete ${versionTitle(version)}?`}
      confirmLabel={t`Delete version`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ versionId: version.id })}
      onClose={onClose}
    >
      <span>
        {t`This permanently deletes its file, findings and conversation. ${
          isKept
            ? t`Its version code stays reserved because it was submitted: the next version needs a higher one.`
            : t`It was never submitted, so its version code can be used again.`
        }`}
      </span>
    </ConfirmDialog>
  );
}
