import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from './addresses.ts';

/** Maximum addresses tried per name, so that a name can't be used to probe many hosts. */
const MAX_ADDRESSES = 4;

/** Thrown when a user-supplied address resolves into the operator's own network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/**
 * Creates a `lookup` that resolves names by DNS only, and rejects a name when any of its addresses is
 * private. The system's lookup would block one of Node's four file system threads while a name server does
 * not respond.
 */
export function createPublicLookup(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver({ timeout: 2_000, tries: 2 }),
): LookupFunction {
  const resolve = callbackify((hostname: string) => resolvePublic(resolver, hostname));
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error, '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function resolvePublic(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>, hostname: string) {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...foundAddresses(v4).map((address) => ({ address, family: 4 })),
    ...foundAddresses(v6).map((address) => ({ address, family: 6 })),
  ];
  if (addresses.some(({ address }) => !isPublicAddress(address))) {
    throw new PrivateAddressError(`${hostname} resolves to a private address.`);
  }
  if (addresses.length > 0) return addresses.slice(0, MAX_ADDRESSES);
  throw v4.status === 'rejected' ? v4.reason : new Error(`${hostname} doesn’t resolve to an address.`);
}

function foundAddresses(result: PromiseSettledResult<string[]>): string[] {
  return result.status === 'fulfilled' ? result.value : [];
}
