import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths, withFilter } from '#client/paths.ts';
import { AppListFilters } from '#client/ui/app-list-filters.tsx';
import { AppRow } from '#client/ui/app-row.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { appStatusSchema } from '#shared/apps/app.ts';

/** Every app of the store, searched and filtered in the address. */
export default function AdminAppsPage() {
  const { storage } = useBackend();
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const status = appStatusSchema.safeParse(params.get('status')).data;
  const list = useCallPages('apps.list', {
    scope: 'all',
    ...(query && { query }),
    ...(status && { status }),
  });
  const apps = list.data?.pages.flatMap((page) => page.apps);
  const isFiltered = query !== '' || status !== undefined;

  const setFilter = (name: 'q' | 'status', value: string | undefined) =>
    setParams((before) => withFilter(before, name, value), { replace: true });

  return (
    <Page title="App Management" status="Every app of this store, the newest first.">
      <AppListFilters
        query={query}
        status={status}
        onQuery={(next) => setFilter('q', next)}
        onStatus={(next) => setFilter('status', next)}
      />
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {apps === undefined && list.error === null && <ListSkeleton />}
      {apps?.length === 0 &&
        (isFiltered ? (
          <Empty
            title="No app matches."
            action={<Button onClick={() => setParams({}, { replace: true })}>Show all apps</Button>}
          />
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
              href={paths.app(app.id)}
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
