import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useFileDownload } from '#client/backend/use-file-download.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { type Actor, whyNot } from '#shared/versions/rules.ts';
import type { Version } from '#shared/versions/version.ts';

export interface VersionActionsProps {
  readonly version: Version;
  /** In which part the signed-in person acts on this app. */
  readonly actor: Actor;
}

const INVALIDATES = ['apps.get', 'apps.list', 'versions.get', 'reviews.queue'] as const;

/** What can be done with a version; what cannot says why. */
export function VersionActions({ version, actor }: VersionActionsProps) {
  const file = useFileDownload(version);
  const [asking, setAsking] = useState<'submit' | 'withdraw' | null>(null);
  const submit = useCallMutation('versions.submit', { invalidates: INVALIDATES });
  const withdraw = useCallMutation('versions.withdraw', { invalidates: INVALIDATES });
  const title = versionTitle(version);
  const input = { versionId: version.id };
  const close = { onSuccess: () => setAsking(null) };

  function ask(action: 'submit' | 'withdraw') {
    submit.reset();
    withdraw.reset();
    setAsking(action);
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
      {version.status === 'uploading' && actor === 'publisher' && (
        <Button variant="contained" href={paths.upload(version.appId, version.id)}>
          Continue the upload
        </Button>
      )}
      <ReasonedButton
        variant="contained"
        reason={whyNot({ action: 'submit', status: version.status, actor })}
        onClick={() => ask('submit')}
      >
        Submit for review
      </ReasonedButton>
      <ReasonedButton
        variant="outlined"
        reason={whyNot({ action: 'withdraw', status: version.status, actor })}
        onClick={() => ask('withdraw')}
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
      {asking === 'submit' && (
        <ConfirmDialog
          title={`Submit ${title} for review?`}
          confirmLabel="Submit for review"
          pending={submit.isPending}
          error={submit.error}
          onConfirm={() => submit.mutate(input, close)}
          onClose={() => setAsking(null)}
        >
          <span>
            A reviewer of the store looks at this version. Once approved, it is published at once. Until the
            reviewer decides, you can withdraw it.
          </span>
        </ConfirmDialog>
      )}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={`Withdraw ${title}?`}
          confirmLabel="Withdraw"
          danger
          pending={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate(input, close)}
          onClose={() => setAsking(null)}
        >
          <span>
            It leaves the review queue and loses its place there. The uploaded file stays, and you can submit
            it again.
          </span>
        </ConfirmDialog>
      )}
    </Box>
  );
}
