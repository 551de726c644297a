import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/open.ts';
import { readSettings } from '../../settings/queries.ts';
import { signJar } from '../signing/jar.ts';
import { readSigningKey, type SigningKey } from '../signing/key.ts';
import { repositoryAddress } from './address.ts';
import { buildEntry, buildIndex, type FileFacts, type PublishedApp } from './index.ts';
import { type Generation, lockFeed, readGeneration, readPublishedApps, switchGeneration } from './queries.ts';
import { appsFor, groupFile, groupsOf } from './rollout.ts';

const STORAGE_PREFIX = 'feeds/fdroid/';
/** Requests that began with an earlier generation can finish with it. */
const GENERATIONS_KEPT = 3;

/**
 * Brings the F-Droid feed up to what is published now. Rebuilds on any number of servers take turns and each reads what
 * is published after its turn has come, so a later generation never shows an older state; one that would say the same
 * as the current generation is not made. It may be interrupted anywhere and run again.
 */
export async function rebuildFdroidFeed(context: Context): Promise<void> {
  const key = await readSigningKey(context);
  await context.db.transaction(async (tx) => {
    await lockFeed(tx);
    await makeGeneration(context, tx, key);
  });
  await removeOldGenerations(context);
}

/** The generation to serve; makes the first one when there is none yet. */
export async function currentGeneration(context: Context): Promise<Generation> {
  const current = await readGeneration(context.db);
  if (current) return current;
  const key = await readSigningKey(context);
  return context.db.transaction(async (tx) => {
    await lockFeed(tx);
    return (await readGeneration(tx)) ?? makeGeneration(context, tx, key);
  });
}

async function makeGeneration(context: Context, tx: Tx, key: SigningKey): Promise<Generation> {
  const source = await readSource(context, tx);
  const current = await readGeneration(tx);
  if (current && isSame(current, source)) return current;
  const timestamp = Math.max(context.clock().getTime(), (current?.timestamp ?? 0) + 1);
  const files: Generation['files'] = {};
  for (const place of groupsOf(source.apps)) {
    const { index, entry } = render(source, timestamp, place);
    const jar = signJar({ files: { 'entry.json': entry }, modifiedAt: new Date(timestamp) }, key);
    const contents = { 'entry.jar': jar, 'entry.json': entry, 'index-v2.json': index };
    for (const [name, bytes] of Object.entries(contents)) {
      const storageKey = `${STORAGE_PREFIX}${timestamp}-${groupFile(place, name).replace('/', '-')}`;
      files[groupFile(place, name)] = { key: storageKey, ...(await context.storage.put(storageKey, bytes)) };
    }
  }
  await switchGeneration(tx, { timestamp, files });
  return { timestamp, files };
}

/** Everything that a generation says, its timestamp aside. */
interface Source {
  readonly name: string;
  readonly address: string;
  readonly categories: readonly { id: string; name: string }[];
  readonly apps: readonly PublishedApp[];
}

async function readSource({ config }: Context, db: Db | Tx): Promise<Source> {
  const { storeName, categories } = await readSettings(db);
  const apps = await readPublishedApps(db);
  return { name: storeName, address: repositoryAddress(config), categories, apps };
}

/** Every entry names its index by its hash, so all is the same only when the entries of all groups are. */
function isSame(current: Generation, source: Source): boolean {
  const groups = groupsOf(source.apps);
  const entries = Object.keys(current.files).filter((name) => name.endsWith('entry.json'));
  return (
    entries.length === groups.length &&
    groups.every((place) => {
      const { entry } = render(source, current.timestamp, place);
      return factsOf(entry).sha256 === current.files[groupFile(place, 'entry.json')]?.sha256;
    })
  );
}

/** The files of the group that begins at a place of rollouts. */
function render(
  { apps, ...repository }: Source,
  timestamp: number,
  place: number,
): { index: Buffer; entry: Buffer } {
  const offered = appsFor(apps, place);
  const index = Buffer.from(JSON.stringify(buildIndex({ ...repository, timestamp }, offered)));
  const facts = { ...factsOf(index), numPackages: offered.length };
  const name = `/${groupFile(place, 'index-v2.json')}`;
  return { index, entry: Buffer.from(JSON.stringify(buildEntry(timestamp, { ...facts, name }))) };
}

function factsOf(bytes: Uint8Array): FileFacts {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

/** Deletes the files of all but the last generations. What is newer than the current one belongs to a rebuild under way. */
async function removeOldGenerations({ db, storage }: Context): Promise<void> {
  const current = await readGeneration(db);
  const past: { key: string; timestamp: number }[] = [];
  for await (const key of storage.list(STORAGE_PREFIX)) {
    const timestamp = Number.parseInt(key.slice(STORAGE_PREFIX.length), 10);
    if (current && timestamp <= current.timestamp) past.push({ key, timestamp });
  }
  const newestFirst = [...new Set(past.map(({ timestamp }) => timestamp))].sort((a, b) => b - a);
  const kept = new Set(newestFirst.slice(0, GENERATIONS_KEPT));
  for (const { key, timestamp } of past) if (!kept.has(timestamp)) await storage.delete(key);
}
