import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ChunkError } from '#client/backend/load-chunk.ts';
import { ChunkFailure } from '#client/components/chunk/lazy-chunk.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows in place of the whole product that failed, outside of the shell, which would provide the main part. */
export function WholeScreenError({ error }: { error: unknown }) {
  return (
    <Box component="main">
      <ScreenError error={error} />
    </Box>
  );
}

/**
 * Shows in place of a screen that failed. The button reloads the page, which keeps the address and loads the scripts
 * of a new release.
 */
export function ScreenError({ error }: { error: unknown }) {
  const reload = () => window.location.reload();
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', p: 2, width: '100%' }}>
      <title>{t`Something went wrong`}</title>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {t`Something went wrong`}
      </Typography>
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
          {t`Your saved changes are safe. Reload the page to continue.`}
        </Alert>
      )}
    </Box>
  );
}
