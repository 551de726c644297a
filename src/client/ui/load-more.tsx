import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { type MouseEvent, useEffect, useRef } from 'react';
import { t } from '#shared/languages/translate.ts';
import { PendingButton } from './pending-button.tsx';

/** The pages of a list, as TanStack Query reads them. */
export interface ListPages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  /** The reason why the next page could not be loaded. */
  readonly nextPageError: Error | null;
  readonly fetchNextPage: () => unknown;
}

/**
 * Shows a button that loads the next page of the list beside it, and then moves the focus to the first new row, or says
 * why it could not; nothing on the last page.
 */
export function LoadMore({ pages }: { pages: ListPages }) {
  const { hasNextPage, isFetchingNextPage, nextPageError, fetchNextPage } = pages;
  const asked = useRef<{ readonly list: Element; readonly before: ReadonlySet<Element> }>(null);

  useEffect(() => {
    if (isFetchingNextPage || asked.current === null) return;
    const { list, before } = asked.current;
    asked.current = null;
    const row = rowsOf(list).find((one) => !before.has(one));
    // Someone who has gone elsewhere meanwhile stays there.
    const isElsewhere = document.activeElement !== document.body && !list.contains(document.activeElement);
    if (row === undefined || isElsewhere) return;
    row.tabIndex = -1;
    row.focus();
  }, [isFetchingNextPage]);

  function loadMore({ currentTarget }: MouseEvent) {
    const list = currentTarget.parentElement?.parentElement;
    if (list) asked.current = { list, before: new Set(rowsOf(list)) };
    void fetchNextPage();
  }

  if (!hasNextPage) return null;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, mt: 2 }}>
      {nextPageError !== null && (
        <Alert severity="error">
          <AlertTitle>{t`The next rows couldn’t be loaded.`}</AlertTitle>
          {nextPageError.message}
        </Alert>
      )}
      <PendingButton variant="outlined" pending={isFetchingNextPage} onClick={loadMore}>
        {nextPageError === null ? t`Load more` : t`Try again`}
      </PendingButton>
    </Box>
  );
}

function rowsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('tbody > tr, li')];
}
