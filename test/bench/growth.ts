import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ADMIN } from '#test/support/people.ts';
import { readCpuTime, waitUntilIdle } from './cpu-time.ts';
import { STORE_SIZE, seedLargeStore } from './growth-seed.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import type { BenchRow } from './row.ts';

const GOAL_MS = 50;
const REPEATS = 20;
/** Tables that no statement may read as a whole. */
const LARGE_TABLES =
  /Seq Scan on (?:users|auth_users|apps|versions|reviews|notifications|audit_events|downloads)\b/;

interface Measured {
  readonly by: 'admin' | 'owner';
  readonly call: string;
  readonly data?: Record<string, unknown>;
}

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Every list, search and count whose work could grow with the store. */
const CALLS: readonly Measured[] = [
  { by: 'admin', call: 'admin.overview' },
  { by: 'admin', call: 'users.list' },
  { by: 'admin', call: 'users.list', data: { query: 'harbour' } },
  { by: 'admin', call: 'users.list', data: { query: 'c4ca4238' } },
  { by: 'admin', call: 'users.list', data: { query: 'no such person' } },
  { by: 'admin', call: 'users.list', data: { query: 'zz' } },
  { by: 'admin', call: 'users.list', data: { query: 'a' } },
  { by: 'admin', call: 'users.list', data: { query: 'harbour', role: 'admin' } },
  { by: 'admin', call: 'users.list', data: { role: 'admin' } },
  { by: 'admin', call: 'users.list', data: { role: 'user' } },
  { by: 'admin', call: 'users.list', data: { status: 'suspended' } },
  { by: 'admin', call: 'users.list', data: { status: 'verified' } },
  { by: 'admin', call: 'users.list', data: { publishing: 'waiting' } },
  { by: 'admin', call: 'users.list', data: { publishing: 'waiting', query: 'harbour' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', query: 'harbour' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', query: 'no such app' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', query: 'zz' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', sort: 'name' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', sort: 'status' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', sort: 'updated' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', status: 'removed' } },
  { by: 'admin', call: 'apps.list', data: { scope: 'all', platform: 'ios' } },
  { by: 'admin', call: 'listings.waiting' },
  { by: 'admin', call: 'readers.list' },
  { by: 'admin', call: 'reviews.queue' },
  { by: 'admin', call: 'reviews.queue', data: { sort: 'findings', query: 'harbour' } },
  { by: 'admin', call: 'reviews.queueSummary' },
  { by: 'admin', call: 'reviews.activity' },
  { by: 'admin', call: 'reviews.waitingTimes' },
  { by: 'admin', call: 'audit.getChain' },
  { by: 'admin', call: 'audit.list' },
  { by: 'admin', call: 'audit.list', data: { event: 'user.suspended' } },
  { by: 'admin', call: 'audit.list', data: { event: 'version.' } },
  { by: 'admin', call: 'audit.list', data: { event: 'review.' } },
  { by: 'admin', call: 'audit.list', data: { from: ago(2), to: ago(1) } },
  { by: 'admin', call: 'audit.list', data: { from: ago(300), to: ago(299) } },
  { by: 'admin', call: 'audit.list', data: { event: 'version.', from: ago(300), to: ago(299) } },
  { by: 'admin', call: 'audit.list', data: { actorUid: 'u7' } },
  { by: 'admin', call: 'announcements.list' },
  { by: 'admin', call: 'announcements.countAudience', data: { audience: 'developers' } },
  { by: 'admin', call: 'announcements.countAudience', data: { audience: 'everyone' } },
  { by: 'owner', call: 'users.me' },
  { by: 'owner', call: 'account.usage' },
  { by: 'owner', call: 'apps.list', data: { scope: 'mine' } },
  { by: 'owner', call: 'apps.list', data: { scope: 'mine', sort: 'name' } },
  { by: 'owner', call: 'apps.list', data: { scope: 'mine', sort: 'status' } },
  { by: 'owner', call: 'apps.list', data: { scope: 'mine', query: 'harbour' } },
  { by: 'owner', call: 'apps.downloads', data: { days: 30 } },
  { by: 'owner', call: 'apps.versionDownloads', data: { appId: 'a1', days: 30 } },
  { by: 'owner', call: 'apps.dailyDownloads', data: { appIds: ['a1'] } },
  { by: 'owner', call: 'versions.list', data: { appId: 'a1' } },
  { by: 'owner', call: 'releases.list', data: { appId: 'a1' } },
  { by: 'owner', call: 'antiFeatures.list', data: { appId: 'a1' } },
  { by: 'owner', call: 'notifications.list' },
  { by: 'owner', call: 'notifications.list', data: { unreadOnly: true } },
  { by: 'owner', call: 'notifications.countUnread' },
];

type Tokens = Readonly<Record<Measured['by'], string>>;

/**
 * Measures how long server and database compute for calls in a large store, the average of twenty, and finds the
 * statements that read a whole large table. Filling the store takes minutes; the variable GROWTH_STORE names a directory where it is kept
 * for the next run.
 */
export async function benchGrowth(): Promise<BenchRow[]> {
  const kept = process.env.GROWTH_STORE;
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'quayside-bench-')));
  try {
    if (!kept || !existsSync(join(kept, 'postgresql'))) await fill(dataDir);
    const rows: BenchRow[] = [];
    {
      await using server = await startMeasuredServer(dataDir);
      const tokens = await signInBoth(server);
      await waitUntilIdle(server.pid);
      for (const measured of CALLS) rows.push(await measure(server, tokens, measured));
    }
    await printScans(dataDir);
    return rows;
  } finally {
    if (!kept) await rm(dataDir, { recursive: true, force: true });
  }
}

const OWNER = { email: 'owner@store.example', password: ADMIN.password };

async function fill(dataDir: string): Promise<void> {
  await using server = await startMeasuredServer(dataDir);
  const { uid, call: callAsOwner } = await server.signUp({ ...OWNER, name: 'Owner' });
  await callAsOwner('users.me', {});
  await withClient(server, async (client) => {
    await client.query("UPDATE users SET role = 'developer', onboarding_completed = true WHERE uid = $1", [
      uid,
    ]);
    await seedLargeStore(client, uid);
    // The second start of the server prints what it does to the database's log.
    await client.query(`
      ALTER DATABASE quayside SET session_preload_libraries = 'auto_explain';
      ALTER DATABASE quayside SET auto_explain.log_min_duration = -1`);
  });
  const { users, apps, versions, notifications } = STORE_SIZE;
  process.stdout.write(
    `  ${[users, apps, versions, notifications].map((n) => n.toLocaleString('en')).join(', ')} users, apps, versions, notifications\n`,
  );
}

async function withClient(server: MeasuredServer, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ host: server.socketDirectory, user: 'quayside', database: 'quayside' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function signInBoth(server: MeasuredServer): Promise<Tokens> {
  const [admin, owner] = await Promise.all([server.admin(), server.signIn(OWNER.email, OWNER.password)]);
  return { admin: admin.token, owner: owner.token };
}

/** Makes a call; returns false when the server was too busy. */
async function call(
  { url }: MeasuredServer,
  token: string,
  { call: name, data = {} }: Measured,
): Promise<boolean> {
  const response = await fetch(`${url}us-central1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  if (response.status === 503) return false;
  if (!response.ok) throw new Error(`${name} failed with ${response.status}: ${text.slice(0, 300)}`);
  return true;
}

async function measure(server: MeasuredServer, tokens: Tokens, measured: Measured): Promise<BenchRow> {
  // The first call prepares statements and reads what is not in memory yet.
  let isAnswered = await call(server, tokens[measured.by], measured);
  const before = await readCpuTime(server.pid);
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    isAnswered = (await call(server, tokens[measured.by], measured)) && isAnswered;
  }
  const value = ((await readCpuTime(server.pid)) - before) / REPEATS;
  return {
    name: nameOf(measured),
    value,
    unit: 'ms',
    goal: `at most ${GOAL_MS} ms`,
    ok: isAnswered && value <= GOAL_MS,
  };
}

function nameOf({ call: name, data }: Measured): string {
  return data ? `${name} ${Object.values(data).join(' ')}`.slice(0, 44) : name;
}

/** Makes every call once more while the database writes down its plans, and prints those that read a large table. */
async function printScans(dataDir: string): Promise<void> {
  await using server = await startMeasuredServer(dataDir);
  const tokens = await signInBoth(server);
  await withClient(server, async (client) => {
    await client.query('ALTER DATABASE quayside SET auto_explain.log_min_duration = 0');
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = 'quayside' AND application_name IN ('quayside calls', 'quayside essential')`);
  });
  await waitUntilIdle(server.pid);
  const log = await open(join(dataDir, 'postgresql.log'));
  try {
    for (const measured of CALLS) {
      const { size } = await log.stat();
      await call(server, tokens[measured.by], measured);
      const written = await log.read({ position: size, buffer: Buffer.alloc(1024 * 1024) });
      for (const plan of plansOf(written.buffer.toString('utf8', 0, written.bytesRead))) {
        if (LARGE_TABLES.test(plan))
          process.stdout.write(`  ${nameOf(measured)} reads a whole table:\n${plan}\n`);
      }
    }
  } finally {
    await log.close();
    // A store that is kept is measured without plans.
    await withClient(server, async (client) => {
      await client.query('ALTER DATABASE quayside SET auto_explain.log_min_duration = -1');
    });
  }
}

/** The entries of auto_explain in a piece of PostgreSQL's log, whose further lines begin with a tab. */
function plansOf(log: string): string[] {
  return [...log.matchAll(/duration: .* plan:\n((?:\t.*\n)+)/g)].map(([, plan = '']) => plan.trimEnd());
}
