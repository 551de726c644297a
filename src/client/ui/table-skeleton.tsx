import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { TableColumn } from './data-row.tsx';
import { type Density, useDensity } from './density.ts';
import { hiddenBelow, ROW_HEIGHTS } from './table-styles.ts';
import { Waiting } from './waiting.tsx';

interface TableSkeletonProps {
  readonly columns: readonly Pick<TableColumn<never>, 'label' | 'width' | 'hiddenBelow'>[];
  readonly density?: Density;
}

/** Shows a table that is loading: rows as high as they will be, with a bar in each column. */
export function TableSkeleton({ columns, density }: TableSkeletonProps) {
  const height = ROW_HEIGHTS[useDensity(density)];
  return (
    <Waiting sx={{ display: 'block' }}>
      <Paper sx={{ containerType: 'inline-size', overflow: 'clip' }}>
        <Box sx={{ height: 40 }} />
        {Array.from({ length: 8 }, (_, row) => (
          <Box
            key={row}
            sx={{
              display: 'flex',
              alignItems: 'center',
              height: { xs: 96, sm: height },
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            {columns.map(({ label, width, hiddenBelow: limit }) => (
              <Box
                key={label}
                sx={[{ px: 1, flex: width === undefined ? '1 1 0' : `0 1 ${width}px` }, hiddenBelow(limit)]}
              >
                <Skeleton width="70%" />
              </Box>
            ))}
          </Box>
        ))}
      </Paper>
    </Waiting>
  );
}
