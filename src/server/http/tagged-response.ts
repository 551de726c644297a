import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context as HonoContext } from 'hono';
import {
  acceptedEncodings,
  BROTLI_QUALITY,
  ENCODINGS,
  type Encoding,
  etagOf,
  MIN_COMPRESSED,
} from './encodings.ts';
import { isUnmodified, lastModified } from './modified-since.ts';
import { requestTime } from './request-time.ts';
import { hasSameTag } from './serve-file.ts';

interface TaggedContent {
  readonly type: string;
  readonly body: string;
}

/** Responds with a value as JSON, with an entity tag like `respondTagged`. */
export function respondJson(c: HonoContext, value: object): Promise<Response> {
  return respondTagged(c, { type: 'application/json', body: JSON.stringify(value) });
}

/**
 * Responds with a text, compressed for clients that accept that, with its entity tag and since when it has been the same,
 * or 304 without it to a client that has it. Clients ask each time, so that what the store removes disappears at once.
 */
export async function respondTagged(c: HonoContext, { type, body }: TaggedContent): Promise<Response> {
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const canCompress = bytes.length >= MIN_COMPRESSED;
  const encoding = canCompress ? acceptedEncodings(c.req.header('Accept-Encoding'))[0] : undefined;
  const etag = etagOf(hash, encoding);
  const etags = [etag, etagOf(hash), ...ENCODINGS.map((other) => etagOf(hash, other))];
  const now = requestTime(c);
  const modifiedAt = now && sameSince(c, hash, now);
  if (modifiedAt) c.header('Last-Modified', lastModified(modifiedAt, now));
  c.header('Cache-Control', 'no-cache');
  c.header('Vary', 'Accept-Encoding', { append: true });
  const tags = c.req.header('If-None-Match');
  const known = tags === undefined ? undefined : etags.find((one) => hasSameTag(tags, one));
  c.header('ETag', known ?? etag);
  const since = tags === undefined ? c.req.header('If-Modified-Since') : undefined;
  const isUnchanged = modifiedAt !== undefined && isUnmodified(since, modifiedAt);
  if (known !== undefined || isUnchanged) return c.body(null, 304);
  c.header('Content-Type', type);
  if (encoding !== undefined) c.header('Content-Encoding', encoding);
  const content = encoding === undefined ? bytes : await compressOnce(bytes, encoding, etag);
  c.header('Content-Length', String(content.length));
  return c.body(content);
}

const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

/** Bytes of compressed texts that are kept. */
const MAX_KEPT = 16 * 1024 ** 2;
/** Compressed texts by their entity tags, the one used last at the end: a text is compressed once until it changes. */
const kept = new Map<string, Buffer<ArrayBuffer>>();
let keptBytes = 0;

async function compressOnce(
  bytes: Buffer<ArrayBuffer>,
  encoding: Encoding,
  etag: string,
): Promise<Buffer<ArrayBuffer>> {
  const compressed = kept.get(etag) ?? (await COMPRESS[encoding](bytes));
  if (kept.delete(etag)) keptBytes -= compressed.length;
  kept.set(etag, compressed);
  keptBytes += compressed.length;
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MAX_KEPT) break;
    kept.delete(oldest);
    keptBytes -= length;
  }
  return compressed;
}

/** Addresses of which is known since when their content has been the same. */
const MAX_ADDRESSES = 10_000;
/** By the hash of address and language, the one asked for last at the end. */
const contents = new Map<string, { readonly hash: string; readonly at: Date }>();

/**
 * Returns since when this server has sent the same at an address. A server that hasn't sent it before says now, so that
 * nobody keeps what another server has replaced.
 */
function sameSince(c: HonoContext, hash: string, now: Date): Date {
  const asked = `${c.req.url} ${c.req.header('Accept-Language') ?? ''}`;
  const key = createHash('sha256').update(asked).digest('base64url');
  const known = contents.get(key);
  const content = known?.hash === hash ? known : { hash, at: now };
  contents.delete(key);
  contents.set(key, content);
  if (contents.size > MAX_ADDRESSES) contents.delete(contents.keys().next().value ?? '');
  return content.at;
}
