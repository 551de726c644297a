import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrationsFolder } from '#server/platform/db/migrate.ts';
import { encryptAtRest, webhookLockName } from '#server/platform/secrets/encryption.ts';
import { ADMIN } from '#test/support/people.ts';
import { STORE_SIZE, seededWebhook, seedLargeStore } from './large-store-seed.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/quayside-bench', import.meta.url));

/** The publisher of thousands of apps, and a user with many unread notifications. */
export const OWNER = { email: 'owner@store.example', password: ADMIN.password };
export const BUSY_USER = { email: 'busy@store.example', password: ADMIN.password };

/**
 * Returns the data directory of a large store. Filling it takes minutes and about 10 GB, so it is kept for the next run, as
 * long as tables and rows would be the same.
 */
export async function openLargeStore(): Promise<string> {
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
  await using server = await startMeasuredServer(dataDir);
  const owner = await server.signUp({ ...OWNER, name: 'Owner' });
  const busyUser = await server.signUp({ ...BUSY_USER, name: 'Busy user' });
  await owner.call('users.me', {});
  await busyUser.call('users.me', {});
  await withClient(server, async (client) => {
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
    // The second start of the server prints what it does to the database's log.
    await client.query(`
      ALTER DATABASE quayside SET session_preload_libraries = 'auto_explain';
      ALTER DATABASE quayside SET auto_explain.log_min_duration = -1`);
  });
}

/** Lets work use a connection to a server's database. */
export async function withClient<Result>(
  { socketDirectory }: Pick<MeasuredServer, 'socketDirectory'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ host: socketDirectory, user: 'quayside', database: 'quayside' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
