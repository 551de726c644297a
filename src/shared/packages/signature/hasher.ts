import { digest } from './digest.ts';

/** Digests bytes; whoever has a faster implementation than JavaScript's hands it in. */
export type Hasher = (name: 'SHA-256' | 'SHA-512', bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The part of Web Crypto that is used; browsers offer it on secure pages only. */
interface WebCrypto {
  subtle?: { digest(name: string, bytes: Uint8Array): Promise<ArrayBuffer> };
}

/** The runtime's own Web Crypto where there is one, else JavaScript. */
export function defaultHasher(): Hasher {
  const { subtle } = (globalThis as { crypto?: WebCrypto }).crypto ?? {};
  return subtle ? async (name, bytes) => new Uint8Array(await subtle.digest(name, bytes)) : digest;
}
