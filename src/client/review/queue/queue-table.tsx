import Checkbox from '@mui/material/Checkbox';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { withFilter } from '#client/paths.ts';
import type { TableColumn } from '#client/ui/data-row.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import { TextCell, TitleCell } from '#client/ui/table-cells.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import type { QueueSort } from '#shared/reviews/queue-filter.ts';
import {
  CapabilitiesFact,
  changeText,
  FindingsFact,
  MessagesFact,
  RejectionsFact,
  ReviewerFact,
} from './queue-facts.tsx';

export interface QueueRowsProps {
  readonly items: readonly QueueItem[];
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (versionId: string) => void;
  readonly onSelect: (versionIds: ReadonlySet<string>) => void;
  readonly hrefOf: (versionId: string) => string;
}

interface FactColumn extends TableColumn<QueueItem> {
  /** Leaves the column out, so that names get its space, unless this is true for a version. */
  readonly isShownFor?: (item: QueueItem) => boolean;
}

/** The columns with facts about a version. */
export const FACT_COLUMNS: readonly FactColumn[] = [
  { label: t`Change`, width: 140, cell: changeText },
  {
    label: t`Access`,
    width: 128,
    sorts: [{ sort: 'permissions', direction: 'desc' }],
    cell: (item) => (item.newCapabilities.length === 0 ? null : <CapabilitiesFact item={item} />),
  },
  {
    label: t`Findings`,
    width: 112,
    sorts: [{ sort: 'findings', direction: 'desc' }],
    cell: (item) =>
      item.version.findingCounts.warnings + item.infos === 0 ? null : <FindingsFact item={item} />,
  },
  {
    label: t`Rejected`,
    width: 80,
    isShownFor: ({ earlierRejections }) => earlierRejections > 0,
    cell: (item) => (item.earlierRejections === 0 ? null : <RejectionsFact item={item} />),
  },
  {
    label: t`Messages`,
    width: 92,
    isShownFor: ({ unansweredMessages }) => unansweredMessages > 0,
    cell: (item) => (item.unansweredMessages === 0 ? null : <MessagesFact item={item} />),
  },
  {
    label: t`Reviewer`,
    width: 144,
    cell: (item) => (
      <TextCell text={item.reviewerName ?? t`Unassigned`}>
        <ReviewerFact item={item} />
      </TextCell>
    ),
  },
  {
    label: t`Age`,
    width: 116,
    sorts: [
      { sort: 'oldest', direction: 'desc' },
      { sort: 'newest', direction: 'asc' },
    ],
    cell: ({ version }) => (version.queuedAt === null ? null : <Time iso={version.queuedAt} />),
  },
];

/** Width of the names of apps and publishers beside all facts. */
const MIN_NAME_WIDTH = 180;

/** Shows the queue as a table: 40 px for each version, unless the user prefers comfortable rows. */
export function QueueTable({ sort, ...rows }: QueueRowsProps & { readonly sort: QueueSort }) {
  const { items, selected, onToggle, hrefOf } = rows;
  const [selection, app, ...facts] = useMemo(() => queueColumns(onToggle, hrefOf), [onToggle, hrefOf]);
  const shown = facts.filter(
    ({ isShownFor }: FactColumn) => isShownFor === undefined || items.some(isShownFor),
  );
  // Names get all that is left, unless every fact needs its space.
  const hasFreeSpace = facts.every((fact) => fact.isShownFor === undefined || !shown.includes(fact));
  const [, setParams] = useSearchParams();
  const navigate = useNavigate();
  return (
    <DataTable
      label={t`Review queue`}
      columns={[
        { ...selection, heading: <SelectAll {...rows} /> },
        hasFreeSpace ? app : { ...app, width: MIN_NAME_WIDTH },
        ...shown,
      ]}
      rows={items}
      keyOf={({ version }) => version.id}
      density="compact"
      sort={sort}
      onSort={(next) => setParams(withFilter('sort', next), { replace: true })}
      onOpen={({ version }) => void navigate(hrefOf(version.id))}
      markOf={({ version }) => version.id}
      isSelected={({ version }) => selected.has(version.id)}
    />
  );
}

function queueColumns(
  onToggle: QueueRowsProps['onToggle'],
  hrefOf: QueueRowsProps['hrefOf'],
): readonly [TableColumn<QueueItem>, TableColumn<QueueItem>, ...FactColumn[]] {
  return [
    {
      label: t`Selected`,
      width: 44,
      cell: ({ app, version }, isSelected) => (
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={() => onToggle(version.id)}
          slotProps={{ input: { 'aria-label': t`Select ${app.name} ${versionTitle(version)}` } }}
          sx={{ m: -1 }}
        />
      ),
    },
    {
      label: t`App`,
      inCard: 'title',
      sorts: [{ sort: 'name', direction: 'asc' }],
      cell: (item) => <QueuedApp item={item} href={hrefOf(item.version.id)} />,
    },
    ...FACT_COLUMNS,
  ];
}

function SelectAll({ items, selected, onSelect }: QueueRowsProps) {
  const chosen = items.filter(({ version }) => selected.has(version.id)).length;
  const toggleAll = () =>
    onSelect(new Set(chosen === items.length ? [] : items.map(({ version }) => version.id)));
  return (
    <Checkbox
      size="small"
      checked={chosen === items.length}
      indeterminate={chosen > 0 && chosen < items.length}
      onChange={toggleAll}
      slotProps={{ input: { 'aria-label': t`Select all versions shown` } }}
      sx={{ m: -1 }}
    />
  );
}

function QueuedApp({ item: { app, version }, href }: { item: QueueItem; href: string }) {
  const { storage } = useBackend();
  return (
    <TitleCell
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={24} />
      }
      title={app.name}
      href={href}
      subtitle={[versionTitle(version), app.ownerName].filter((text) => text !== null).join(' · ')}
    />
  );
}
