import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Parts } from './page-part.tsx';

/** Shows the main part of a page and a narrow column beside it, which comes below where the window is narrow. */
export function SideColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 400px)' },
        columnGap: 3,
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Parts>{children}</Parts>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Parts>{side}</Parts>
      </Box>
    </Box>
  );
}
