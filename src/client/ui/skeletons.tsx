import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Waiting } from './waiting.tsx';

/** Shows list rows that are loading: a picture and two lines each. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Waiting sx={{ display: 'grid', gap: 1 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2, height: 64 }}>
          <Skeleton variant="rounded" width={40} height={40} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="65%" />
          </Box>
        </Box>
      ))}
    </Waiting>
  );
}

/** Shows a page that is loading: its title and content. */
export function PageSkeleton() {
  return (
    <Waiting sx={{ display: 'block', maxWidth: 1200, mx: 'auto', width: '100%' }}>
      <Skeleton width={240} height={40} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={280} />
    </Waiting>
  );
}

/** Shows form fields that are loading. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Waiting sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}>
      {Array.from({ length: fields }, (_, field) => (
        <Box key={field}>
          <Skeleton width={120} sx={{ mb: 0.5 }} />
          <Skeleton variant="rounded" height={40} />
        </Box>
      ))}
    </Waiting>
  );
}
