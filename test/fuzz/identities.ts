import { type Identity, makeIdentity, type Signer } from '#test/support/apk-signer.ts';

const identities = new Map<string, Identity>();

/** Returns a cached key, because generating one is slow. */
export function identity(name: string): Identity {
  const known = identities.get(name) ?? makeIdentity('EC', { name });
  identities.set(name, known);
  return known;
}

/** Returns a signer with the shared test key. */
export const signer = (change: Partial<Signer> = {}): Signer => ({ identity: identity('Test'), ...change });
