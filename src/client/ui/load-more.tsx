import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { t } from '#shared/languages/translate.ts';

/** The pages of a list, as TanStack Query reads them. */
export interface ListPages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Shows a button that loads the next page of a list; nothing on the last page. */
export function LoadMore({ pages }: { pages: ListPages }) {
  if (!pages.hasNextPage) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', mt: 2 }}>
      <Button variant="outlined" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {t`Load more`}
      </Button>
    </Box>
  );
}
