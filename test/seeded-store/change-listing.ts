import type { Person } from '#test/support/people.ts';

interface ListedApp {
  readonly appId: string;
  readonly owner: Person;
  readonly admin: Person;
}

/**
 * Gives an app's listing an approved default language, a changed summary that is live, and a changed name and a new
 * language that wait for approval.
 */
export async function changeListing({ appId, owner, admin }: ListedApp): Promise<void> {
  const { differences } = await admin.call('listings.getReview', { appId });
  const first = differences.filter(({ locale }) => locale === 'en-US');
  await admin.call('listings.approve', {
    appId,
    changes: first.map(({ locale, field, revision }) => ({ locale, field, revision })),
  });
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
