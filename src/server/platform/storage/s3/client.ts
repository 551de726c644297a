import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { bucketAddress, type S3Config } from '../../config/storage-config.ts';
import { traced } from '../../tracing/tracing.ts';
import { StorageUnavailableError } from '../storage.ts';
import { readResponse } from './read-response.ts';
import { errorFrom, S3AccessError } from './s3-error.ts';

/** Number of times a request is sent before it fails, and the time before the second, which doubles. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;

/** A request that took longer to fail isn't sent again: its caller has waited long enough. */
const MAX_RETRY_MS = 5_000;

/** Time until the headers of a response, for requests that store up to a part, and for others. */
const STORE_MS = 30_000;
const RESPONSE_MS = 10_000;

/** The same for a check, whose caller waits two seconds at most. */
const CHECK_MS = 1_500;

/** Length of an error's body that is read. */
const MAX_ERROR_CHARACTERS = 10_000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
const MAX_LINK_SECONDS = 600;

/** A request to the bucket. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object, without the storage's prefix; undefined for the bucket itself. */
  readonly name?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  /** For checks that must not wait: sends the request once, with a shorter limit. */
  readonly isCheck?: boolean;
}

/** Overrides headers of the response to a signed link. */
export type ResponseHeaders = Readonly<
  Partial<Record<'content-type' | 'content-disposition' | 'cache-control', string>>
>;

/**
 * Sends signed requests to one bucket. The hash of each body is signed with it, so the storage rejects bodies that were
 * damaged on the way.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export class S3Client {
  readonly #config: S3Config;
  readonly #clock: (() => Date) | undefined;
  /** Derived signing keys, which change once a day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  /** Without a clock, requests carry this machine's time. */
  constructor(config: S3Config, clock?: () => Date) {
    this.#config = config;
    this.#clock = clock;
  }

  /** The bucket and prefix as in `STORAGE_URL`, for messages. */
  get place(): string {
    return `s3://${this.#config.bucket}/${this.#config.prefix}`;
  }

  /** Returns an object's full name, as `x-amz-copy-source` and listings have it. */
  fullName(name: string): string {
    return `${this.#config.prefix}${name}`;
  }

  /** Returns the value of `x-amz-copy-source` for an object. */
  copySource(name: string): string {
    return `/${this.#config.bucket}/${encodeURIComponent(this.fullName(name)).replaceAll('%2F', '/')}`;
  }

  /**
   * Sends a request, again after a pause when the storage is unavailable. Returns a response with a status below 300,
   * whose body must be read or cancelled. Throws as `errorFrom` does.
   */
  async #send(request: S3Request): Promise<Response> {
    const attempts = request.isCheck ? 1 : MAX_ATTEMPTS;
    const begunAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await traced({ name: `S3 ${request.method}`, kind: 'client' }, () => this.#sendOnce(request));
      } catch (error) {
        const isLast = attempt >= attempts || performance.now() - begunAt > MAX_RETRY_MS;
        if (!isWorthRepeating(error) || isLast) throw error;
        await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Sends a request and returns the text of its response. */
  async sendForText(request: S3Request): Promise<string> {
    return await text((await this.sendForStream(request)).stream);
  }

  /** Sends a request and returns the headers and the bytes of its response, which the caller must read or destroy. */
  async sendForStream(request: S3Request): Promise<{ headers: Headers; stream: Readable }> {
    const response = await this.#send(request);
    return { headers: response.headers, stream: readResponse(response, this.#describe(request)) };
  }

  /** Sends a request whose response has no content that matters, and returns the headers. */
  async sendForHeaders(request: S3Request): Promise<Headers> {
    const response = await this.#send(request);
    await response.body?.cancel();
    return response.headers;
  }

  /**
   * Returns a link to an object for `seconds` up to twice that: it stays the same for `seconds`, so that browsers can
   * cache what they read. Null when clients don't reach the storage.
   */
  async link(name: string, responseHeaders: ResponseHeaders, seconds: number): Promise<string | null> {
    const { clientEndpoint } = this.#config;
    if (clientEndpoint === null || !this.#clock) return null;
    const url = this.#address(clientEndpoint, name);
    for (const [header, value] of Object.entries(responseHeaders))
      url.searchParams.set(`response-${header}`, value);
    url.searchParams.set('X-Amz-Expires', String(Math.min(2 * seconds, MAX_LINK_SECONDS)));
    const begunAt = Math.floor(this.#clock().getTime() / (seconds * 1000)) * seconds * 1000;
    const signed = await this.#sign({ method: 'GET', url, time: new Date(begunAt), signQuery: true });
    return signed.url.href;
  }

  async #sendOnce(request: S3Request): Promise<Response> {
    const { method, name, query = {}, headers = {}, body, isCheck = false } = request;
    const url = this.#address(this.#config.endpoint, name);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const time = this.#clock?.();
    const signed = await this.#sign({
      method,
      url,
      time,
      headers: { ...headers, 'x-amz-content-sha256': hash },
    });
    const description = this.#describe(request);
    const response = await fetchInTime(signed, {
      method,
      body,
      limitMs: isCheck ? CHECK_MS : method.startsWith('P') ? STORE_MS : RESPONSE_MS,
    }).catch((error: unknown) => {
      throw new StorageUnavailableError(`${description} failed: ${describeError(error)}`, { cause: error });
    });
    if (response.status < 300) return response;
    const problem = await text(readResponse(response, description)).catch(() => '');
    throw errorFrom(description, response.status, problem.slice(0, MAX_ERROR_CHARACTERS));
  }

  #describe({ method, name }: S3Request): string {
    return `${method} ${name ?? this.place}`;
  }

  #address(endpoint: string, name: string | undefined): URL {
    const path = name === undefined ? '' : encodeURIComponent(this.fullName(name)).replaceAll('%2F', '/');
    return new URL(path, bucketAddress(this.#config, endpoint));
  }

  #sign({ method, url, time, headers = {}, signQuery = false }: SigningInput) {
    const { accessKeyId, secretAccessKey, region } = this.#config;
    return new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: this.#keys,
      signQuery,
      ...(time && { datetime: time.toISOString().replaceAll(/[:-]|\.\d{3}/g, '') }),
    }).sign();
  }
}

interface SigningInput {
  readonly method: string;
  readonly url: URL;
  readonly time: Date | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signQuery?: boolean;
}

interface SendOptions {
  readonly method: string;
  readonly body: Uint8Array | string | undefined;
  readonly limitMs: number;
}

/** Limits the time until the headers; the body may take longer, while bytes arrive. */
async function fetchInTime(
  { url, headers }: { url: URL; headers: Headers },
  { method, body, limitMs }: SendOptions,
): Promise<Response> {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(new Error(`no response within ${limitMs} ms`)), limitMs);
  try {
    return await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: aborting.signal,
      // Our bytes are never in shared memory, which fetch does not take.
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> | string }),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Keys that are rejected don't work a moment later either. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof StorageUnavailableError && !(error instanceof S3AccessError);
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== message ? `${message}: ${cause.message}` : message;
}
