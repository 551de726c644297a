import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';
import { isPublicAddress } from './addresses.ts';

const TIMEOUT_MS = 10_000;

/** As much of an answer as is worth keeping, in bytes. */
const ANSWER_BYTES = 1_000;

/** An address that people give may not lead into the operator's own network. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly body: string;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/**
 * Why an address that somebody gave cannot be sent to, as a sentence; null when it can, as far as it can be seen
 * without asking the name service. `post` looks again at what the name leads to.
 */
export function whyNotPostTo(
  url: URL,
  { webhooksAllowPrivate }: Pick<Config, 'webhooksAllowPrivate'>,
): string | null {
  if (url.username || url.password) return 'Give the address without a name and password in it.';
  if (webhooksAllowPrivate) return null;
  if (url.protocol !== 'https:')
    return 'Give an https address: what is sent must not be readable on the way.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/.test(host);
  return isLocal ? 'Give an address on the public Internet; this one is private.' : null;
}

/**
 * Posts to an address that somebody gave. The address that is connected to is the very one that was checked, so a name
 * cannot lead elsewhere in between; redirections are not followed. Throws when no answer came within ten seconds, and
 * `AddressRefused` for a private address unless the operator allows them (WEBHOOKS_ALLOW_PRIVATE).
 */
export async function post(
  address: string,
  message: Message,
  config: Pick<Config, 'webhooksAllowPrivate'>,
): Promise<Answer> {
  const url = new URL(address);
  const refusal = whyNotPostTo(url, config);
  if (refusal) throw new AddressRefused(refusal);
  const { promise, resolve: answered, reject } = Promise.withResolvers<Answer>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    lookup: config.webhooksAllowPrivate ? undefined : lookupPublic,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'User-Agent': 'Quayside',
      ...message.headers,
      'Content-Length': Buffer.byteLength(message.body),
    },
  });
  request.on('error', (error) => {
    reject(error.name === 'AbortError' ? new Error(`No answer within ${TIMEOUT_MS / 1000} s.`) : error);
  });
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      const body = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
      answered({ status: response.statusCode ?? 0, body });
      response.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  request.end(message.body);
  return promise;
}

/** Resolves a name, and refuses it when any of its addresses is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new AddressRefused(`${hostname} leads to a private address.`), '');
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
