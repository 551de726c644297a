import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { t } from '#shared/languages/translate.ts';
import type { Config } from '../config/config.ts';
import { traced } from '../tracing/tracing.ts';
import { isPublicAddress } from './addresses.ts';
import { createPublicLookup, PrivateAddressError } from './lookup.ts';

const TIMEOUT_MS = 10_000;

/** Bytes of a response that are kept. */
const MAX_RESPONSE_BYTES = 1_000;

/** Resolves names to public addresses only; shared by all outbound requests. */
export const lookupPublic = createPublicLookup();

export interface PostResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/**
 * Returns why a user-supplied URL cannot be used, as a sentence; null when it can, as far as visible without
 * DNS. `post` checks the resolved addresses.
 */
export function urlDenialReason(
  url: URL,
  { webhooksAllowPrivate }: Pick<Config, 'webhooksAllowPrivate'>,
): string | null {
  if (url.username || url.password) return t`Use a URL without a user name and password.`;
  if (webhooksAllowPrivate) return null;
  if (url.protocol !== 'https:') return t`Use an https URL, so that nobody else can read what’s sent.`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/.test(host);
  return isLocal ? t`Use a public Internet address. This one is private.` : null;
}

/**
 * Posts to a user-supplied URL. Connects to exactly the address that was checked, so a name cannot resolve
 * differently in between, and does not follow redirects. Throws when there is no response within ten seconds,
 * and `PrivateAddressError` for a private address unless the operator allows them (WEBHOOKS_ALLOW_PRIVATE).
 */
export async function postSafely(
  address: string,
  message: Message,
  config: Pick<Config, 'webhooksAllowPrivate'>,
): Promise<PostResponse> {
  // Neither the address nor the host: a user chose them.
  return traced({ name: 'POST', kind: 'client' }, async (span) => {
    const response = await send(
      address,
      { ...message, headers: { ...span.headers, ...message.headers } },
      config,
    );
    span.set({ 'http.response.status_code': response.status });
    return response;
  });
}

async function send(
  address: string,
  message: Message,
  config: Pick<Config, 'webhooksAllowPrivate'>,
): Promise<PostResponse> {
  const url = new URL(address);
  const denialReason = urlDenialReason(url, config);
  if (denialReason) throw new PrivateAddressError(denialReason);
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const fail = (error: Error) =>
    reject(timeout.aborted ? new Error(`No response within ${TIMEOUT_MS / 1000} s.`) : error);
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    lookup: config.webhooksAllowPrivate ? undefined : lookupPublic,
    signal: message.signal ? AbortSignal.any([timeout, message.signal]) : timeout,
    headers: {
      'User-Agent': 'Quayside',
      ...message.headers,
      'Content-Length': Buffer.byteLength(message.body),
    },
  });
  request.on('error', fail);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      const body = Buffer.concat(chunks)
        .subarray(0, MAX_RESPONSE_BYTES)
        .toString('utf8')
        .replaceAll('\0', '');
      resolve({ status: response.statusCode ?? 0, body });
      response.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_RESPONSE_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', fail);
  });
  request.end(message.body);
  return promise;
}
