import { createHash, randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { Pool } from 'pg';
import { createPeople, type People, type Person } from '#test/support/people.ts';
import { seedApps, seedSubmitted } from '#test/support/seed-apps.ts';
import { makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';

interface ReadingOptions {
  readonly databaseUrl: string;
  readonly seconds: number;
  readonly publicationsPerSecond: number;
  readonly readers: number;
  /** Published apps that are there from the start. */
  readonly apps: number;
}

/** The results of the readers while two servers published. */
export interface ReadingResult {
  readonly publications: number;
  /** Whole feeds: entry, index and some of the packages that it names. */
  readonly reads: number;
  readonly files: number;
  readonly generations: number;
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
 * Publishes from two servers on one database and one storage, unpublishes some of it, and lets readers fetch the whole
 * feed over and over from either server, with random pauses between the requests of one read.
 */
export async function readWhilePublishing(options: ReadingOptions): Promise<ReadingResult> {
  await using opening = new AsyncDisposableStack();
  const store = await startTwoServers(options.databaseUrl, opening);
  const owner = await (store.servers[0] as People).onboard('owner@store.example');
  await seedApps(store.pool, { uid: owner.uid, count: options.apps });
  const end = performance.now() + options.seconds * 1000;
  const seen = { reads: 0, files: 0, generations: new Set<number>(), inconsistencies: [] as string[] };
  const publishing = publishUntil(end, store, { owner, perSecond: options.publicationsPerSecond });
  const readers = Array.from({ length: options.readers }, () => readUntil(end, store.urls, seen));
  const [publications] = await Promise.all([publishing, ...readers]);
  return { ...seen, publications, generations: seen.generations.size };
}

async function startTwoServers(databaseUrl: string, opening: AsyncDisposableStack): Promise<Store> {
  const files = opening.use(await makeDataDirectory());
  const pool = opening.adopt(new Pool({ connectionString: databaseUrl, max: 4 }), (opened) => opened.end());
  const urls: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const data = opening.use(await makeDataDirectory());
    const server = opening.use(
      await startServerProcess({
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

interface Publishing {
  readonly owner: Person;
  readonly perSecond: number;
}

/** Approves versions at a steady pace, on either server in turn, and unpublishes every third of them a little later. */
async function publishUntil(end: number, store: Store, { owner, perSecond }: Publishing): Promise<number> {
  const admins = await Promise.all(store.servers.map((server) => server.admin()));
  await mkdir(join(store.objects, 'packages'), { recursive: true, mode: 0o700 });
  const under: Promise<unknown>[] = [];
  for (let count = 0; performance.now() < end; count += 1) {
    const next = sleep(1000 / perSecond);
    under.push(
      publishOne(store, { owner, admin: admins[count % 2] as Person, isShortLived: count % 3 === 0 }),
    );
    await next;
  }
  await Promise.all(under);
  return under.length;
}

interface Publication {
  readonly owner: Person;
  readonly admin: Person;
  readonly isShortLived: boolean;
}

async function publishOne(
  { pool, objects }: Store,
  { owner, admin, isShortLived }: Publication,
): Promise<void> {
  const { versionId } = await seedSubmitted(pool, owner.uid);
  await writeFile(join(objects, 'packages', versionId), versionId);
  await admin.call('reviews.approve', { versionId });
  if (!isShortLived) return;
  await sleep(randomInt(2_000));
  await owner.call('versions.unpublish', { versionId });
}

interface Seen {
  reads: number;
  files: number;
  readonly generations: Set<number>;
  readonly inconsistencies: string[];
}

async function readUntil(end: number, urls: readonly string[], seen: Seen): Promise<void> {
  let newest = 0;
  while (performance.now() < end) {
    try {
      newest = await readFeed(urls, seen, newest);
    } catch (error) {
      seen.inconsistencies.push((error as Error).message);
    }
    seen.reads += 1;
  }
}

interface Named {
  readonly name: string;
  readonly sha256: string;
}

/** Reads the whole feed once; returns the timestamp of its entry. Throws inconsistencies. */
async function readFeed(urls: readonly string[], seen: Seen, newest: number): Promise<number> {
  const jar = unzipSync(await fetchFile(urls, '/entry.jar'));
  const entry = JSON.parse(Buffer.from(jar['entry.json'] ?? []).toString());
  if (entry.timestamp < newest)
    throw new Error(`the entry of ${entry.timestamp} came after that of ${newest}`);
  seen.generations.add(entry.timestamp);
  await pause();
  const index = JSON.parse(Buffer.from(await fetchNamed(urls, entry.index)).toString());
  if (index.repo.timestamp !== entry.timestamp)
    throw new Error('the index has another timestamp than its entry');
  const packages = Object.values(
    index.packages as Record<string, { versions: Record<string, { file: Named }> }>,
  );
  if (packages.length !== entry.index.numPackages)
    throw new Error('the index has another number of packages');
  // The seeded apps have no files.
  const files = packages
    .flatMap(({ versions }) => Object.values(versions).map(({ file }) => file))
    .filter(({ name }) => name.startsWith('/org.example.new'));
  for (const file of files.slice(-FILES_READ)) {
    await pause();
    await fetchNamed(urls, file);
    seen.files += 1;
  }
  return entry.timestamp;
}

/** Packages of one read that are fetched. */
const FILES_READ = 3;
const MAX_PAUSE_MS = 400;

const pause = () => sleep(randomInt(MAX_PAUSE_MS));

async function fetchNamed(urls: readonly string[], { name, sha256 }: Named): Promise<Uint8Array> {
  const bytes = await fetchFile(urls, name);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${name} has the hash ${found} instead of ${sha256}`);
  return bytes;
}

async function fetchFile(urls: readonly string[], name: string): Promise<Uint8Array> {
  const response = await fetch(`${urls[randomInt(urls.length)]}fdroid/repo${name}`);
  const bytes = await response.bytes();
  if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${Buffer.from(bytes)}`);
  return bytes;
}
