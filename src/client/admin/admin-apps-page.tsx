import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { AppsList } from './apps-list.tsx';

const ManagedApp = lazy(async () => ({ default: (await import('./managed-app.tsx')).ManagedApp }));

/** App Management: every app of the store, or with `?app=` one of them. */
export default function AdminAppsPage() {
  const appId = useSearchParams()[0].get('app');
  if (appId === null) return <AppsList />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ManagedApp key={appId} appId={appId} />
    </Suspense>
  );
}
