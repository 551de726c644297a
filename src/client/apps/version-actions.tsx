import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFileDownload } from '#client/backend/use-file-download.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import { whyNotRole } from '#shared/members/member.ts';
import { whyNot } from '#shared/versions/rules.ts';
import type { Version } from '#shared/versions/version.ts';
import type { LoadedApp } from './loaded-app.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface VersionActionsProps {
  readonly version: Version;
  readonly loaded: LoadedApp;
}

/** What can be done with a version; what cannot says why. What takes it from people stands apart (`VersionDanger`). */
export function VersionActions({ version, loaded: { app, role } }: VersionActionsProps) {
  const file = useFileDownload(version);
  const [asking, setAsking] = useState<'submit' | 'withdraw' | null>(null);
  const { status } = version;
  const whyNotMember = whyNotRole(role, 'maintainer');
  const close = () => setAsking(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
      {status === 'uploading' && whyNotMember === null && (
        <Button variant="contained" href={paths.upload(version.appId, version.id)}>
          Continue the upload
        </Button>
      )}
      <ReasonedButton
        variant="contained"
        reason={
          whyNotMember ??
          whyNot({ action: 'submit', status, actor: 'publisher' }) ??
          whyNotPublishing(app.status)
        }
        onClick={() => setAsking('submit')}
      >
        Submit for review
      </ReasonedButton>
      <ReasonedButton
        variant="outlined"
        reason={whyNotMember ?? whyNot({ action: 'withdraw', status, actor: 'publisher' })}
        onClick={() => setAsking('withdraw')}
      >
        Withdraw
      </ReasonedButton>
      {version.sha256 !== null && (
        <Button startIcon={<DownloadIcon />} loading={file.isPending} onClick={file.download}>
          Download
        </Button>
      )}
      {file.error !== null && (
        <Box sx={{ width: '100%' }}>
          <CallErrorAlert error={file.error} onRetry={file.download} />
        </Box>
      )}
      {asking === 'submit' && <SubmitDialog version={version} onClose={close} />}
      {asking === 'withdraw' && <WithdrawDialog version={version} onClose={close} />}
    </Box>
  );
}
