import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { useShortcuts } from '#client/ui/shortcuts.ts';
import { TableSkeleton } from '#client/ui/table-skeleton.tsx';
import { t } from '#shared/languages/translate.ts';
import { ClaimBar } from './claim-bar.tsx';
import { queuedReviewHref, readQueueFilter } from './queue-address.ts';
import { QueueCards } from './queue-cards.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueSummary } from './queue-summary.tsx';
import { FACT_COLUMNS, QueueTable } from './queue-table.tsx';

/** Shows the versions that wait for a decision, with filters in the address, and keys to work through them. */
export function QueueView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = readQueueFilter(params);
  const pages = useCallPages('reviews.queue', filter);
  const items = pages.data?.pages.flatMap((page) => page.items);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isClaiming, setClaiming] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const claim = useCallMutation('reviews.claim');
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'));
  // A version that left the queue meanwhile can't be claimed.
  const chosen = items?.filter(({ version }) => selected.has(version.id)) ?? [];

  const toggle = useCallback(
    (versionId: string) => {
      setSelected((before) => {
        const next = new Set(before);
        if (!next.delete(versionId)) next.add(versionId);
        return next;
      });
    },
    [setSelected],
  );
  const hrefOf = useCallback((versionId: string) => queuedReviewHref(params, versionId), [params]);

  function focusedRow(): string | null {
    return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
  }

  function moveFocus(step: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (step === 1 && at === rows.length - 1 && pages.hasNextPage) void pages.fetchNextPage();
    const next = rows[at + step] ?? rows[Math.max(at, 0)];
    next?.querySelector('a')?.focus();
  }

  function claimByKey() {
    const versionId = focusedRow();
    if (chosen.length > 0) setClaiming(true);
    else if (versionId !== null) claim.mutate({ versionId });
  }

  function moveByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveFocus(event.key === 'ArrowDown' ? 1 : -1);
  }

  const withFocused = (run: (versionId: string) => void) => () => {
    const versionId = focusedRow();
    if (versionId !== null) run(versionId);
  };
  useShortcuts([
    { key: 'j', does: t`Next version; in the list also ↓`, run: () => moveFocus(1) },
    { key: 'k', does: t`Previous version; in the list also ↑`, run: () => moveFocus(-1) },
    {
      key: 'o',
      does: t`Open the version; on its name also Enter`,
      run: withFocused((versionId) => void navigate(hrefOf(versionId))),
    },
    { key: 'x', does: t`Select the version`, run: withFocused(toggle) },
    { key: 'c', does: t`Claim the version, or all selected ones`, run: claimByKey },
  ]);

  const rows = {
    items: items ?? [],
    selected,
    onToggle: toggle,
    onSelect: setSelected,
    hrefOf,
  };
  const isFiltered = Object.keys(filter).some((name) => name !== 'sort');
  return (
    <>
      <QueueSummary filter={filter}>
        <QueueFilters filter={filter} withSort={!isWide} />
      </QueueSummary>
      {claim.error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={claim.error} />
        </Box>
      )}
      <CallStatus call={pages} skeleton={<TableSkeleton columns={FACT_COLUMNS} density="compact" />} />
      {items?.length === 0 && (
        <Empty
          picture={isFiltered ? 'search' : 'done'}
          title={
            isFiltered
              ? t`No version in the queue matches.`
              : t`The review queue is empty. Submitted versions appear here.`
          }
          action={isFiltered && <Button href={paths.queue}>{t`Show the whole queue`}</Button>}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <Box ref={list} onKeyDown={moveByArrow}>
          {isWide ? <QueueTable {...rows} sort={filter.sort ?? 'oldest'} /> : <QueueCards {...rows} />}
        </Box>
      )}
      <LoadMore pages={pages} />
      <ClaimBar
        chosen={chosen}
        isAsking={isClaiming}
        onAsk={setClaiming}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}
