import { digest } from './digest.ts';

/** Digests bytes. Callers can pass one that is faster than JavaScript's. */
export type Hasher = (name: 'SHA-256' | 'SHA-512', bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The part of Web Crypto that we use; browsers provide it in secure contexts only. */
interface WebCrypto {
  subtle?: { digest(name: string, bytes: Uint8Array): Promise<ArrayBuffer> };
}

/** Returns a hasher that uses the runtime's Web Crypto if available, else JavaScript. */
export function defaultHasher(): Hasher {
  const { subtle } = (globalThis as { crypto?: WebCrypto }).crypto ?? {};
  return subtle ? async (name, bytes) => new Uint8Array(await subtle.digest(name, bytes)) : digest;
}
