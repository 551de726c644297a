import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChunkError } from '#client/backend/load-chunk.ts';
import { ChunkFailure } from '#client/components/chunk/lazy-chunk.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { t } from '#shared/languages/translate.ts';

/**
 * Shows in place of a screen that failed. The button reloads the page, which keeps the address and loads the scripts
 * of a new release.
 */
export function ScreenError({ error }: { error: unknown }) {
  const reload = () => window.location.reload();
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', p: 2, width: '100%' }}>
      {error instanceof ChunkError ? (
        <ChunkFailure error={error} onRetry={reload} />
      ) : (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={reload}>
              {t`Reload`}
            </Button>
          }
        >
          {rich`${<AlertTitle>{t`Something went wrong`}</AlertTitle>}Your saved changes are safe. Reload the page to continue.`}
        </Alert>
      )}
    </Box>
  );
}
