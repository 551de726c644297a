import { on } from 'node:events';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { readBranding } from '../../platform/branding/branding.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import { openStorage } from '../../platform/open-storage.ts';
import { readSettings } from '../../platform/settings.ts';
import { guardSpace } from '../../platform/storage/guard-space.ts';
import { openDiskSpace } from '../../platform/storage/space.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { prepareSources, storeSources, switchSources } from '../altstore/generation.ts';
import { prepareIndexes, storeIndexes, switchIndexes } from '../fdroid/generation.ts';
import type { GroupEntry, NamedFiles } from '../fdroid/store-indexes.ts';
import type { SignatureMembers } from '../signing/jar.ts';
import { updateListedApps } from '../store-page/rows.ts';
import { deleteChanges, readChanges } from './changes.ts';
import type { FromRenderer, RebuildOrder, RebuildOutcome, ToRenderer } from './renderer-messages.ts';

/*
 * The process of `FeedRenderer`: renders what changed, stores the indexes and switches to them, over one connection that
 * holds the feed's lock. A process or connection that ends anywhere lets the lock go and leaves the earlier generation.
 */

/** Set by a statement, because connection poolers reject them as start-up parameters. */
const SET_LIMITS = `SET statement_timeout = '60s'; SET lock_timeout = '5s';
  SET idle_in_transaction_session_timeout = '60s'`;

/** The server watches the same disks and logs their state. */
const NO_LOG = { error: () => {}, info: () => {} };

const messages = on(process, 'message');
// The server has ended, so nothing needs this process any more.
process.on('disconnect', () => process.exit(0));

async function receive(): Promise<ToRenderer> {
  const { value } = await messages.next();
  return (value as [ToRenderer])[0];
}

function send(message: FromRenderer): void {
  process.send?.(message);
}

async function rebuild(order: RebuildOrder): Promise<RebuildOutcome> {
  const client = new Client({
    ...order.connection,
    application_name: 'quayside feed',
    keepAlive: true,
  });
  // A lost connection is reported to the running statement.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(SET_LIMITS);
    return await rebuildOver(client, order);
  } finally {
    await client.end().catch(() => {});
  }
}

async function rebuildOver(client: Client, order: RebuildOrder): Promise<RebuildOutcome> {
  const db = queriesOver(client);
  if (!(await tryLockFeeds(db))) return { result: 'busy', problems: [], lacksHtml: false };
  // Uses one snapshot: anything committed later is recorded as a new change.
  const prepared = await db.transaction((tx) => prepare(tx, order), { isolationLevel: 'repeatable read' });
  const { changes, indexes, sources } = prepared;
  const storage = await openGuarded(order.storage);
  const { isForced } = order;
  const newIndexes = await storeIndexes({ client, db, storage, sign, publish, isForced }, indexes);
  const newSources = await storeSources({ client, storage }, sources);
  await db.transaction(async (tx) => {
    await deleteChanges(tx, changes);
    await switchIndexes(tx, indexes, newIndexes);
    if (newSources) await switchSources(tx, sources, newSources);
  });
  return {
    result: newIndexes || newSources ? 'made' : 'unchanged',
    problems: [...indexes.contents.problems, ...sources.problems],
    lacksHtml: indexes.update.lacksHtml,
  };
}

/**
 * Locks the feeds for this connection until it closes, so that one rebuild at a time runs across all servers.
 * Returns false immediately when another connection holds the lock.
 */
async function tryLockFeeds(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtext('quayside feed'), hashtext('fdroid')) AS locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Updates the stored texts. A later failure loses nothing, because the changes stay recorded until then. */
async function prepare(tx: Tx, { publicUrl, address, signer, isWhole }: RebuildOrder) {
  // The switch to the generation saves this too, and lost texts are rendered again.
  await tx.execute(sql`SET LOCAL synchronous_commit = off`);
  const { categories } = await readSettings(tx);
  const branding = await readBranding(tx);
  const changes = await readChanges(tx);
  const appIds = isWhole ? 'all' : changes.appIds;
  const indexes = await prepareIndexes(tx, { address, signer, branding, categories, appIds });
  const sources = await prepareSources(tx, { publicUrl, branding, appIds });
  await updateListedApps(tx, { appIds, categories });
  return { changes, indexes, sources };
}

async function openGuarded({ config, copies, ...disks }: RebuildOrder['storage']): Promise<Storage> {
  const { watched: directories, reserveBytes } = disks;
  const space = await openDiskSpace({ directories, reserveBytes, log: NO_LOG });
  return guardSpace(await openStorage(config, { copies }), space);
}

/** Asks the server, which has the key, to sign files of a JAR. */
async function sign(digests: Readonly<Record<string, string>>): Promise<SignatureMembers> {
  send({ kind: 'sign', digests });
  const response = await receive();
  if (response.kind !== 'signed') throw new Error('an index of the feed was not signed');
  return response.members;
}

/** Asks the server to sign and store an entry, which names an index. */
async function publish(entry: GroupEntry): Promise<NamedFiles> {
  send({ kind: 'entry', entry });
  const response = await receive();
  if (response.kind !== 'stored') throw new Error('the files of the feed were not stored');
  return response.files;
}

for (;;) {
  const message = await receive();
  if (message.kind !== 'rebuild') continue;
  try {
    send({ kind: 'finished', outcome: await rebuild(message.order) });
  } catch (error) {
    const { message: text, code, cause } = error as Error & { code?: unknown };
    const inner = cause as (Error & { code?: unknown }) | undefined;
    send({ kind: 'failed', message: inner ? `${text}: ${inner.message}` : text, code: code ?? inner?.code });
  }
}
