import Box from '@mui/material/Box';

/** Shows while authentication is loading: the exact text of specification section 2. */
export function Loading() {
  return (
    <Box component="output" sx={{ display: 'block', p: 3, color: 'text.secondary' }}>
      Loading...
    </Box>
  );
}
