import type { Readable, Writable } from 'node:stream';
import type { Context } from 'hono';
import type { FileProblem } from '#shared/admin/file-problems.ts';
import {
  type ByteRange,
  DamagedObjectError,
  type OpenedObject,
  type Storage,
} from '../platform/storage/storage.ts';
import { readByteRange } from './byte-range.ts';
import { sendDirectly } from './direct-response.ts';
import { acceptedEncodings, ENCODINGS, type Encoding, etagOf } from './encodings.ts';
import { isDateOf, isUnmodified, lastModified } from './modified-since.ts';
import { requestTime } from './request-time.ts';

/** Cache lifetimes: forever, with revalidation on each use, or not at all. */
const CACHE_CONTROL = {
  forever: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
  never: 'no-store',
} as const;

const REDIRECT_STATUS = 302;

/** A stored object to serve as a file. */
export interface ServedFile {
  readonly storage: Storage;
  readonly key: string;
  /** Lower-case hexadecimal; used as the entity tag. */
  readonly sha256: string;
  /** Size in bytes. */
  readonly size: number;
  /** The media type. */
  readonly type: string;
  readonly cache: keyof typeof CACHE_CONTROL;
  /** Since when it has been the current one; absent where nobody asks by date. */
  readonly modifiedAt?: Date | undefined;
  /** Compressed copies for clients that accept them; absent for a file that never has any. */
  readonly copies?: readonly CompressedCopy[];
  /** Makes browsers save the file under this name instead of displaying it. */
  readonly downloadName?: string;
  /**
   * Lets clients read the object from the storage itself, where it has links: for programs, downloads, and pages whose
   * policy allows pictures from there.
   */
  readonly canRedirect?: boolean;
  /** Is given how to break off the body while it is sent, and returns what to call when it has ended. */
  readonly track?: (end: () => void) => () => void;
}

/** A stored object that is a file's compressed content. */
export interface CompressedCopy {
  readonly encoding: Encoding;
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Responds to a GET or HEAD request with a stored object: 200, 206 for a single range, 304 when the client
 * has it, or 416. Clients that accept a compressed copy get it, unless they ask for a range, which is one of the plain file. Several ranges at once get the whole file. A file that may be read from the storage itself is a redirect
 * to it, for its range too. Throws `DamagedObjectError` when the object is missing from storage, has another size, or is
 * known to be damaged; all but the last isn't seen for a redirect.
 * @see RFC 9110, sections 13 (conditional requests) and 14 (range requests)
 */
export async function serveFile(c: Context, file: ServedFile): Promise<Response> {
  const copy = chooseCopy(c, file);
  const headers = new Headers({
    ETag: etagOf(file.sha256, copy?.encoding),
    'Cache-Control': CACHE_CONTROL[file.cache],
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    ...(file.copies && { Vary: 'Accept-Encoding' }),
    ...(file.modifiedAt && { 'Last-Modified': lastModified(file.modifiedAt, requestTime(c)) }),
  });
  const known = findKnownTag(c, file, copy);
  if (known !== null) {
    headers.set('ETag', known);
    return new Response(null, { status: 304, headers });
  }
  return respondWithContent(c, copy ? { ...file, ...copy } : file, headers);
}

/** Responds with a file, or the chosen copy of it, to a client that doesn't have it. */
async function respondWithContent(
  c: Context,
  file: ServedFile & Partial<CompressedCopy>,
  headers: Headers,
): Promise<Response> {
  const range = requestedRange(c, file);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const link = c.req.method === 'GET' && file.canRedirect === true ? await linkTo(file) : null;
  if (link !== null) return redirectTo(link);
  headers.set('Content-Type', file.type);
  if (file.encoding !== undefined) headers.set('Content-Encoding', file.encoding);
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  if (file.downloadName !== undefined)
    headers.set('Content-Disposition', attachmentDisposition(file.downloadName));
  const init = { status: range ? 206 : 200, headers };
  if (c.req.method === 'HEAD') {
    await requireStored(file);
    return new Response(null, init);
  }
  const { stream, sendTo } = trackBody(file, await openObject(file, range));
  const response = new Response(toWebStream(stream), init);
  if (sendTo) sendDirectly(response, sendTo);
  return response;
}

/**
 * Serves an object whose key has the hash of its content, so that its size isn't known. Returns null when there is none.
 * Throws `DamagedObjectError` when it is known to be missing.
 */
export async function serveHashedFile(c: Context, file: Omit<ServedFile, 'size'>): Promise<Response | null> {
  const { storage, key } = file;
  const stored = await storage.stat(key);
  if (stored) return serveFile(c, { ...file, size: stored.size, modifiedAt: stored.modifiedAt });
  if ((await storage.problems?.find(key)) === 'missing') throw new DamagedObjectError(key, 'missing');
  return null;
}

function linkTo({ storage, key, type, downloadName }: ServedFile): Promise<string | null> {
  const disposition = downloadName === undefined ? undefined : attachmentDisposition(downloadName);
  return storage.linkTo(key, { type, disposition });
}

/** Nobody may keep the redirect: the next request must learn that a file was removed, or that access has ended. */
function redirectTo(link: string): Response {
  return new Response(null, {
    status: REDIRECT_STATUS,
    headers: { Location: link, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** Clients that ask for so few first bytes only want to know the size, or that ranges work. */
const PROBE_BYTES = 16;

/**
 * Returns true when a response of `serveFile` includes the file's first byte and more than a look at it, or leads to
 * them, which counts a download in several ranges once.
 */
export function isStartOfDownload(c: Context, response: Response): boolean {
  const asked = readByteRange(c.req.header('Range'), Number.MAX_SAFE_INTEGER);
  const isFromStart =
    asked === null || (asked !== 'unsatisfiable' && asked.start === 0 && asked.end >= PROBE_BYTES);
  if (response.status === REDIRECT_STATUS) return isFromStart;
  return response.body !== null && (isFromStart || response.status === 200);
}

/** Compares an entity tag with any of those in `If-None-Match`, weakly, or `*` (RFC 9110, section 13.1.2). */
export function hasSameTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === etag || tag === '*');
}

/** Returns the copy that a client gets; a client that asks for a range gets none. */
function chooseCopy(c: Context, { copies = [] }: ServedFile): CompressedCopy | undefined {
  if (copies.length === 0 || c.req.header('Range') !== undefined) return undefined;
  const accepted = acceptedEncodings(c.req.header('Accept-Encoding'));
  return accepted.flatMap((encoding) => copies.find((copy) => copy.encoding === encoding) ?? [])[0];
}

/**
 * Returns the entity tag of the content that a client has, compressed or not, when it is still the current one; null
 * when it isn't. Dates count only without tags (RFC 9110, section 13.2.2).
 */
function findKnownTag(c: Context, file: ServedFile, copy: CompressedCopy | undefined): string | null {
  const { sha256, modifiedAt, copies } = file;
  const tags = c.req.header('If-None-Match');
  const chosen = etagOf(sha256, copy?.encoding);
  if (tags === undefined) {
    return modifiedAt && isUnmodified(c.req.header('If-Modified-Since'), modifiedAt) ? chosen : null;
  }
  const compressed = copies ? ENCODINGS.map((encoding) => etagOf(sha256, encoding)) : [];
  const all = [chosen, etagOf(sha256), ...compressed];
  return all.find((etag) => hasSameTag(tags, etag)) ?? null;
}

/** Ranges only apply to GET. With an If-Range of another version of the file, the whole file follows. */
function requestedRange(
  c: Context,
  { sha256, size, modifiedAt }: ServedFile,
): ByteRange | 'unsatisfiable' | null {
  const condition = c.req.header('If-Range');
  if (c.req.method !== 'GET') return null;
  const isCurrent =
    condition === undefined ||
    condition === etagOf(sha256) ||
    (modifiedAt !== undefined && isDateOf(condition, modifiedAt));
  if (!isCurrent) return null;
  return readByteRange(c.req.header('Range'), size);
}

async function openObject(file: ServedFile, range: ByteRange | null): Promise<OpenedObject> {
  const { storage, key, size } = file;
  const opened = await storage.open(key, range ?? undefined).catch(async (error: unknown) => {
    // The range lies within the file as it was stored, so it has become shorter.
    if (error instanceof RangeError && range) return rejectObject(file, 'damaged');
    throw error;
  });
  if (!opened) return rejectObject(file, 'missing');
  if (opened.size === size) return opened;
  opened.stream.destroy();
  return rejectObject(file, 'damaged');
}

/** Throws `DamagedObjectError` unless the object is there with its size, and no problem of it is known. */
async function requireStored(file: ServedFile): Promise<void> {
  const { storage, key, size } = file;
  await storage.problems?.assertUndamaged(key);
  const found = await storage.stat(key);
  if (found?.size !== size) await rejectObject(file, found ? 'damaged' : 'missing');
}

/** Records the problem of an object that the database names. Throws `DamagedObjectError`. */
export async function rejectObject(
  { storage, key }: Pick<ServedFile, 'storage' | 'key'>,
  problem: FileProblem,
): Promise<never> {
  await storage.problems?.report(key, problem);
  throw new DamagedObjectError(key, problem);
}

/** Returns the body of a file that can be broken off while it is sent, if the file asks for that. */
function trackBody({ track }: ServedFile, { stream, sendTo, ...rest }: OpenedObject): OpenedObject {
  if (!track) return { stream, ...(sendTo && { sendTo }), ...rest };
  let target: Writable | null = null;
  stream.once(
    'close',
    track(() => (target ?? stream).destroy()),
  );
  if (!sendTo) return { stream, ...rest };
  const sendTracked: typeof sendTo = (to) => {
    target = to;
    return sendTo(to);
  };
  return { stream, ...rest, sendTo: sendTracked };
}

/** Converts a stream without buffers of its own: `Readable.toWeb` takes twice the processor time per byte. */
function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        stream.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Builds a Content-Disposition with an ASCII name and, where it differs, the original one (RFC 6266, section
 * 4).
 */
function attachmentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\w.-]/g, '_');
  const disposition = `attachment; filename="${ascii}"`;
  if (ascii === name) return disposition;
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename*=UTF-8''${encoded}`;
}
