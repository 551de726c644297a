import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Snackbar from '@mui/material/Snackbar';
import { usePausedUpdates } from '#client/backend/use-paused-updates.ts';
import { describeDuration } from '#shared/duration.ts';
import { t } from '#shared/languages/translate.ts';

/**
 * Says that what is shown isn't updated for a while, because of too many requests. Everything stays on the screen
 * meanwhile.
 */
export function PausedUpdates() {
  const seconds = usePausedUpdates();
  return (
    <Snackbar open={seconds !== null} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
      <Box component="output">
        <Alert severity="info" role="presentation">
          {seconds !== null &&
            t`Too many requests. What you see stays, and is updated again in ${describeDuration(seconds)}.`}
        </Alert>
      </Box>
    </Snackbar>
  );
}
