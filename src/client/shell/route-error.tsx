import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRouteError } from 'react-router';
import { ChunkError } from './load-chunk.ts';

/**
 * What shows in place of a screen that failed. The way on is to load the page anew: it keeps the address, fetches
 * scripts again, and gets those of a new release.
 */
export function RouteError() {
  const error = useRouteError();
  const isChunk = error instanceof ChunkError;
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', p: 2, width: '100%' }}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => window.location.reload()}>
            {isChunk ? 'Try again' : 'Reload'}
          </Button>
        }
      >
        <AlertTitle>{isChunk ? error.message : 'This screen stopped working'}</AlertTitle>
        {isChunk
          ? `${error.reason} Check your connection, then try again.`
          : 'What you saved before is safe. Reload the page to go on.'}
      </Alert>
    </Box>
  );
}
