import { useSearchParams } from 'react-router';
import { AdminDashboard } from './admin/admin-dashboard.tsx';
import { lazyChunk } from './components/chunk/lazy-chunk.tsx';
import { ReviewPage } from './review/review-page.tsx';

/* The part of the routes that composes two screens; apart, as only admins load it. */

const QueueView = lazyChunk('queue', async () => (await import('./review/queue/queue-view.tsx')).QueueView);
const ListingChanges = lazyChunk(
  'listing-changes',
  async () => (await import('./review/listing-changes.tsx')).ListingChanges,
);
const ListingReviewPage = lazyChunk(
  'listing-review',
  async () => (await import('./review/listing-review-page.tsx')).ListingReviewPage,
);

/** Shows the review of one version (`?version=`) or listing (`?listing=`), otherwise the Admin Dashboard. */
export default function AdminPage() {
  const [params] = useSearchParams();
  const versionId = params.get('version');
  const appId = params.get('listing');
  if (versionId !== null) return <ReviewPage key={versionId} versionId={versionId} />;
  if (appId !== null) return <ListingReviewPage key={appId} appId={appId} />;
  return <AdminDashboard reviewQueue={<QueueView />} listingChanges={<ListingChanges />} />;
}
