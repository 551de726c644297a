import DownloadIcon from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useDownload } from '#client/backend/download.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { formatBytes } from '#client/ui/bytes.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { AccountExport } from '#shared/account/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** Prepares an export of the user's data, shows its progress, and downloads it. */
export function ExportData() {
  const call = useCallQuery('account.getExport', {});
  const { data } = call;
  const request = useCallMutation('account.requestExport');
  const prepare = () => request.mutate({});
  const current = data?.export ?? null;
  return (
    <>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        {t`Your account, apps, versions, notifications, sessions and tokens as one JSON file. It doesn’t include passwords, keys or token secrets.`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {request.error !== null && <CallErrorAlert error={request.error} />}
      <Box aria-live="polite">
        {current?.status === 'preparing' && <Preparing requestedAt={current.requestedAt} />}
        {current?.status === 'ready' && <ReadyExport {...current} />}
        {current?.status === 'failed' && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {t`We couldn’t prepare your data. Nothing was lost; try again.`}
          </Alert>
        )}
      </Box>
      {data !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {current?.status === 'ready' && <DownloadButton />}
          {current?.status !== 'preparing' && (
            <PendingButton
              variant={current?.status === 'ready' ? 'text' : 'outlined'}
              pending={request.isPending}
              onClick={prepare}
            >
              {PREPARE_LABELS[current?.status ?? 'none']}
            </PendingButton>
          )}
        </Box>
      )}
    </>
  );
}

const PREPARE_LABELS = { none: t`Prepare my data`, ready: t`Prepare again`, failed: t`Try again` } as const;

function Preparing({ requestedAt }: Pick<AccountExport, 'requestedAt'>) {
  return (
    <Box sx={{ maxWidth: 640 }}>
      <LinearProgress aria-label={t`Preparing your data`} sx={{ mb: 1 }} />
      <Typography>{t`Preparing your data…`}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {rich`Requested ${<Time iso={requestedAt} />}. You can leave this page.`}
      </Typography>
    </Box>
  );
}

function ReadyExport({ requestedAt, expiresAt, size }: AccountExport) {
  return (
    <Box sx={{ mb: 2 }}>
      <Typography>{t`Your data is ready: ${formatBytes(size ?? 0)}.`}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {expiresAt === null
          ? rich`Requested ${<Time iso={requestedAt} />}.`
          : rich`Requested ${<Time iso={requestedAt} />}, expires ${<Time iso={expiresAt} />}.`}
      </Typography>
    </Box>
  );
}

function DownloadButton() {
  const download = useDownload();
  return (
    <>
      {download.error !== null && <CallErrorAlert error={download.error} />}
      <PendingButton
        variant="outlined"
        startIcon={<DownloadIcon />}
        pending={download.isPending}
        onClick={() => download.mutate('account/export')}
      >
        {t`Download my data`}
      </PendingButton>
    </>
  );
}
