import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { TransferProgress } from '#client/ui/progress.tsx';
import { t } from '#shared/languages/translate.ts';
import { bytesPerSecond } from './transfer-rate.ts';
import type { Transfer } from './use-transfer.ts';

export interface TransferPanelProps {
  readonly transfer: Transfer;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** Shows an upload in progress, with its speed and buttons to pause, resume and cancel it. */
export function TransferPanel({ transfer, onPause, onResume, onCancel }: TransferPanelProps) {
  const { file, state, samples, error } = transfer;
  return (
    <Paper sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <TransferProgress
        label={state === 'running' ? t`Uploading ${file.name}` : t`${file.name} is paused`}
        bytesDone={samples.at(-1)?.sent ?? 0}
        bytesTotal={file.size}
        bytesPerSecond={state === 'running' ? bytesPerSecond(samples) : null}
      />
      {state === 'paused' && <Alert severity="info">{t`Paused. Your progress is saved.`}</Alert>}
      {state === 'failed' && <CallErrorAlert error={error} onRetry={onResume} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {state === 'running' && (
          <Button variant="outlined" onClick={onPause}>
            {t`Pause`}
          </Button>
        )}
        {state === 'paused' && (
          <Button variant="contained" onClick={onResume}>
            {t`Resume`}
          </Button>
        )}
        <Button onClick={onCancel}>{t`Cancel upload`}</Button>
      </Box>
    </Paper>
  );
}
