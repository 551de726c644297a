import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useDownload } from '#client/backend/download.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths, withFilter } from '#client/paths.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import { DensitySwitch } from '#client/ui/density-switch.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { TableSkeleton } from '#client/ui/table-skeleton.tsx';
import { t } from '#shared/languages/translate.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import { type AuditFilter, AuditFilters, FILTER_NAMES } from './audit-filters.tsx';
import { ChainState } from './chain-state.tsx';

/** Returns the start of a local `YYYY-MM-DD` day, moved by days, as ISO 8601; null for an invalid date. */
function momentOf(date: string, moveDays = 0): string | null {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(year, month - 1, day + moveDays).toISOString();
}

/** Shows the store's append-only audit log. Filters are in the address. */
export function AuditView() {
  const [params, setParams] = useSearchParams();
  const value = (name: AuditFilter) => params.get(name) ?? '';
  const from = momentOf(value('from'));
  const to = momentOf(value('to'), 1);
  const filter = {
    ...(value('actor') && { actorUid: value('actor') }),
    ...(value('app') && { appId: value('app') }),
    ...(value('about') && { subjectUid: value('about') }),
    ...(value('event') && { event: value('event') }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
  const list = useCallPages('audit.list', filter);
  const download = useDownload();
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const isFiltered = FILTER_NAMES.some((name) => value(name) !== '');
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography sx={{ flex: '1 1 300px', color: 'text.secondary' }}>
          {t`Every change in the store, newest first. Entries can’t be edited or deleted.`}
        </Typography>
        <PendingButton
          variant="outlined"
          startIcon={<DownloadIcon />}
          pending={download.isPending}
          onClick={() => download.mutate(`audit/export?${new URLSearchParams(filter)}`)}
          sx={{ height: 40 }}
        >
          {t`Export CSV`}
        </PendingButton>
        <DensitySwitch />
      </Box>
      {download.error !== null && <CallErrorAlert error={download.error} />}
      <ChainState />
      <AuditFilters
        value={value}
        onChange={(name, next) => setParams(withFilter(name, next), { replace: true })}
      />
      <CallStatus call={list} skeleton={<TableSkeleton columns={AUDIT_COLUMNS} />} />
      {entries?.length === 0 && (
        <Empty
          picture="search"
          title={isFiltered ? t`No matching entries.` : t`No entries yet.`}
          action={isFiltered && <Button href={paths.audit}>{t`Show everything`}</Button>}
        />
      )}
      {entries !== undefined && entries.length > 0 && (
        <DataTable
          label={t`Audit log`}
          columns={AUDIT_COLUMNS}
          rows={entries}
          keyOf={({ id }) => id}
          details={{
            nameOf: ({ id }) => t`entry ${id}`,
            Content: AuditDetails,
          }}
        />
      )}
      <LoadMore pages={list} />
    </>
  );
}
