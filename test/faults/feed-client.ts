import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '#server/feeds/fdroid/merge-patch.ts';
import { describeIndexV1, describeIndexV2 } from '#test/support/feed-indexes.ts';
import { applyMergePatch } from '#test/support/merge-patch.ts';
import { compareFile, findNamedFiles, type NamedFile } from '#test/support/named-files.ts';
import { readSignedJar } from '#test/support/signed-jar.ts';

/** The repository that clients read, and what they found out together. */
export interface ReadRepository {
  /** Requests a file by its path below the address, which begins with a slash. */
  readonly request: (path: string) => Promise<RepositoryFile>;
  readonly fingerprint: string;
  reads: number;
  /** Compared files of indexes, and applied diffs. */
  files: number;
  diffs: number;
  /** Timestamps of all entries. */
  readonly generations: Set<number>;
  /** Indexes by their timestamps, newest last. */
  readonly indexes: Map<number, Index>;
  /** Files of indexes that were compared, as they were named. */
  readonly compared: Set<string>;
  /** Application ids of apps whose version staff are removing or have removed. */
  readonly removed: Set<string>;
  /** Removed packages by their application ids, with the timestamp of the first index without them. */
  readonly gone: Map<string, number>;
}

/** A response with its whole body. */
export interface RepositoryFile {
  readonly status: number;
  readonly ok: boolean;
  readonly bytes: Buffer;
}

/** The parts of `index-v2.json` that clients here use. */
interface Index {
  readonly [name: string]: Json;
  readonly repo: { readonly timestamp: number };
  readonly packages: Readonly<Record<string, Json>>;
}

interface Entry {
  readonly timestamp: number;
  readonly index: EntryFile;
  /** By the timestamp of the index from which each leads. */
  readonly diffs: Readonly<Record<string, EntryFile>>;
}

type EntryFile = NamedFile & { readonly numPackages: number };

/** The newest timestamps that a client saw. */
interface Newest {
  entry: number;
  v1: number;
}

/** Indexes kept for the diffs that lead from them. */
const MAX_INDEXES = 20;
/** Files of one read that are fetched again, although they were compared. */
const FILES_REPEATED = 3;
const MAX_PAUSE_MS = 400;

/** Reads the whole repository again and again like one store client; `report` gets every inconsistency. */
export async function readWhile(
  goesOn: () => boolean,
  repository: ReadRepository,
  report: (inconsistency: string) => void,
): Promise<void> {
  const newest: Newest = { entry: 0, v1: 0 };
  while (goesOn()) {
    try {
      await readOnce(repository, newest);
    } catch (error) {
      report((error as Error).message);
    }
    repository.reads += 1;
  }
}

/** Reads everything that an entry names, with pauses in between. Throws inconsistencies. */
async function readOnce(repository: ReadRepository, newest: Newest): Promise<void> {
  const entry: Entry = JSON.parse(await fetchSigned(repository, 'entry'));
  assert(
    entry.timestamp >= newest.entry,
    `the entry of ${entry.timestamp} came after that of ${newest.entry}`,
  );
  newest.entry = entry.timestamp;
  repository.generations.add(entry.timestamp);
  await pause();
  const index = await readIndex(repository, entry);
  await readDiffs(repository, entry, index);
  await readIndexV1(repository, newest);
  await readFiles(repository, index);
}

async function readIndex(repository: ReadRepository, entry: Entry): Promise<Index> {
  const index: Index = JSON.parse((await fetchNamed(repository, entry.index)).toString());
  assert(index.repo.timestamp === entry.timestamp, 'the index has another timestamp than its entry');
  const ids = Object.keys(index.packages);
  assert(
    ids.length === entry.index.numPackages,
    'the index has another number of packages than its entry says',
  );
  const seen = repository.indexes.get(entry.timestamp) ?? index;
  assert(isDeepStrictEqual(index, seen), `there are two indexes of ${entry.timestamp}`);
  repository.indexes.set(entry.timestamp, index);
  const [oldest = 0] = repository.indexes.keys();
  if (repository.indexes.size > MAX_INDEXES) repository.indexes.delete(oldest);
  for (const [id, timestamp] of repository.gone) {
    assert(entry.timestamp < timestamp || !ids.includes(id), `${id} was removed and is in the index again`);
  }
  return index;
}

/** Fetches every diff, and applies those to an index that a client has seen. */
async function readDiffs(repository: ReadRepository, entry: Entry, index: Index): Promise<void> {
  assert(Object.keys(entry.diffs).length <= 10, 'the entry names more than ten diffs');
  for (const [from, named] of Object.entries(entry.diffs)) {
    const diff = JSON.parse((await fetchNamed(repository, named)).toString());
    assert(
      Object.keys(diff.packages).length === named.numPackages,
      'a diff has another number of packages than its entry says',
    );
    const base = repository.indexes.get(Number(from));
    if (!base) continue;
    const patched = applyMergePatch(base, diff);
    assert(isDeepStrictEqual(patched, index), `the diff from ${from} does not lead to ${entry.timestamp}`);
    repository.diffs += 1;
  }
}

async function readIndexV1(repository: ReadRepository, newest: Newest): Promise<void> {
  const v1 = describeIndexV1(JSON.parse(await fetchSigned(repository, 'index-v1')));
  const { timestamp } = v1.repo;
  assert(timestamp >= newest.v1, `index-v1.jar of ${timestamp} came after that of ${newest.v1}`);
  newest.v1 = timestamp;
  const index = repository.indexes.get(timestamp);
  if (index) assert(isDeepStrictEqual(v1, describeIndexV2(index)), `the indexes of ${timestamp} differ`);
}

/** Fetches every file that the index names and that no client has compared yet, and a few others. */
async function readFiles(repository: ReadRepository, index: Index): Promise<void> {
  const files = findNamedFiles(index);
  const isNew = (file: NamedFile) => !repository.compared.has(JSON.stringify(file));
  const others = files.filter((file) => !isNew(file));
  const repeated = Array.from({ length: FILES_REPEATED }, () => others[randomInt(others.length || 1)] ?? []);
  for (const file of [...files.filter(isNew), ...repeated.flat()]) {
    // The other clients needn't fetch it too.
    repository.compared.add(JSON.stringify(file));
    await fetchNamed(repository, file);
    repository.files += 1;
  }
}

async function fetchSigned(repository: ReadRepository, name: 'entry' | 'index-v1'): Promise<string> {
  const response = await fetchFile(repository, `/${name}.jar`);
  const { content, fingerprint } = readSignedJar(response.bytes, `${name}.json`);
  assert(fingerprint === repository.fingerprint, `${name}.jar has another signer`);
  return content;
}

async function fetchNamed(repository: ReadRepository, file: NamedFile): Promise<Buffer> {
  const { status, bytes } = await fetchFile(repository, file.name);
  if (status === 410) return bytes;
  const difference = compareFile(file, bytes);
  assert(difference === null, difference ?? '');
  return bytes;
}

/** Fetches a file of the repository. Throws when that fails, except for files of apps that are being removed. */
export async function fetchFile({ request, removed }: ReadRepository, name: string) {
  const { status, ok, bytes } = await request(name);
  // Staff may remove an app at any time, and then its files are gone at once.
  const [, applicationId = ''] = /^\/([\w.]+?)(?:_\d+\.apk$|\/)/.exec(name) ?? [];
  const isRemoved = status === 410 && removed.has(applicationId);
  assert(ok || isRemoved, `${name} failed with ${status}: ${bytes}`);
  return { status, bytes };
}

const pause = () => sleep(randomInt(MAX_PAUSE_MS));

function assert(condition: boolean, inconsistency: string): asserts condition {
  if (!condition) throw new Error(inconsistency);
}
