import Box from '@mui/material/Box';
import { translatedSentence } from '#shared/languages/server-sentence.ts';

/** Lists the reasons of a decision that the store's policy made. */
export function PolicyReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <Box component="ul" sx={{ mt: 0.5, mb: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {reasons.map((reason) => (
        <li key={reason}>{translatedSentence(reason)}</li>
      ))}
    </Box>
  );
}
