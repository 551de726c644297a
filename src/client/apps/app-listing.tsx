import type { AppPartProps } from '#client/components/app/loaded-app.ts';
import { ListingPart } from './listing/listing-part.tsx';
import { ResubmitNote } from './versions/resubmit-note.tsx';

/** Shows the listing of an app, with the way to resubmit a version that was rejected because of it. */
export function AppListing({ loaded }: AppPartProps) {
  return (
    <>
      <ResubmitNote loaded={loaded} />
      <ListingPart appId={loaded.app.id} />
    </>
  );
}
