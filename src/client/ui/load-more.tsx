import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

export interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** Fetches the next page of a list; nothing when there is none. */
export function LoadMore({ hasMore, loading, onMore }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', mt: 2 }}>
      <Button variant="outlined" loading={loading} onClick={onMore}>
        Load more
      </Button>
    </Box>
  );
}
