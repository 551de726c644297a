import { publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';

interface ListedApp {
  readonly appId: string;
  readonly owner: Person;
}

/**
 * Publishes another summary of a live listing, which goes live at once, and name, which waits for approval, and drafts another
 * description and website.
 */
export async function changeListing({ appId, owner }: ListedApp): Promise<void> {
  const { listings } = await owner.call('apps.getListing', { appId });
  const before = listings.find(({ locale }) => locale === 'en-US');
  if (!before) throw new Error('The app has no listing in its default language.');
  await owner.call('apps.updateListing', {
    appId,
    locale: 'en-US',
    revision: before.revision,
    listing: {
      ...before.texts,
      name: 'Harbour & Moorings',
      summary: 'Tides, free moorings and the weather at sea',
    },
  });
  await publishDrafts({ appId, owner });
  await owner.call('apps.updateListing', {
    appId,
    locale: 'en-US',
    revision: before.revision + 1,
    listing: {
      ...before.texts,
      name: 'Harbour & Mooring places',
      summary: 'Tides, free moorings and the weather at sea',
      description: `${before.texts.description}\n\nNow with the weather at sea for the next three days.`,
    },
  });
  const { details, detailsRevision } = await owner.call('apps.get', { appId });
  await owner.call('apps.updateDetails', {
    appId,
    details: { ...details, website: 'https://harbour.example/app' },
    revision: detailsRevision,
  });
}
