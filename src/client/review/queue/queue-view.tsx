import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, Suspense, useCallback, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { useShortcuts } from '#client/ui/shortcuts.ts';
import { TableSkeleton } from '#client/ui/table-skeleton.tsx';
import type { CallResult } from '#shared/calls.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { MAX_BULK_DECISIONS } from '#shared/reviews/bulk.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import { BulkButtons, type BulkKind } from './bulk-buttons.tsx';
import { ClaimBar } from './claim-bar.tsx';
import { queuedReviewHref, readQueueFilter } from './queue-address.ts';
import { QueueCards } from './queue-cards.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueSummary } from './queue-summary.tsx';
import { FACT_COLUMNS, QueueTable } from './queue-table.tsx';

const BulkDialog = lazyChunk(
  'bulk-dialog',
  async () => (await import('./bulk-dialog.tsx')).BulkDialog,
  'window',
);

/** What came of a decision about several versions. */
interface Outcome {
  readonly title: string;
  /** The versions that are still in the queue, with the reasons. */
  readonly left: readonly string[];
}

/** Shows the versions that wait for a decision, with filters in the address, and keys to work through them. */
export function QueueView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = readQueueFilter(params);
  const pages = useCallPages('reviews.queue', filter);
  const items = pages.data?.pages.flatMap((page) => page.items);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isClaiming, setClaiming] = useState(false);
  const [deciding, setDeciding] = useState<{
    readonly kind: BulkKind;
    readonly items: readonly QueueItem[];
  } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const claim = useCallMutation('reviews.claim');
  const store = useCallQuery('settings.get', {});
  const decidesTogether = (store.data?.settings.bulkDecisions ?? 'off') !== 'off';
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
    ...(decidesTogether
      ? [
          { key: 'a', does: t`Approve the selected versions`, run: () => askToDecide('approve') },
          { key: 'r', does: t`Reject the selected versions`, run: () => askToDecide('reject') },
        ]
      : []),
  ]);

  /** The selection stays as it is: versions leave the queue while they are decided about. */
  function askToDecide(kind: BulkKind) {
    if (chosen.length > 0 && chosen.length <= MAX_BULK_DECISIONS) setDeciding({ kind, items: chosen });
  }

  function showDecided(results: CallResult<'reviews.decideSeveral'>['results']) {
    const titles = new Map(deciding?.items.map((item) => [item.version.id, appVersionTitle(item)]));
    const left = results.filter(({ denialReason }) => denialReason !== null);
    const count = results.length - left.length;
    setOutcome({
      title:
        deciding?.kind === 'approve'
          ? plural(count, { one: 'Approved # version.', other: 'Approved # versions.' })
          : plural(count, { one: 'Rejected # version.', other: 'Rejected # versions.' }),
      left: left.map(
        ({ versionId, denialReason, sentence }) =>
          `${titles.get(versionId) ?? versionId}: ${writeSentence(sentence, denialReason ?? '')}`,
      ),
    });
    setDeciding(null);
    setSelected(new Set());
  }

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
      {outcome !== null && (
        <Alert
          severity={outcome.left.length > 0 ? 'warning' : 'success'}
          onClose={() => setOutcome(null)}
          sx={{ mb: 2 }}
        >
          {outcome.title}
          {outcome.left.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
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
      >
        {decidesTogether && <BulkButtons count={chosen.length} onAsk={askToDecide} />}
      </ClaimBar>
      {deciding !== null && (
        <Suspense fallback={null}>
          <BulkDialog
            kind={deciding.kind}
            chosen={deciding.items}
            onDecided={showDecided}
            onClose={() => setDeciding(null)}
          />
        </Suspense>
      )}
    </>
  );
}
