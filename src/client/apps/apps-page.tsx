import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths, withFilter } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { AppListFilters } from '#client/ui/app-list-filters.tsx';
import { AppRow } from '#client/ui/app-row.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { appSortSchema, appStatusSchema, platformSchema } from '#shared/apps/app.ts';

/** My Apps: what the signed-in person publishes or works on, searched, filtered and sorted in the address. */
export default function AppsPage() {
  const mayPublish = useSessionUser().role !== 'user';
  const newApp = mayPublish ? (
    <Button variant="contained" startIcon={<AddIcon />} href={paths.newApp}>
      New app
    </Button>
  ) : undefined;
  return (
    <Page title="My Apps" action={newApp}>
      <MyApps mayPublish={mayPublish} />
    </Page>
  );
}

function MyApps({ mayPublish }: { mayPublish: boolean }) {
  const { storage } = useBackend();
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const status = appStatusSchema.safeParse(params.get('status')).data;
  const platform = platformSchema.safeParse(params.get('platform')).data;
  const sort = appSortSchema.safeParse(params.get('sort')).data ?? 'newest';
  const isFiltered = query !== '' || status !== undefined || platform !== undefined;
  const list = useCallPages('apps.list', {
    scope: 'mine',
    ...(query && { query }),
    ...(status && { status }),
    ...(platform && { platform }),
    sort,
  });
  const apps = list.data?.pages.flatMap((page) => page.apps);

  const setFilter = (name: 'q' | 'status' | 'platform' | 'sort', value: string | undefined) =>
    setParams((before) => withFilter(before, name, value), { replace: true });

  if (list.error) return <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (apps === undefined) return <ListSkeleton />;
  if (apps.length === 0 && !isFiltered) return <NoApps mayPublish={mayPublish} />;
  return (
    <>
      <AppListFilters
        query={query}
        status={status}
        onQuery={(next) => setFilter('q', next)}
        onStatus={(next) => setFilter('status', next)}
        platform={{ value: platform, onChange: (next) => setFilter('platform', next) }}
        sort={{
          value: sort,
          onChange: (next) => setFilter('sort', next === 'newest' ? undefined : next),
        }}
      />
      {apps.length === 0 ? (
        <Empty
          title="No app of yours matches."
          action={<Button onClick={() => setParams({}, { replace: true })}>Show all apps</Button>}
        />
      ) : (
        <Rows label="My apps">
          {apps.map((app) => (
            <AppRow
              key={app.id}
              app={app}
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
    </>
  );
}

function NoApps({ mayPublish }: { mayPublish: boolean }) {
  if (!mayPublish) {
    return (
      <Empty title="Apps that you publish are listed here. Publishing is for developers; your dashboard says how to become one." />
    );
  }
  return (
    <Empty
      title="An app holds the versions you upload. Create one with the application id that your package declares."
      action={
        <Button variant="contained" href={paths.newApp}>
          Create your first app
        </Button>
      }
    />
  );
}
