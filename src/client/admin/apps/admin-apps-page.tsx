import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { AppList } from '#client/components/app/app-list.tsx';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';

const ManagedApp = lazyChunk('managed-app', async () => (await import('./managed-app.tsx')).ManagedApp);

/** Shows App Management: every app of the store, or with `?app=` one of them. */
export default function AdminAppsPage() {
  const appId = useSearchParams()[0].get('app');
  if (appId === null) {
    return (
      <Page
        isWide
        title="App Management"
        status="Every app in this store. Open one to see its history or remove it."
      >
        <AppList
          scope="all"
          label="All apps"
          pathOf={paths.adminApp}
          empty={<Empty picture="quay" title="No apps yet." />}
        />
      </Page>
    );
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ManagedApp key={appId} appId={appId} />
    </Suspense>
  );
}
