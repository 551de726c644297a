import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface DescriptionItem {
  readonly label: string;
  readonly value: ReactNode;
}

/** The layout follows the width of the list, not of the window. */
const WIDE = '@container (min-width: 420px)';

/** Shows names and values side by side, or below each other where it is narrow. */
export function DescriptionList({ items }: { items: readonly DescriptionItem[] }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          alignItems: 'baseline',
          columnGap: 2,
          rowGap: 0.25,
          [WIDE]: { gridTemplateColumns: '160px minmax(0, 1fr)', rowGap: 1 },
        }}
      >
        {items.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              sx={{ m: 0, mb: 1.25, minWidth: 0, overflowWrap: 'anywhere', [WIDE]: { mb: 0 } }}
            >
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
