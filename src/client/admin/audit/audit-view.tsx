import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { AUDIT_LIST, AuditLine } from '#client/components/audit/audit-line.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths, withFilter } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { type AuditFilter, AuditFilters, FILTER_NAMES } from './audit-filters.tsx';

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
  const list = useCallPages('audit.list', {
    ...(value('actor') && { actorUid: value('actor') }),
    ...(value('app') && { appId: value('app') }),
    ...(value('about') && { subjectUid: value('about') }),
    ...(value('event') && { event: value('event') }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const isFiltered = FILTER_NAMES.some((name) => value(name) !== '');
  return (
    <>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        Every change in the store, newest first. Entries can’t be edited or deleted.
      </Typography>
      <AuditFilters
        value={value}
        onChange={(name, next) => setParams(withFilter(name, next), { replace: true })}
      />
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      {entries?.length === 0 && (
        <Empty
          picture="search"
          title={isFiltered ? 'No matching entries.' : 'No entries yet.'}
          action={isFiltered && <Button href={paths.audit}>Show everything</Button>}
        />
      )}
      {entries !== undefined && entries.length > 0 && (
        <Paper sx={{ px: { xs: 2, sm: 3 }, py: 1 }}>
          <Box component="ul" aria-label="Audit log" sx={AUDIT_LIST}>
            {entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} />
            ))}
          </Box>
        </Paper>
      )}
      <LoadMore pages={list} />
    </>
  );
}
