import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Invariant } from '../faults/invariants.ts';
import type { Ledger } from '../faults/workload.ts';
import type { Cluster } from './cluster.ts';

const VERIFIER = fileURLToPath(new URL('../../scripts/verify-audit.ts', import.meta.url));

/** Checks that nothing happened twice, that no download is lost, and that the audit log is what it was. */
export async function checkOnce(
  cluster: Cluster,
  ledger: Ledger,
  workerKills: readonly number[],
): Promise<Invariant[]> {
  return [
    { name: 'downloads were counted once', ...(await checkDownloads(cluster)) },
    { name: 'every decision was made once', ...(await checkEvents(cluster, ledger)) },
    {
      name: 'every email was sent once',
      ...checkRepeats(cluster.mails.received.map(readEmail), workerKills),
    },
    {
      name: 'every webhook was posted once',
      ...checkRepeats(cluster.receiver.received.map(readPost), workerKills),
    },
    { name: 'every due message left the outbox', ...(await checkOutbox(cluster)) },
    { name: 'the audit log verifies, with the store and without it', ...(await checkAuditLog(cluster)) },
  ];
}

/** Every redirect that a client got counts once; a request whose response was lost may count or not. */
async function checkDownloads({ pool, balancer }: Cluster) {
  const read = async () =>
    (await pool.query('SELECT coalesce(sum(count), 0)::int AS count FROM downloads')).rows[0].count;
  const { downloadsCounted, downloadsSent } = balancer.figures;
  await waitUntil('the downloads are stored', async () => (await read()) >= downloadsCounted).catch(() => {});
  const stored = await read();
  const isRight = stored >= downloadsCounted && stored <= downloadsSent;
  const broken = isRight ? [] : [`${stored} are stored, of ${downloadsCounted} to ${downloadsSent}`];
  return { checked: stored, broken };
}

async function checkEvents({ pool }: Cluster, { versions }: Ledger) {
  const { rows } = await pool.query(
    `SELECT version_id, event, count(*)::int AS count FROM audit_events
     WHERE event = ANY($1) AND version_id = ANY($2) GROUP BY version_id, event`,
    [['version.submitted', 'version.approved', 'version.rejected', 'version.removed'], [...versions.keys()]],
  );
  const broken = rows
    .filter(({ count }) => count !== 1)
    .map(({ version_id, event, count }) => `${version_id}: ${count} times ${event}`);
  return { checked: rows.length, broken };
}

/** A message by the id that all its deliveries have, and when it was sent, in milliseconds since 1970. */
interface SentMessage {
  readonly id: string;
  readonly at: number;
}

/** The time for which a worker may have had a message that it had delivered, but not recorded. */
const UNRECORDED_MS = 30_000;

/** A message is delivered again, with the same id, only when its worker was killed before it could record the delivery. */
function checkRepeats(messages: readonly SentMessage[], workerKills: readonly number[]) {
  const deliveries = [...Map.groupBy(messages, ({ id }) => id)];
  const isExplained = ([first]: readonly SentMessage[]) =>
    first && workerKills.some((kill) => kill >= first.at - 1_000 && kill <= first.at + UNRECORDED_MS);
  const repeated = deliveries.filter(([, all]) => all.length > 1);
  const broken = repeated
    .filter(([, all]) => all.length > 2 || !isExplained(all))
    .map(([id, all]) => `${id}: ${all.map(({ at }) => new Date(at).toISOString()).join(', ')}`);
  return { checked: deliveries.length, broken };
}

const readEmail = ({ content }: { readonly content: string }): SentMessage => ({
  id: readHeader(content, 'message-id') ?? content,
  at: Date.parse(readHeader(content, 'date') ?? ''),
});

const readHeader = (content: string, name: string) =>
  new RegExp(`^${name}: (.+)$`, 'im').exec(content)?.[1]?.trim();

const readPost = ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): SentMessage => ({
  id: String(headers['webhook-id']),
  at: Number(headers['webhook-timestamp']) * 1000,
});

async function checkOutbox({ pool }: Cluster) {
  const read = async () => {
    const { rows } = await pool.query<{ channel: string; last_error: string | null }>(
      `SELECT channel, last_error FROM outbox
       WHERE status = 'failed' OR status = 'pending' AND channel <> 'digest'`,
    );
    return rows;
  };
  // A message whose worker was killed is sent when its lease ends.
  const deadline = performance.now() + 6 * 60_000;
  let left = await read();
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    left = await read();
  }
  return { checked: 1, broken: left.map(({ channel, last_error }) => `${channel}: ${last_error}`) };
}

/** Verifies the log by the operator's command, and an export of it in a process that knows neither database nor secret. */
async function checkAuditLog({ env, url }: Cluster) {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-audit-'));
  try {
    const admin = { PATH: process.env['PATH'] ?? '', ...env, DATA_DIR: folder, LOG_LEVEL: 'fatal' };
    const [log, checkpoint] = [join(folder, 'log.jsonl'), join(folder, 'checkpoint')];
    const results = [await runWithEnvironment(['audit', 'checkpoint'], admin)];
    results.push(await runWithEnvironment(['audit', 'verify'], admin));
    results.push(await runWithEnvironment(['audit', 'export', log], admin));
    await writeFile(checkpoint, await (await fetch(`${url}transparency/checkpoint`)).text());
    const { verifierKey } = await (await fetch(`${url}transparency/key`)).json();
    results.push(await verifyAlone([log, checkpoint, verifierKey]));
    const failed = results.filter(({ code }) => code !== 0);
    return { checked: results.length, broken: failed.map(({ stdout, stderr }) => `${stdout}${stderr}`) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function verifyAlone(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, ...args], { env: {} }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
