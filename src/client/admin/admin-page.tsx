import { useSearchParams } from 'react-router';
import { ReviewPanel } from './review-panel.tsx';
import { ReviewQueue } from './review-queue.tsx';

/** The reviewers' page: the queue, or with `?version=` the review of one version. */
export default function AdminPage() {
  const versionId = useSearchParams()[0].get('version');
  return versionId === null ? <ReviewQueue /> : <ReviewPanel key={versionId} versionId={versionId} />;
}
