import { on } from 'node:events';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { readBranding } from '../../platform/branding/branding.ts';
import type { Tx } from '../../platform/db/open.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import type { StoredFile } from '../../platform/db/tables/feeds.ts';
import { openStorage } from '../../platform/open-storage.ts';
import { readSettings } from '../../platform/settings.ts';
import { guardSpace } from '../../platform/storage/guard-space.ts';
import { openDiskSpace } from '../../platform/storage/space.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { prepareSources, storeSources, switchSources } from '../altstore/rebuild.ts';
import { findAllApps, updateTexts } from '../fdroid/app-texts.ts';
import { type AssembledGroup, assembleGroup } from '../fdroid/assemble.ts';
import { deleteChanges, readChanges } from '../fdroid/changes.ts';
import { readContents } from '../fdroid/contents.ts';
import { storeFiles } from '../fdroid/files.ts';
import { nextTimestamp, readGeneration, switchGeneration, tryLockFeed } from '../fdroid/generations.ts';
import { type FeedGroup, keepGroups } from '../fdroid/past-texts.ts';
import type {
  FromRenderer,
  GroupFiles,
  RebuildOrder,
  RebuildOutcome,
  ToRenderer,
} from '../fdroid/renderer-messages.ts';
import { groupsFrom } from '../fdroid/rollout.ts';
import type { SignatureMembers } from '../signing/jar.ts';

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
  if (!(await tryLockFeed(db))) return { result: 'busy', problems: [], lacksHtml: false };
  // Uses one snapshot: anything committed later is recorded as a new change.
  const prepared = await db.transaction((tx) => prepare(tx, order), { isolationLevel: 'repeatable read' });
  const { repository, contents, changes, update, current, sources } = prepared;
  const { sha256: contentSha256, counts } = contents;
  const { lacksHtml, files: named } = update;
  const isNew = order.isForced || current?.contentSha256 !== contentSha256;
  const files: Record<string, StoredFile> = {};
  const groups: FeedGroup[] = [];
  const storage = await openGuarded(order.storage);
  const assembling = { client, db, storage, sign, counts };
  if (isNew) {
    for (const buckets of groupsFrom(contents.buckets)) {
      const assembled = await assembleGroup(assembling, repository, buckets);
      groups.push(assembled.group);
      Object.assign(files, await signAndStore(assembled));
    }
  }
  const sourceFiles = await storeSources({ client, storage }, sources);
  await db.transaction(async (tx) => {
    await storeFiles(tx, named);
    await deleteChanges(tx, changes);
    if (isNew) {
      await switchGeneration(tx, { timestamp: repository.timestamp, contentSha256, files });
      await keepGroups(tx, groups);
    }
    if (sourceFiles) await switchSources(tx, sources, sourceFiles);
  });
  const problems = [...contents.problems, ...sources.problems];
  return { result: isNew || sourceFiles ? 'made' : 'unchanged', problems, lacksHtml };
}

/** Updates the stored texts. A later failure loses nothing, because the changes stay recorded until then. */
async function prepare(tx: Tx, { publicUrl, address, signer, isWhole }: RebuildOrder) {
  // The switch to the generation saves this too, and lost texts are rendered again.
  await tx.execute(sql`SET LOCAL synchronous_commit = off`);
  const { categories } = await readSettings(tx);
  const branding = await readBranding(tx);
  const { name, tagline, logoKey, logoSize } = branding;
  const logoSha256 = logoKey?.match(/[0-9a-f]{64}/)?.[0];
  const changes = await readChanges(tx);
  const current = await readGeneration(tx);
  const changed = isWhole || current === null ? 'all' : changes.appIds;
  const update = await updateTexts(tx, changed === 'all' ? await findAllApps(tx) : changed, { categories });
  const sources = await prepareSources(tx, { publicUrl, branding, appIds: changed });
  const repository = {
    name,
    tagline,
    logo: logoSha256 === undefined ? undefined : { sha256: logoSha256, size: logoSize },
    address,
    categories,
    timestamp: await nextTimestamp(tx),
  };
  const contents = await readContents(tx, repository, signer);
  return { repository, contents, changes, update, current, sources };
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

/** Asks the server to sign and store the entries that name an index. */
async function signAndStore(group: AssembledGroup): Promise<GroupFiles> {
  send({ kind: 'group', group });
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
