import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { migrationsFolder } from '#server/platform/db/migrate.ts';
import { createLog } from '#server/platform/log/log.ts';
import { encryptAtRest, webhookLockName } from '#server/platform/secrets/encryption.ts';
import { ADMIN, createPeople, type People } from '#test/support/people.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';
import { STORE_SIZE, seededWebhook, seedLargeStore } from './large-store-seed.ts';
import { startMeasuredServer } from './measure.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/quayside-bench', import.meta.url));

/** The publisher of thousands of apps, and a user with many unread notifications. */
export const OWNER = { email: 'owner@store.example', password: ADMIN.password };
export const BUSY_USER = { email: 'busy@store.example', password: ADMIN.password };

/** A database with a large store, and servers on it. Disposing stops the database. */
export interface LargeStore extends AsyncDisposable {
  /** The file to which PostgreSQL logs. */
  readonly logFile: string;
  /** The process id of PostgreSQL. */
  readonly postgresPid: number;
  /** Connects to the store, or to another database. */
  connect(database?: string): Promise<Client & AsyncDisposable>;
  /** Starts a server on the store or a copy of it. It runs no jobs: that of the feed would compute for an hour. */
  startServer(database?: string): Promise<StoreServer>;
}

/** A server on a large store, in a process of its own. */
export interface StoreServer extends People, AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/**
 * Opens a large store. Filling it takes minutes and about 12 GB, so it is kept for the next run, as long as tables and rows
 * would be the same.
 */
export async function openLargeStore(): Promise<LargeStore> {
  const dataDir = await findLargeStore();
  const { connection, ...postgres } = await startEmbedded(dataDir, createLog('error'));
  const { host = '' } = connection;
  const pidFile = await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8');
  const secret = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  const connect = async (database = 'quayside') => {
    const client = new Client({ host, user: 'quayside', database });
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  };
  const startServer = async (database = 'quayside') => {
    await using opening = new AsyncDisposableStack();
    const { path } = opening.use(await makeDataDirectory());
    const server = opening.use(
      await startServerProcess({
        ROLE: 'server',
        DATA_DIR: path,
        DATABASE_URL: databaseUrl(host, database),
        STORAGE_URL: pathToFileURL(join(dataDir, 'storage')).href,
        SECRET: secret,
        LOG_LEVEL: 'error',
      }),
    );
    const queries = opening.use(await connect(database));
    const opened = opening.move();
    return {
      url: server.url,
      pid: server.pid,
      ...createPeople({ url: server.url, database: queries }),
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  };
  return {
    logFile: join(dataDir, 'postgresql.log'),
    postgresPid: Number.parseInt(pidFile, 10),
    connect,
    startServer,
    [Symbol.asyncDispose]: postgres[Symbol.asyncDispose],
  };
}

/** Returns the data directory of the store, and fills it if it isn't there. */
async function findLargeStore(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const name = `store-${await hashSources()}`;
  const path = join(CACHE, name);
  const kept = await readdir(CACHE);
  for (const other of kept) if (other !== name) await removeStore(join(CACHE, other));
  if (kept.includes(name)) return path;
  await fill(`${path}.unfinished`);
  await rename(`${path}.unfinished`, path);
  return path;
}

/** Removes a data directory with its database, which may be elsewhere. */
async function removeStore(path: string): Promise<void> {
  const cluster = await realpath(join(path, 'postgresql')).catch(() => null);
  if (cluster) await rm(cluster, { recursive: true, force: true });
  await rm(path, { recursive: true, force: true });
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of migrations) hash.update(await readFile(join(migrationsFolder, file)));
  hash.update(await readFile(new URL('./large-store-seed.ts', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

async function fill(dataDir: string): Promise<void> {
  const { users, apps, versions, notifications } = STORE_SIZE;
  process.stdout.write(
    `  filling a store with ${[users, apps, versions, notifications].map((n) => n.toLocaleString('en')).join(', ')} users, apps, versions, notifications\n`,
  );
  await mkdir(dataDir);
  await using server = await startMeasuredServer({ dataDir });
  const owner = await server.signUp({ ...OWNER, name: 'Owner' });
  const busyUser = await server.signUp({ ...BUSY_USER, name: 'Busy user' });
  await owner.call('users.me', {});
  await busyUser.call('users.me', {});
  await using stack = new AsyncDisposableStack();
  const client = new Client({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  await client.connect();
  stack.defer(() => client.end());
  await client.query("UPDATE users SET role = 'developer', onboarding_completed = true WHERE uid = $1", [
    owner.uid,
  ]);
  const secret = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  const lock = { secret, name: webhookLockName(seededWebhook) };
  await seedLargeStore(client, {
    uid: owner.uid,
    busyUid: busyUser.uid,
    webhookSecret: encryptAtRest(Buffer.from('a secret'), lock),
  });
}
