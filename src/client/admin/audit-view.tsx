import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths, withFilter } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { type AuditFilter, AuditFilters, FILTER_NAMES } from './audit-filters.tsx';
import { AUDIT_LIST, AuditLine } from './audit-line.tsx';

/** The local day of a `YYYY-MM-DD` date, moved by days, as an ISO 8601 moment; null when it is no date. */
function momentOf(date: string, moveDays = 0): string | null {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(year, month - 1, day + moveDays).toISOString();
}

/** Who did what to which app or person, and when: the store's append-only log, filtered in the address. */
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
        Every action that changes something, the newest first. Nobody can change or delete a line.
      </Typography>
      <AuditFilters
        value={value}
        onChange={(name, next) => setParams((before) => withFilter(before, name, next), { replace: true })}
      />
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {entries === undefined && list.error === null && <ListSkeleton />}
      {entries?.length === 0 && (
        <Empty
          title={isFiltered ? 'Nothing of that kind has happened.' : 'Nothing has happened yet.'}
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
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
