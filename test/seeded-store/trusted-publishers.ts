import { INITIAL_ISSUERS } from '#shared/trusted-publishers/issuer.ts';
import type { Person } from '#test/support/people.ts';

interface Publishing {
  readonly appId: string;
  readonly owner: Person;
  readonly admin: Person;
}

/** Lets jobs of a repository, and of a build service of the store's own, publish an app. */
export async function addTrustedPublishers({ appId, owner, admin }: Publishing): Promise<void> {
  const issuer = 'https://builds.northlight.example';
  await admin.call('settings.update', {
    settings: { trustedIssuers: [...INITIAL_ISSUERS, { url: issuer, kind: 'other' }] },
  });
  await owner.call('trustedPublishers.add', {
    appId,
    issuer: 'https://token.actions.githubusercontent.com',
    source: {
      kind: 'github',
      repository: 'brandt-and-daughters/harbour-tides-and-moorings',
      repositoryId: '482190554',
      ownerId: '9918275',
      workflow: '.github/workflows/publish.yml',
      environment: 'production',
    },
    scopes: ['read', 'upload', 'listing', 'submit', 'release'],
  });
  await owner.call('trustedPublishers.add', {
    appId,
    issuer,
    source: { kind: 'other', claims: [{ name: 'sub', value: 'pipeline:harbour:nightly' }] },
    scopes: ['upload'],
  });
}
