import { text } from 'node:stream/consumers';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { download } from '../../platform/safe-fetch/download.ts';
import { defineService } from '../../platform/services.ts';

type KeyFetching = Pick<Context, 'config' | 'clock'>;

const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_KEYS = 100;
/** Issuers whose keys are kept; a store trusts fewer. */
const MAX_KEPT = 32;
/** For so long keys are used without asking the issuer again. */
const FRESH_MS = 10 * 60_000;
/** For so long keys are used while the issuer does not respond. */
const USABLE_MS = 60 * 60_000;
interface IssuerKeysTimes {
  /** For reading the keys of an issuer. */
  readonly timeoutMs: number;
  /** Pause after a request that failed or did not bring the key, so that made-up tokens cannot have us flood an issuer. */
  readonly pauseMs: number;
}

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) });

interface KeptKeys {
  readonly find: JWTVerifyGetKey | null;
  readonly fetchedAt: number;
  /** No request before this time. */
  readonly pausedUntil: number;
}

const NO_KEYS: KeptKeys = { find: null, fetchedAt: 0, pausedUntil: 0 };

/** Thrown when an issuer's keys cannot be read. */
export class IssuerUnreachableError extends Error {
  override readonly name = 'IssuerUnreachableError';
}

/** Reads the keys of issuers by OpenID Connect Discovery 1.0, and keeps them for some minutes. */
export class IssuerKeys implements AsyncDisposable {
  readonly #times: IssuerKeysTimes;
  readonly #kept = new Map<string, KeptKeys>();
  readonly #fetching = new Map<string, Promise<KeptKeys>>();

  constructor(times: IssuerKeysTimes) {
    this.#times = times;
  }

  /**
   * Returns the function that finds the key of a token of this issuer. It asks the issuer again for a key that it does not
   * know. Throws `IssuerUnreachableError`, and errors of `jose` when there is no such key.
   */
  finder(context: KeyFetching, issuer: string): JWTVerifyGetKey {
    return async (header, token) => {
      const kept = this.#kept.get(issuer) ?? NO_KEYS;
      const isFresh = context.clock().getTime() - kept.fetchedAt < FRESH_MS;
      const known = isFresh && kept.find ? kept : await this.#fetch(context, issuer);
      if (!known.find) throw new IssuerUnreachableError(`${issuer} has no readable keys.`);
      try {
        return await known.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || known !== kept) throw error;
        return await this.#findNew(context, issuer, [header, token]);
      }
    };
  }

  /** Finds a key that the issuer may have added since its keys were read. */
  async #findNew(context: KeyFetching, issuer: string, token: Parameters<JWTVerifyGetKey>) {
    const before = this.#kept.get(issuer);
    const known = await this.#fetch(context, issuer);
    if (!known.find) throw new IssuerUnreachableError(`${issuer} has no readable keys.`);
    try {
      return await known.find(...token);
    } catch (error) {
      const kept = this.#kept.get(issuer);
      // A running pause isn't prolonged: made-up tokens would make it last for ever.
      if (kept && known !== before)
        this.#keep(issuer, { ...kept, pausedUntil: context.clock().getTime() + this.#times.pauseMs });
      throw error;
    }
  }

  /** Reads the keys, once for all who ask meanwhile. Returns the earlier ones during a pause. */
  async #fetch(context: KeyFetching, issuer: string): Promise<KeptKeys> {
    const running = this.#fetching.get(issuer);
    if (running) return await running;
    const kept = this.#kept.get(issuer) ?? NO_KEYS;
    const now = context.clock().getTime();
    const usable = now - kept.fetchedAt < USABLE_MS ? kept : { ...kept, find: null };
    if (now < kept.pausedUntil) return usable;
    const started = readKeys(context, issuer, this.#times)
      .then(
        (find) => ({ find, fetchedAt: now, pausedUntil: 0 }),
        () => ({ ...usable, pausedUntil: now + this.#times.pauseMs }),
      )
      .then((result) => this.#keep(issuer, result))
      .finally(() => this.#fetching.delete(issuer));
    this.#fetching.set(issuer, started);
    return await started;
  }

  #keep(issuer: string, keys: KeptKeys): KeptKeys {
    this.#kept.delete(issuer);
    this.#kept.set(issuer, keys);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return keys;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#fetching.values());
  }
}

export const issuerKeys = defineService(() => new IssuerKeys({ timeoutMs: 5_000, pauseMs: 20_000 }));

async function readKeys(
  { config }: KeyFetching,
  issuer: string,
  { timeoutMs }: IssuerKeysTimes,
): Promise<JWTVerifyGetKey> {
  const signal = AbortSignal.timeout(timeoutMs);
  const base = issuer.replace(/\/$/, '');
  const read = async (address: string) => fetchJson(new URL(address), { config, signal });
  const discovered = discoverySchema.parse(await read(`${base}/.well-known/openid-configuration`));
  if (discovered.issuer !== issuer) throw new IssuerUnreachableError(`${issuer} calls itself otherwise.`);
  return createLocalJWKSet(keySetSchema.parse(await read(discovered.jwks_uri)));
}

async function fetchJson(
  url: URL,
  { config, signal }: { config: KeyFetching['config']; signal: AbortSignal },
): Promise<unknown> {
  const webhooksAllowPrivate = config.privateIssuers.includes(url.origin);
  const body = await download(url, { webhooksAllowPrivate, maxBytes: MAX_RESPONSE_BYTES, signal });
  if (!body) throw new IssuerUnreachableError(`${url.origin} has no ${url.pathname}.`);
  return JSON.parse(await text(body));
}
