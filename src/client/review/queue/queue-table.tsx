import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { withFilter } from '#client/paths.ts';
import { Time } from '#client/ui/time.tsx';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { t } from '#shared/languages/translate.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import type { QueueSort } from '#shared/reviews/queue-filter.ts';
import {
  changeText,
  FindingsFact,
  MessagesFact,
  PermissionsFact,
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

interface Column {
  readonly label: string;
  /** In pixels; in a wide window all grow alike. */
  readonly width: number;
  /** The orders that the heading chooses, the second one when the first is chosen already. */
  readonly sorts?: readonly QueueSort[];
}

const COLUMNS: readonly Column[] = [
  { label: t`App`, width: 210, sorts: ['name'] },
  { label: t`Change`, width: 126 },
  { label: t`Permissions`, width: 108, sorts: ['permissions'] },
  { label: t`Findings`, width: 112, sorts: ['findings'] },
  { label: t`Rejected`, width: 80 },
  { label: t`Messages`, width: 86 },
  { label: t`Reviewer`, width: 124 },
  { label: t`Age`, width: 104, sorts: ['oldest', 'newest'] },
];

/** The orders that begin with the highest. */
const DESCENDING: ReadonlySet<QueueSort> = new Set(['permissions', 'findings', 'oldest']);

/** Shows the queue as a table: 40 px for each version. */
export function QueueTable({ sort, ...rows }: QueueRowsProps & { readonly sort: QueueSort }) {
  const { items, selected, onSelect } = rows;
  const chosen = items.filter(({ version }) => selected.has(version.id)).length;
  const toggleAll = () =>
    onSelect(new Set(chosen === items.length ? [] : items.map(({ version }) => version.id)));
  return (
    <Paper sx={{ overflow: 'hidden' }}>
      <Table
        size="small"
        aria-label={t`Review queue`}
        sx={{
          tableLayout: 'fixed',
          '& th, & td': { height: 40, py: 0, px: 1 },
          '& tbody tr:last-of-type > *': { borderBottom: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox" sx={{ width: 44 }}>
              <Checkbox
                size="small"
                checked={chosen === items.length}
                indeterminate={chosen > 0 && chosen < items.length}
                onChange={toggleAll}
                slotProps={{ input: { 'aria-label': t`Select all versions shown` } }}
              />
            </TableCell>
            {COLUMNS.map((column) => (
              <HeaderCell key={column.label} column={column} sort={sort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <QueueRow key={item.version.id} item={item} {...rows} />
          ))}
        </TableBody>
      </Table>
    </Paper>
  );
}

function HeaderCell({ column: { label, width, sorts }, sort }: { column: Column; sort: QueueSort }) {
  const [, setParams] = useSearchParams();
  const isSorted = sorts?.includes(sort) ?? false;
  const direction = DESCENDING.has(sort) ? 'desc' : 'asc';
  const next = sorts?.find((one) => one !== sort) ?? sorts?.[0];
  return (
    <TableCell sortDirection={isSorted && direction} sx={{ color: 'text.secondary', width }}>
      {next === undefined ? (
        label
      ) : (
        <TableSortLabel
          active={isSorted}
          direction={isSorted ? direction : 'desc'}
          onClick={() => setParams(withFilter('sort', next), { replace: true })}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

function QueueRow({ item, selected, onToggle, hrefOf }: QueueRowsProps & { readonly item: QueueItem }) {
  const navigate = useNavigate();
  const { storage } = useBackend();
  const { app, version } = item;
  const href = hrefOf(version.id);
  const isSelected = selected.has(version.id);

  function open(event: MouseEvent) {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    if (!isControl) void navigate(href);
  }

  return (
    <TableRow
      hover
      selected={isSelected}
      data-version={version.id}
      onClick={open}
      sx={{
        cursor: 'pointer',
        '&:focus-within': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' },
      }}
    >
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={() => onToggle(version.id)}
          slotProps={{ input: { 'aria-label': t`Select ${app.name} ${versionTitle(version)}` } }}
        />
      </TableCell>
      <TableCell component="th" scope="row">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
          <AppIcon
            src={version.iconPath && storage.urlOf(version.iconPath)}
            platform={app.platform}
            size={24}
          />
          <Link
            href={href}
            color="inherit"
            underline="hover"
            title={app.applicationId}
            sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', flex: '0 1 auto' }}
          >
            {app.name}
          </Link>
          <Box
            component="span"
            sx={{
              color: 'text.secondary',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              fontVariantNumeric: 'tabular-nums',
              flex: '1 1 0',
              minWidth: 0,
            }}
          >
            {versionTitle(version)}
            {app.ownerName !== null && ` · ${app.ownerName}`}
          </Box>
        </Box>
      </TableCell>
      <TableCell>{changeText(item)}</TableCell>
      <FactCell isEmpty={item.sensitivePermissions.length === 0}>
        <PermissionsFact item={item} />
      </FactCell>
      <FactCell isEmpty={version.findingCounts.warnings + item.infos === 0}>
        <FindingsFact item={item} />
      </FactCell>
      <FactCell isEmpty={item.earlierRejections === 0}>
        <RejectionsFact item={item} />
      </FactCell>
      <FactCell isEmpty={item.unansweredMessages === 0}>
        <MessagesFact item={item} />
      </FactCell>
      <TableCell sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <ReviewerFact item={item} />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {version.queuedAt !== null && <Time iso={version.queuedAt} />}
      </TableCell>
    </TableRow>
  );
}

/** Shows a fact, or a dash that screen readers read as "None". */
function FactCell({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return (
    <TableCell sx={{ position: 'relative' }}>
      {isEmpty ? (
        <>
          <Box component="span" aria-hidden sx={{ color: 'text.disabled' }}>
            –
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {t`None`}
          </Box>
        </>
      ) : (
        children
      )}
    </TableCell>
  );
}
