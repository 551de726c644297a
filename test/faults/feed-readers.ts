import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { waitUntil } from '#test/support/patience.ts';
import { createPeople, type People, type Person } from '#test/support/people.ts';
import { seedApps, seedSubmitted } from '#test/support/seed-apps.ts';
import { makeDataDirectory, startServerProcess, TEST_SETTINGS } from '#test/support/server-process.ts';
import { fetchFile, type ReadRepository, type RepositoryFile, readWhile } from './feed-client.ts';

interface ReadingOptions {
  readonly databaseUrl: string;
  /** Returns true when readers and publishers have done enough. */
  readonly isEnough: (soFar: ReadingCounts) => boolean;
  readonly publicationsPerSecond: number;
  readonly readers: number;
  /** Published apps that are there from the start. */
  readonly apps: number;
}

/** Numbers of what happened while two servers published. */
export interface ReadingCounts {
  readonly publications: number;
  /** Whole feeds: entry, both indexes, diffs and the files that they name. */
  readonly reads: number;
  readonly files: number;
  /** Diffs that were applied to the index from which they lead. */
  readonly diffs: number;
  readonly removals: number;
  readonly generations: number;
}

/** The results of the readers while two servers published. */
interface ReadingResult extends ReadingCounts {
  /** One sentence for each inconsistency. */
  readonly inconsistencies: readonly string[];
}

interface Store {
  readonly pool: Pool;
  readonly servers: readonly People[];
  readonly urls: readonly string[];
  readonly objects: string;
}

/**
 * Publishes from two servers on one database and one storage, unpublishes and removes some of it, and lets readers fetch
 * the whole feed over and over from either server, with random pauses between the requests of one read.
 */
export async function readWhilePublishing(options: ReadingOptions): Promise<ReadingResult> {
  await using opening = new AsyncDisposableStack();
  const store = await startTwoServers(options.databaseUrl, opening);
  const owner = await (store.servers[0] as People).onboard('owner@store.example');
  await seedApps(store.pool, { uid: owner.uid, count: options.apps });
  await writeSeededFiles(store);
  const { fingerprint } = await owner.call('settings.getRepository', {});
  const repository: ReadRepository = {
    request: (path) => requestFromAny(store.urls, path),
    fingerprint,
    reads: 0,
    files: 0,
    diffs: 0,
    generations: new Set(),
    indexes: new Map(),
    compared: new Set(),
    removed: new Set(),
    gone: new Map(),
  };
  // Until the first feed is made, the other server asks readers to come back.
  await waitUntil('the first feed is made', async () => (await repository.request('/entry.jar')).ok);
  const published: Promise<void>[] = [];
  const count = (): ReadingCounts => ({
    publications: published.length,
    reads: repository.reads,
    files: repository.files,
    diffs: repository.diffs,
    removals: repository.gone.size,
    generations: repository.generations.size,
  });
  let hasFailed = false;
  const goesOn = () => !hasFailed && !options.isEnough(count());
  const inconsistencies: string[] = [];
  const report = (inconsistency: string) => inconsistencies.push(inconsistency);
  const publishing = publishWhile(goesOn, store, {
    owner,
    perSecond: options.publicationsPerSecond,
    repository,
    report,
    keep(publication) {
      published.push(publication);
      publication.catch(() => {
        hasFailed = true;
      });
    },
  });
  const readers = Array.from({ length: options.readers }, () => readWhile(goesOn, repository, report));
  await Promise.all([publishing, ...readers]);
  await Promise.all(published);
  return { ...count(), inconsistencies };
}

/** Requests a file of the repository from one of the servers. */
async function requestFromAny(urls: readonly string[], path: string): Promise<RepositoryFile> {
  const response = await fetch(`${urls[randomInt(urls.length)]}fdroid/repo${path}`);
  return { status: response.status, ok: response.ok, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function startTwoServers(databaseUrl: string, opening: AsyncDisposableStack): Promise<Store> {
  const files = opening.use(await makeDataDirectory());
  const pool = opening.adopt(new Pool({ connectionString: databaseUrl, max: 4 }), (opened) => opened.end());
  const urls: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const data = opening.use(await makeDataDirectory());
    const server = opening.use(
      await startServerProcess({
        ...TEST_SETTINGS,
        SECRET: 'the one secret of two servers, long enough',
        STORAGE_URL: `file://${files.path}/storage`,
        DATA_DIR: data.path,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
      }),
    );
    urls.push(server.url);
  }
  const servers = urls.map((url) => createPeople({ url, database: pool }));
  return { pool, servers, urls, objects: join(files.path, 'storage/objects') };
}

/** Writes the packages and pictures of seeded apps. */
async function writeSeededFiles({ pool, objects }: Store): Promise<void> {
  const { rows } = await pool.query<{ key: string; content: string }>(
    `SELECT 'packages/' || id AS key, id AS content FROM versions
     UNION ALL SELECT key, app_id || kind FROM app_graphics`,
  );
  for (const folder of ['packages', 'graphics']) {
    await mkdir(join(objects, folder), { recursive: true, mode: 0o700 });
  }
  for (const { key, content } of rows) await writeFile(join(objects, key), content);
}

interface Publishing {
  readonly owner: Person;
  readonly perSecond: number;
  readonly repository: ReadRepository;
  readonly report: (inconsistency: string) => void;
  /** Is called with each publication that was begun. */
  readonly keep: (publication: Promise<void>) => void;
}

/**
 * Approves versions at a steady pace, on either server in turn. Of three, the publisher unpublishes one a little later and
 * staff remove another one.
 */
async function publishWhile(goesOn: () => boolean, store: Store, publishing: Publishing): Promise<void> {
  const admins = await Promise.all(store.servers.map((server) => server.admin()));
  for (let count = 0; goesOn(); count += 1) {
    const next = sleep(1000 / publishing.perSecond);
    const fate = (['unpublish', 'remove', 'keep'] as const)[count % 3] ?? 'keep';
    publishing.keep(publishOne(store, { ...publishing, admin: admins[count % 2] as Person, fate }));
    await next;
  }
}

interface Publication extends Publishing {
  readonly admin: Person;
  readonly fate: 'unpublish' | 'remove' | 'keep';
}

async function publishOne({ pool, objects }: Store, publication: Publication): Promise<void> {
  const { owner, admin, fate } = publication;
  const submitted = await seedSubmitted(pool, owner.uid);
  const { versionId } = submitted;
  await writeFile(join(objects, 'packages', versionId), versionId);
  await admin.call('reviews.approve', { versionId });
  if (fate === 'keep') return;
  await sleep(randomInt(2_000));
  if (fate === 'unpublish') await owner.call('versions.unpublish', { versionId });
  else await removeOne(submitted, publication);
}

/** Removes a version from the index, and checks that its file is gone at once and its app soon. */
async function removeOne(
  { versionId, applicationId }: { readonly versionId: string; readonly applicationId: string },
  { admin, repository, report }: Publication,
): Promise<void> {
  const path = `/${applicationId}_1.apk`;
  const readIndex = async () => JSON.parse((await fetchFile(repository, '/index-v2.json')).bytes.toString());
  // A rebuild that began before the removal may still add the app afterwards, if it was in no index.
  await waitUntil('the app is in the index', async () => applicationId in (await readIndex()).packages);
  repository.removed.add(applicationId);
  await admin.call('versions.remove', { versionId, reason: 'It breaks the rules.' });
  const { status } = await repository.request(path);
  if (status !== 410) report(`${path} was removed and responds with ${status}`);
  const timestamp = await waitUntil('the removed app has left the index', async () => {
    const { repo, packages } = await readIndex();
    return !(applicationId in packages) && Number(repo.timestamp);
  });
  repository.gone.set(applicationId, timestamp);
}
