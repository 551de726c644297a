import Box from '@mui/material/Box';

/** What shows until it is known who is signed in: the exact text of specification section 2. */
export function Loading() {
  return (
    <Box component="output" sx={{ display: 'block', p: 3, color: 'text.secondary' }}>
      Loading...
    </Box>
  );
}
