import type { Person } from '#test/support/people.ts';

interface ListedApp {
  readonly appId: string;
  readonly owner: Person;
}

/** Changes the summary of a live listing, which goes live immediately, and its name, which waits for approval. */
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
}
