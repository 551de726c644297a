import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { ListingEditor } from './listing-editor.tsx';

/** Shows the listing of an app for editing; `?locale=` selects the language. */
export function ListingPart({ appId }: { readonly appId: string }) {
  const app = useCallQuery('apps.get', { appId });
  const listing = useCallQuery('apps.getListing', { appId });
  const store = useCallQuery('settings.get', {});
  const failed = [app, listing, store].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <CallErrorAlert error={failed.error} onRetry={failed.refetch} />;
  if (!app.data || !listing.data || !store.data) return <FormSkeleton fields={5} />;
  return <ListingEditor about={app.data} listing={listing.data} settings={store.data.settings} />;
}
