import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { FindingCards } from '#client/components/package/findings.tsx';
import { t } from '#shared/languages/translate.ts';
import type { PendingPicture } from './use-picture-uploads.ts';

interface PendingPicturesProps {
  readonly pending: readonly PendingPicture[];
  readonly onDismiss: (id: string) => void;
}

/** Shows pictures being uploaded, and rejected ones with what to do about them. */
export function PendingPictures({ pending, onDismiss }: PendingPicturesProps) {
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5, mt: pending.length > 0 ? 2 : 0 }}>
      {pending.map(({ id, name, progress, findings, error }) => (
        <Box key={id} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          {findings.length > 0 && <FindingCards findings={findings} />}
          {error !== null && <CallErrorAlert error={error} />}
          {findings.length > 0 || error !== null ? (
            <Box>
              <Button size="small" onClick={() => onDismiss(id)} aria-label={t`Dismiss ${name}`}>
                {t`Dismiss`}
              </Button>
            </Box>
          ) : (
            <LinearProgress
              aria-label={t`Uploading ${name}`}
              {...(progress < 1
                ? { variant: 'determinate' as const, value: progress * 100 }
                : { variant: 'indeterminate' as const })}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}
