import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeDirectory } from '../../process/private-files.ts';
import {
  assertKey,
  type ByteRange,
  CannotGrowError,
  isWithin,
  type ListedObject,
  type Storage,
  StorageFullError,
} from '../storage.ts';
import type { S3Client } from './client.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { appendSegments, openSegments } from './growing.ts';
import { listObjects, mergeSorted } from './listing.ts';
import { copyParts, removeOldUploads, storeParts } from './multipart.ts';
import { nullIfNoObject, S3Error, throwIfFailed } from './s3-error.ts';
import {
  arrangeSegments,
  deleteSegments,
  describeGrowing,
  groupByKey,
  listGrowing,
  listSegments,
  readGrowing,
} from './segments.ts';

const FOLDER = 'objects/';

/** The objects that checks store, one of each process, because storages limit how often one object is stored. */
const PROBE_FOLDER = 'probes/';

/**
 * Time for which a link stays the same, so that browsers can cache what it names; it works for up to twice as long. That is
 * how long something on hold can still be downloaded, so it is as short as slow clients can follow a redirect.
 */
const LINK_SECONDS = 30;

/** The folder in which `withFile` keeps copies while they are used. */
export interface CopyOptions {
  readonly directory: string;
  /** Space that copies leave free there. */
  readonly reserveBytes: number;
}

/** Keeps objects in a bucket, as `objects/<key>`, and those that grow in segments (`segments.ts`). */
export function createS3Storage(client: S3Client, copies: CopyOptions): Storage {
  const nameOf = (key: string) => {
    assertKey(key);
    return FOLDER + key;
  };

  const probe = PROBE_FOLDER + randomUUID();
  const storage: Storage = {
    async put(key, content) {
      const name = nameOf(key);
      if (content instanceof Uint8Array) {
        await client.sendForHeaders({ method: 'PUT', name, body: content });
        return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      }
      return await putStream(client, name, content);
    },

    async append(key, offset, content) {
      const name = nameOf(key);
      const growing = await readGrowing(client, key);
      const whole = growing.size === 0 ? await readHead(client, name) : null;
      if (whole) throw new CannotGrowError(`${key} was stored as a whole, so nothing can be added`);
      if (growing.size !== offset) {
        throw new RangeError(`${key} has ${growing.size} bytes, so nothing can be added at ${offset}`);
      }
      return await appendSegments(client, key, { growing, content });
    },

    async move(from, to) {
      const [source, target] = [nameOf(from), nameOf(to)];
      const growing = await readGrowing(client, from);
      const work =
        growing.size > 0 ? copyParts(client, target, growing.segments) : copy(client, source, target);
      // Another server that moves it at the same time may be faster.
      const isThere = await work.then(() => true, falseIfMoved);
      if (!isThere) return false;
      await storage.delete(from);
      return true;
    },

    async open(key, range) {
      const name = nameOf(key);
      if (range && !isWithin(range, Number.MAX_SAFE_INTEGER)) throw outsideError(range);
      const found = await openWhole(client, name, range).catch(nullIfNoObject);
      if (found) return found;
      const growing = await readGrowing(client, key);
      if (growing.size === 0) return null;
      if (range && !isWithin(range, growing.size)) throw outsideError(range);
      return { stream: openSegments(client, growing, range), size: growing.size };
    },

    async stat(key) {
      const found = await readHead(client, nameOf(key));
      if (found) return found;
      return describeGrowing(await readGrowing(client, key));
    },

    async withFile(key, use) {
      const opened = await storage.open(key);
      if (!opened) return null;
      const path = join(copies.directory, `copy-${randomUUID()}`);
      try {
        await download(opened, path, copies);
        return await use(path);
      } finally {
        opened.stream.destroy();
        await rm(path, { force: true });
      }
    },

    linkTo(key, { type, disposition }) {
      const headers = {
        'content-type': type,
        'cache-control': `private, max-age=${LINK_SECONDS}`,
        ...(disposition !== undefined && { 'content-disposition': disposition }),
      };
      return client.link(nameOf(key), headers, LINK_SECONDS);
    },

    async delete(key) {
      const name = nameOf(key);
      const { segments, useless } = await readGrowing(client, key);
      await deleteSegments(client, [...segments, ...useless]);
      await client.sendForHeaders({ method: 'DELETE', name });
    },

    async *list(prefix, options) {
      for await (const { key } of storage.listObjects(prefix, options)) yield key;
    },

    async *listObjects(prefix, { after = '' } = {}) {
      yield* mergeSorted(listWhole(client, prefix, after), listGrowing(client, prefix, after));
    },

    async removeUnfinished(idleMs) {
      const before = new Date((await readClock(client)) - idleMs);
      const removed = await removeOldUploads(client, FOLDER, before);
      removed.push(...(await removeOldProbes(client, before)));
      for await (const segments of groupByKey(listSegments(client, ''))) {
        const useless = arrangeSegments(segments).useless.filter(({ modifiedAt }) => modifiedAt < before);
        await deleteSegments(client, useless);
        removed.push(...useless.map(({ name }) => name));
      }
      return removed;
    },

    async check() {
      await client.sendForHeaders({ method: 'PUT', name: probe, body: 'stored', isCheck: true });
    },
  };
  return storage;
}

/** Deletes probes of processes that no longer check; one that still does stores its probe again. */
async function removeOldProbes(client: S3Client, before: Date): Promise<string[]> {
  const removed: string[] = [];
  for await (const { name, modifiedAt } of listObjects(client, PROBE_FOLDER)) {
    if (modifiedAt >= before) continue;
    await client.sendForHeaders({ method: 'DELETE', name });
    removed.push(name);
  }
  return removed;
}

async function putStream(client: S3Client, name: string, content: Readable) {
  const hash = createHash('sha256');
  let size = 0;
  const hashed = async function* () {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const parts = cutIntoParts(hashed());
  try {
    const first = await parts.next();
    const second = first.done ? first : await parts.next();
    if (second.done) {
      await client.sendForHeaders({ method: 'PUT', name, body: first.done ? '' : first.value });
    } else {
      await storeParts(
        client,
        name,
        (async function* () {
          yield first.value as Uint8Array;
          yield second.value;
          yield* parts;
        })(),
      );
    }
  } finally {
    // A request that fails before the content is read leaves it open.
    await parts.return(undefined);
    content.destroy();
  }
  return { size, sha256: hash.digest('hex') };
}

async function readHead(client: S3Client, name: string) {
  const headers = await client.sendForHeaders({ method: 'HEAD', name }).catch(nullIfNoObject);
  return (
    headers && {
      size: Number(headers.get('content-length')),
      modifiedAt: new Date(headers.get('last-modified') ?? ''),
    }
  );
}

async function openWhole(client: S3Client, name: string, range: ByteRange | undefined) {
  const headers = range && { range: `bytes=${range.start}-${range.end}` };
  const response = await client.sendForStream({ method: 'GET', name, headers }).catch((error: unknown) => {
    throw range && error instanceof S3Error && error.status === 416 ? outsideError(range) : error;
  });
  const { stream } = response;
  const total = response.headers.get('content-range')?.split('/')[1];
  const size = Number(total ?? response.headers.get('content-length'));
  if (range && !isWithin(range, size)) {
    stream.destroy();
    throw outsideError(range);
  }
  return { stream, size };
}

function outsideError({ start, end }: ByteRange): RangeError {
  return new RangeError(`bytes ${start} to ${end} do not lie within the object`);
}

/** Copies an object of up to 5 GiB within the storage. */
async function copy(client: S3Client, source: string, target: string): Promise<void> {
  const copied = await client.sendForText({
    method: 'PUT',
    name: target,
    headers: { 'x-amz-copy-source': client.copySource(source) },
  });
  throwIfFailed(`copying ${source}`, copied);
}

/** 412 means that a part is another one than was listed. */
function falseIfMoved(error: unknown): false {
  if (error instanceof S3Error && error.status === 412) return false;
  return nullIfNoObject(error) ?? false;
}

async function download(
  { stream, size }: { stream: Readable; size: number },
  path: string,
  { directory, reserveBytes }: CopyOptions,
): Promise<void> {
  await makeDirectory(directory);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < size + reserveBytes) {
    throw new StorageFullError(`${directory} has no space for a copy of ${size} bytes`);
  }
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(stream, file);
  if (file.bytesWritten !== size) throw new Error(`${file.bytesWritten} of ${size} bytes were read`);
}

async function* listWhole(client: S3Client, prefix: string, after: string): AsyncGenerator<ListedObject> {
  const found = listObjects(client, FOLDER + prefix, after === '' ? '' : FOLDER + after);
  for await (const { name, size, modifiedAt } of found) {
    yield { key: name.slice(FOLDER.length), size, modifiedAt: toSecond(modifiedAt) };
  }
}

/** Listings may have milliseconds, which the header of a single object doesn't have. */
function toSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

/** Returns the storage's time, which may differ from this machine's. */
async function readClock(client: S3Client): Promise<number> {
  const headers = await client.sendForHeaders({
    method: 'GET',
    query: { 'list-type': '2', 'max-keys': '1' },
  });
  return new Date(headers.get('date') ?? '').getTime();
}
