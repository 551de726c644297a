import Button from '@mui/material/Button';
import { type ReactNode, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { useDailyDownloads } from '#client/components/statistics/use-daily-downloads.ts';
import { withFilter } from '#client/paths.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { chosenOf, Filters, SelectFilter } from '#client/ui/filters.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { TableSkeleton } from '#client/ui/table-skeleton.tsx';
import { t } from '#shared/languages/translate.ts';
import { APP_STATUS_NAMES, APP_STATUSES } from '#shared/statuses/app-status.ts';
import { allAppColumns, DownloadsContext, ownAppColumns } from './app-columns.tsx';
import { PLATFORM_CHOICES } from './platform-filter.ts';

const STATUSES = [
  ['', t`Any status`],
  ...APP_STATUS_NAMES.map((status) => [status, APP_STATUSES[status].label] as const),
] as const;
const SORTS = [
  ['', t`Newest first`],
  ['updated', t`Recently changed`],
  ['name', t`Name`],
  ['status', t`Status`],
] as const;

interface AppListProps {
  /** The user's own apps, or all apps of the store, with their publishers. */
  readonly scope: 'mine' | 'all';
  readonly label: string;
  readonly pathOf: (appId: string) => string;
  /** Shown while there are no apps to filter. */
  readonly empty: ReactNode;
}

/** Lists apps in a table. Search, filters and order are in the address. */
export function AppList({ scope, label, pathOf, empty }: AppListProps) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const query = params.get('q') ?? '';
  const status = chosenOf(STATUSES, params.get('status'));
  const platform = chosenOf(PLATFORM_CHOICES, params.get('platform'));
  const sort = chosenOf(SORTS, params.get('sort'));
  const list = useCallPages('apps.list', {
    scope,
    ...(query && { query }),
    ...(status && { status }),
    ...(platform && { platform }),
    ...(sort && { sort }),
  });
  const pages = list.data?.pages.map((page) => page.apps);
  const apps = pages?.flat();
  const downloads = useDailyDownloads(scope === 'mine' ? (pages ?? []) : []);
  const columns = useMemo(
    () => (scope === 'mine' ? ownAppColumns(pathOf) : allAppColumns(pathOf)),
    [scope, pathOf],
  );
  const isFiltered = query !== '' || status !== undefined || platform !== undefined;
  const setFilter = (name: string) => (value: string) =>
    setParams(withFilter(name, value), { replace: true });

  if (apps?.length === 0 && !isFiltered) return empty;
  return (
    <>
      <Filters
        hasDensity
        search={
          <SearchField label={t`Search by name or application ID`} value={query} onSearch={setFilter('q')} />
        }
      >
        <SelectFilter
          label={t`Status`}
          value={status ?? ''}
          options={STATUSES}
          onChange={setFilter('status')}
        />
        <SelectFilter
          label={t`Platform`}
          value={platform ?? ''}
          options={PLATFORM_CHOICES}
          onChange={setFilter('platform')}
        />
        <SelectFilter
          label={t`Sort by`}
          isForCards
          value={sort ?? ''}
          options={SORTS}
          onChange={setFilter('sort')}
        />
      </Filters>
      <CallStatus call={list} skeleton={<TableSkeleton columns={columns} />} />
      {apps?.length === 0 && (
        <Empty
          picture="search"
          title={t`No apps match.`}
          action={<Button onClick={() => setParams({}, { replace: true })}>{t`Show all apps`}</Button>}
        />
      )}
      {apps !== undefined && apps.length > 0 && (
        <DownloadsContext value={downloads}>
          <DataTable
            label={label}
            columns={columns}
            rows={apps}
            keyOf={({ id }) => id}
            sort={sort ?? 'newest'}
            onSort={setFilter('sort')}
            onOpen={({ id }) => void navigate(pathOf(id))}
          />
        </DownloadsContext>
      )}
      <LoadMore pages={list} />
    </>
  );
}
