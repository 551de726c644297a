import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { unzipSync } from 'fflate';
import type { Pool } from 'pg';
import { queriesOver } from '#server/platform/db/pools.ts';
import { FILE_KINDS, findUsedKeys } from '#server/platform/files/kinds.ts';
import { SAFE_AGE_MS, sweepFiles } from '#server/platform/files/sweep.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { verifyStoredLog } from '#server/platform/transparency/checkpoints.ts';
import { verifyJar } from '#test/support/jarsigner.ts';
import type { People } from '#test/support/people.ts';
import { ACKNOWLEDGED, type Ledger } from './workload.ts';

/** The parts of a store that the checks read. */
export interface CheckedStore {
  /** Addresses of its servers, with the base path and a slash at the end. */
  readonly urls: readonly string[];
  readonly pool: Pool;
  readonly people: People;
  readonly storage: Storage;
}

/** A rule that always holds: the number of things checked, and those that break it. */
export interface Invariant {
  readonly name: string;
  readonly checked: number;
  readonly broken: readonly string[];
}

/** The time to finish interrupted work: jobs are retried after growing pauses. */
const SETTLE_MS = 120_000;
/** Signing in costs a password hash each. */
const MAX_SIGN_INS = 60;
const ALL = 1_000_000;

type Check = (store: CheckedStore, ledger: Ledger) => Promise<Omit<Invariant, 'name'>>;

const CHECKS: Readonly<Record<string, Check>> = {
  'acknowledged accounts can sign in': checkSignIns,
  'every account has a password': checkAccounts,
  'acknowledged versions have come at least as far': checkVersions,
  'published versions are in the feed, and nothing else is': checkFeedContent,
  'the feed is signed and its hashes are right': checkFeedHashes,
  'every row with a file has it': checkRows,
  'no file is left without a row after a sweep': checkFiles,
  'every announcement reached everybody exactly once': checkAnnouncements,
  'every decision was notified exactly once': checkDecisions,
  'no job was given up': checkJobs,
  'the audit log is one unaltered chain': checkChain,
};

/** Waits until the store has finished what was interrupted, and checks everything that must hold. */
export async function checkInvariants(store: CheckedStore, ledger: Ledger): Promise<Invariant[]> {
  await settle(store);
  const found: Invariant[] = [];
  for (const [name, check] of Object.entries(CHECKS)) found.push({ name, ...(await check(store, ledger)) });
  return found;
}

async function settle({ pool }: CheckedStore): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query(`
      SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE attempts < max_attempts AND run_at < now() + interval '5 minutes'
                AND task_identifier IN ('analyse-version', 'check-feeds', 'rebuild-feeds', 'send-broadcast', 'queue-broadcast', 'remove-files'))
           + (SELECT count(*) FROM versions WHERE status = 'analysing') AS count`);
    return Number(rows[0].count) === 0;
  });
}

/** Repeats a check until it holds or the time is up; the rules then report what is left. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!(await isTrue().catch(() => false)) && Date.now() < deadline) await sleep(200);
}

async function checkSignIns({ people }: CheckedStore, { emails }: Ledger) {
  const step = Math.max(1, Math.ceil(emails.length / MAX_SIGN_INS));
  const chosen = emails.filter((_, index) => index % step === 0);
  const broken: string[] = [];
  for (const email of chosen) {
    await people.signIn(email).catch((error: Error) => broken.push(`${email}: ${error.message}`));
  }
  await people.admin().catch((error: Error) => broken.push(`the admin: ${error.message}`));
  return { checked: chosen.length + 1, broken };
}

async function checkAccounts({ pool }: CheckedStore) {
  const { rows } = await pool.query(`
    SELECT a.email, EXISTS (SELECT FROM auth_accounts p WHERE p.user_id = a.id AND p.password IS NOT NULL) AS can_enter
    FROM auth_users a WHERE NOT starts_with(a.id, 'person-')`);
  return { checked: rows.length, broken: rows.filter((row) => !row.can_enter).map((row) => row.email) };
}

/** The progress of a version in each status. */
const STEP_OF: Readonly<Record<string, (typeof ACKNOWLEDGED)[number]>> = {
  uploading: 'created',
  analysing: 'uploaded',
  draft: 'inspected',
  submitted: 'submitted',
  in_review: 'submitted',
  approved: 'submitted',
  rejected: 'rejected',
  published: 'published',
  removed: 'removed',
};

async function checkVersions({ pool }: CheckedStore, { versions }: Ledger) {
  const { rows } = await pool.query('SELECT id, status, deleted_at FROM versions WHERE id = ANY($1)', [
    [...versions.keys()],
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const broken = [...versions].flatMap(([id, { step, requested }]) => {
    const row = rowOf.get(id);
    const isGone = !row || row.deleted_at !== null;
    const order = (name: (typeof ACKNOWLEDGED)[number] | undefined) =>
      name ? ACKNOWLEDGED.indexOf(name) : -1;
    if (isGone) return requested === 'deleted' ? [] : [`${id} was ${step} and is gone`];
    const found = STEP_OF[row.status];
    const isKept = step === 'rejected' ? found === step : order(found) >= order(step);
    return step !== 'deleted' && isKept ? [] : [`${id} was ${step} and is ${row.status}`];
  });
  return { checked: versions.size, broken };
}

interface Index {
  readonly packages: Record<string, { versions: Record<string, { file: { name: string; sha256: string } }> }>;
}

/** Reads the feed as store clients do: the signed entry, then the index that it names. */
async function readFeed(url: string) {
  const jar = new Uint8Array(await (await fetch(`${url}fdroid/repo/entry.jar`)).arrayBuffer());
  const entry = JSON.parse(Buffer.from(unzipSync(jar)['entry.json'] ?? []).toString());
  const bytes = Buffer.from(await (await fetch(`${url}fdroid/repo${entry.index.name}`)).arrayBuffer());
  return { jar, entry, bytes, index: JSON.parse(bytes.toString()) as Index };
}

async function checkFeedContent({ urls, pool }: CheckedStore, { versions }: Ledger) {
  const { rows } = await pool.query(`
    SELECT DISTINCT a.application_id FROM apps a JOIN versions v ON v.app_id = a.id
    WHERE v.status = 'published' AND v.deleted_at IS NULL`);
  const published = new Set<string>(rows.map((row) => row.application_id));
  for (const { requested, step, applicationId } of versions.values())
    if (step === 'published' && requested === 'published') published.add(applicationId);
  const broken: string[] = [];
  for (const url of urls) {
    // A rebuild that was tried again comes after a pause.
    let offered = new Set<string>();
    await until(async () => {
      offered = new Set(Object.keys((await readFeed(url)).index.packages));
      return offered.symmetricDifference(published).size === 0;
    });
    for (const id of published.difference(offered)) broken.push(`${id} is published and not in the feed`);
    for (const id of offered.difference(published)) broken.push(`${id} is in the feed and not published`);
  }
  return { checked: urls.length * published.size, broken };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function checkFeedHashes({ urls }: CheckedStore) {
  const broken: string[] = [];
  let checked = 0;
  for (const url of urls) {
    const { jar, entry, bytes, index } = await readFeed(url);
    if (sha256(bytes) !== entry.index.sha256) broken.push(`${entry.index.name} is not what entry.jar names`);
    // Status 4: a valid signature by a self-signed certificate.
    if (verifyJar(jar).status !== 4) broken.push('the signature of entry.jar is broken');
    const files = Object.values(index.packages).flatMap(({ versions }) => Object.values(versions));
    for (const { file } of files) {
      const response = await fetch(`${url}fdroid/repo${file.name}`);
      const content = new Uint8Array(await response.arrayBuffer());
      if (sha256(content) !== file.sha256)
        broken.push(`${file.name}: ${response.status}, not what the index names`);
    }
    checked += files.length + 2;
  }
  return { checked, broken };
}

async function checkRows({ pool, storage }: CheckedStore) {
  const broken: string[] = [];
  let checked = 0;
  for (const { expected } of FILE_KINDS) {
    const { rows } = await drizzle(pool).execute<{ key: string; moved_to?: string }>(expected('', ALL));
    checked += rows.length;
    for (const { key, moved_to } of rows) {
      // A kill between moving a complete upload and recording it leaves the file where packages lie.
      if (!(await storage.stat(key)) && !(moved_to && (await storage.stat(moved_to)))) broken.push(key);
    }
  }
  return { checked, broken };
}

/** Sweeps the storage as if every file were old, and returns the unreferenced files that are left. */
async function checkFiles({ pool, storage }: CheckedStore) {
  await pool.query('DELETE FROM file_sweeps');
  const parts = { db: drizzle(pool), jobs: { pool }, storage, log: createLog('silent') };
  const clock = () => new Date(Date.now() + 2 * SAFE_AGE_MS);
  await sweepFiles({ ...parts, clock }, new AbortController().signal);
  let left = await findUnused(pool, storage);
  // A job that stores a file records it a moment later.
  await until(async () => {
    left = await findUnused(pool, storage);
    return left.unused.length === 0;
  });
  return { checked: left.keys.length, broken: left.unused };
}

async function findUnused(pool: Pool, storage: Storage) {
  const keys = await Array.fromAsync(storage.list(''));
  const used = await findUsedKeys(drizzle(pool), keys);
  return { keys, unused: keys.filter((key) => !used.has(key)) };
}

async function checkAnnouncements({ pool }: CheckedStore, { announcementIds }: Ledger) {
  // Whose sign-up was still under way when it was made, may have it or not.
  const { rows } = await pool.query(
    `SELECT a.id, b.status, (SELECT count(*) FROM users u CROSS JOIN LATERAL (
           SELECT count(*) AS times FROM notification_recipients r
           WHERE r.uid = u.uid AND r.notification_id = b.notification_id) AS got
         WHERE times > 1 OR times = 0 AND u.created_at < b.created_at - interval '2 seconds')::int AS wrong
     FROM unnest($1::text[]) AS a (id) LEFT JOIN broadcasts b ON b.id = a.id`,
    [announcementIds],
  );
  const broken = rows
    .filter(({ status, wrong }) => status === null || status === 'sending' || wrong > 0)
    .map(({ id, status, wrong }) => `${id} is ${status ?? 'gone'}, wrong for ${wrong} people`);
  return { checked: rows.length, broken };
}

/** The notification of each decision. */
const NOTIFIED_BY: Partial<Record<(typeof ACKNOWLEDGED)[number], string>> = {
  published: 'app_approval',
  removed: 'app_approval',
  rejected: 'app_rejection',
};

async function checkDecisions({ pool }: CheckedStore, { versions }: Ledger) {
  const decided = [...versions.values()].flatMap(({ appId, ownerUid, step }) => {
    const type = NOTIFIED_BY[step];
    return type ? [{ appId, ownerUid, type }] : [];
  });
  const { rows } = await pool.query(
    `SELECT a.app_id, a.type, (SELECT count(*)
         FROM notification_recipients r JOIN notifications n ON n.id = r.notification_id
         WHERE r.uid = a.uid AND n.type::text = a.type AND n.data ->> 'appId' = a.app_id)::int AS count
     FROM unnest($1::text[], $2::text[], $3::text[]) AS a (app_id, uid, type)`,
    (['appId', 'ownerUid', 'type'] as const).map((key) => decided.map((one) => one[key])),
  );
  const broken = rows
    .filter(({ count }) => count !== 1)
    .map(({ app_id, type, count }) => `${app_id}: ${count} notifications of ${type}`);
  return { checked: rows.length, broken };
}

async function checkJobs({ pool }: CheckedStore) {
  const { rows } = await pool.query(
    'SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE attempts >= max_attempts',
  );
  return { checked: 1, broken: rows.map((row) => `${row.task_identifier}: ${row.last_error}`) };
}

async function checkChain({ pool }: CheckedStore) {
  const client = await pool.connect();
  try {
    const { size, problems } = await verifyStoredLog({ db: queriesOver(client), clock: () => new Date() });
    return { checked: size, broken: problems };
  } finally {
    client.release();
  }
}
