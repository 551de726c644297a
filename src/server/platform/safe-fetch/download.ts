import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { PrivateAddressError } from './lookup.ts';
import { lookupPublic, urlDenialReason } from './safe-fetch.ts';

/** Longest pause between two pieces of a response, and before its first one. */
const IDLE_MS = 30_000;

/** Thrown by the stream of a response that is longer than the caller allows. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

interface DownloadOptions extends Pick<Config, 'webhooksAllowPrivate'> {
  /** A longer response is cut off with an error. */
  readonly maxBytes: number;
  /** Aborts the request, or the response. */
  readonly signal?: AbortSignal;
}

/**
 * Downloads a user-supplied URL as a stream, under the rules of `post`: only public addresses unless the operator allows
 * others, and no redirects. Null when the server has no such file. Throws when there is no response, or one with another
 * status; the stream fails when it grows too large or pauses for too long. The caller must consume or destroy it.
 */
export async function download(url: URL, options: DownloadOptions): Promise<Readable | null> {
  const { webhooksAllowPrivate, maxBytes, signal } = options;
  const denialReason = urlDenialReason(url, options);
  if (denialReason) throw new PrivateAddressError(denialReason);
  const { promise, resolve, reject } = Promise.withResolvers<Readable | null>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    agent: false,
    signal,
    lookup: webhooksAllowPrivate ? undefined : lookupPublic,
    headers: { 'User-Agent': 'Quayside' },
  });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error(`No data within ${IDLE_MS / 1000} s.`)));
  request.on('error', reject);
  request.on('response', (response) => {
    if (response.statusCode === 200) resolve(Readable.from(limit(response, maxBytes), { objectMode: false }));
    else {
      response.destroy();
      if (response.statusCode === 404) resolve(null);
      else reject(new Error(`The server responded with status ${response.statusCode}.`));
    }
  });
  request.end();
  return promise;
}

async function* limit(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw new ResponseTooLargeError(`The response is larger than ${maxBytes} bytes.`);
    yield piece;
  }
}
