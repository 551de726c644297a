import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths, withFilter } from '#client/paths.ts';
import { AppRow } from '#client/ui/app-row.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { STATUS_LOOKS } from '#client/ui/status-table.ts';
import { appSortSchema, appStatusSchema, platformSchema } from '#shared/apps/app.ts';
import { SelectFilter } from './select-filter.tsx';

const STATUSES = [
  ['', 'Any status'],
  ...appStatusSchema.options.map((status) => [status, STATUS_LOOKS[status].word] as const),
] as const;
const PLATFORMS = [
  ['', 'Any platform'],
  ['android', 'Android'],
  ['ios', 'iOS'],
] as const;
const SORTS = [
  ['', 'Newest first'],
  ['updated', 'Last changed first'],
  ['name', 'By name'],
  ['status', 'By status'],
] as const;

/** Every app of the store, searched, filtered and sorted in the address. */
export function AppsList() {
  const { storage } = useBackend();
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const status = appStatusSchema.safeParse(params.get('status')).data;
  const platform = platformSchema.safeParse(params.get('platform')).data;
  const sort = appSortSchema.safeParse(params.get('sort')).data;
  const list = useCallPages('apps.list', {
    scope: 'all',
    ...(query && { query }),
    ...(status && { status }),
    ...(platform && { platform }),
    ...(sort && { sort }),
  });
  const apps = list.data?.pages.flatMap((page) => page.apps);
  const isFiltered = query !== '' || status !== undefined || platform !== undefined;
  const setFilter = (name: string) => (value: string) =>
    setParams((before) => withFilter(before, name, value), { replace: true });

  return (
    <Page title="App Management" status="Every app of this store; open one to see its history or remove it.">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
        <Box sx={{ flex: '1 1 300px' }}>
          <SearchField label="Search by name or application id" value={query} onSearch={setFilter('q')} />
        </Box>
        <SelectFilter label="Status" value={status ?? ''} options={STATUSES} onChange={setFilter('status')} />
        <SelectFilter
          label="Platform"
          value={platform ?? ''}
          options={PLATFORMS}
          onChange={setFilter('platform')}
        />
        <SelectFilter label="Order" value={sort ?? ''} options={SORTS} onChange={setFilter('sort')} />
      </Box>
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {apps === undefined && list.error === null && <ListSkeleton />}
      {apps?.length === 0 &&
        (isFiltered ? (
          <Empty title="No app matches." action={<Button href={paths.adminApps}>Show all apps</Button>} />
        ) : (
          <Empty title="No publisher has created an app yet." />
        ))}
      {apps !== undefined && apps.length > 0 && (
        <Rows label="All apps">
          {apps.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              showOwner
              href={paths.adminApp(app.id)}
              iconUrl={app.iconPath && storage.urlOf(app.iconPath)}
            />
          ))}
        </Rows>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  );
}
