import Box from '@mui/material/Box';
import { t } from '#shared/languages/translate.ts';

/** Shows while authentication is loading: the exact text of specification section 2. */
export function Loading() {
  return (
    // In a font that is there, so that the typeface doesn't delay what is being loaded.
    <Box
      component="output"
      sx={{ display: 'block', p: 3, color: 'text.secondary', fontFamily: 'system-ui, sans-serif' }}
    >
      {t`Loading...`}
    </Box>
  );
}
