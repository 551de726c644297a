import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { AppList } from '#client/components/app/app-list.tsx';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

const ManagedApp = lazyChunk('managed-app', async () => (await import('./managed-app.tsx')).ManagedApp);

/** Shows App Management: every app of the store, or with `?app=` one of them. */
export default function AdminAppsPage() {
  const appId = useSearchParams()[0].get('app');
  if (appId === null) {
    return (
      <Page
        isWide
        title={SCREENS.adminApps.title}
        status={t`Every app in this store. Open one to see its history or remove it.`}
      >
        <AppList
          scope="all"
          label={t`All apps`}
          pathOf={paths.adminApp}
          empty={<Empty picture="quay" title={t`No apps yet.`} />}
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
