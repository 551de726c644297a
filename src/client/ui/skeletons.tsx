import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

const WAITING = { role: 'status', 'aria-label': 'Loading' } as const;

/** Rows of a list that is on its way: a round picture and two lines each. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Box {...WAITING} sx={{ display: 'grid', gap: 1 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2, height: 64 }}>
          <Skeleton variant="rounded" width={40} height={40} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="65%" />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** A page that is on its way: its title and its content's surface. */
export function PageSkeleton() {
  return (
    <Box {...WAITING} sx={{ maxWidth: 1200, mx: 'auto', width: '100%' }}>
      <Skeleton width={240} height={40} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={280} />
    </Box>
  );
}

/** Fields of a form that is on its way. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Box {...WAITING} sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}>
      {Array.from({ length: fields }, (_, field) => (
        <Box key={field}>
          <Skeleton width={120} sx={{ mb: 0.5 }} />
          <Skeleton variant="rounded" height={40} />
        </Box>
      ))}
    </Box>
  );
}
