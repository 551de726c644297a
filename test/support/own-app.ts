import { randomInt } from 'node:crypto';
import type { CallResult } from '#shared/calls.ts';
import type { Version } from '#shared/versions/version.ts';
import { makeIdentity } from './apk-signer.ts';
import { buildPackage } from './build-package.ts';
import type { People, Person } from './people.ts';
import { uploadPackage } from './uploads.ts';

/** An app that no other test knows: its application id and its signing key are its own. */
export interface OwnApp {
  readonly owner: Person;
  readonly appId: string;
  readonly applicationId: string;
  readonly name: string;
  /** Builds a package of this app from a fixture: `plain` has version code 1, `next` has 2. */
  readonly build: (fixture?: string, versionName?: string) => Buffer;
  /** Uploads such a package and waits for its inspection. */
  readonly upload: (fixture?: string, versionName?: string) => Promise<Version>;
  /** Uploads such a package and submits it for review; returns the version's id. */
  readonly submit: (fixture?: string, versionName?: string) => Promise<string>;
}

interface OwnAppOptions {
  /** Seven letters; random ones by default. */
  readonly name?: string;
  /** Seven letters at the end of the application id; random ones by default. */
  readonly id?: string;
  /** True for packages whose names in other languages are no other app's. */
  readonly hasOwnLabels?: boolean;
  /** A new publisher by default. */
  readonly owner?: Person;
}

/** Creates a draft app with a complete listing. */
export async function createOwnApp(
  people: Pick<People, 'onboard' | 'completeListing'>,
  { id = randomLetters(), name = capitalise(id), hasOwnLabels, owner: publisher }: OwnAppOptions = {},
): Promise<OwnApp> {
  const owner = publisher ?? (await people.onboard({ name: 'Dora Developer' }));
  const applicationId = `org.example.${id}`;
  const { app } = await owner.call('apps.create', { platform: 'android', applicationId, name });
  await people.completeListing(app.id);
  const signer = makeIdentity('EC', { name });
  const build: OwnApp['build'] = (from = 'plain', versionName = from === 'next' ? '1.1' : '1.0') =>
    buildPackage({ from, name, applicationId, hasOwnLabels, versionName, signer });
  const upload: OwnApp['upload'] = (fixture, versionName) => {
    const bytes = build(fixture, versionName);
    return uploadPackage(owner, { appId: app.id, fileName: `${name}.apk`, bytes });
  };
  return {
    owner,
    appId: app.id,
    applicationId,
    name,
    build,
    upload,
    async submit(fixture, versionName) {
      const { id: versionId } = await upload(fixture, versionName);
      await owner.call('versions.submit', { versionId });
      return versionId;
    },
  };
}

/** Publishes every drafted change of a live app's listing; returns what became of them. */
export async function publishDrafts({
  owner,
  appId,
}: Pick<OwnApp, 'owner' | 'appId'>): Promise<CallResult<'apps.publishListing'>> {
  const { unpublished } = await owner.call('apps.getListing', { appId });
  const changes = unpublished
    .filter(({ status }) => status === 'draft')
    .map(({ locale, field, revision }) => ({ locale, field, revision }));
  return changes.length === 0
    ? { live: [], waiting: [] }
    : owner.call('apps.publishListing', { appId, changes });
}

/** Modes of rules that don't compare apps: the packages of tests have one icon and the same names in other languages. */
export const WITHOUT_LOOKALIKES = {
  'lookalike-name': 'off',
  'lookalike-developer': 'off',
  'lookalike-id': 'off',
  'lookalike-icon': 'off',
} as const;

export interface PublishedApp extends OwnApp {
  readonly versionId: string;
}

/** Creates an app with a published first version. */
export async function createPublishedApp(
  people: Pick<People, 'onboard' | 'completeListing' | 'admin'>,
  options: OwnAppOptions = {},
): Promise<PublishedApp> {
  const app = await createOwnApp(people, options);
  const versionId = await app.submit();
  const admin = await people.admin();
  await admin.call('reviews.approve', { versionId });
  return { ...app, versionId };
}

function randomLetters(): string {
  return Array.from({ length: 7 }, () => String.fromCodePoint(97 + randomInt(26))).join('');
}

function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
