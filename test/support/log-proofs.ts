import { createHash } from 'node:crypto';

/* The verification of a transparency log's proofs, written from RFC 9162 alone, without Quayside's own code. */

interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

interface Claim extends Head {
  readonly position: number;
  readonly leaf: Uint8Array;
}

const hashOf = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const nodeOf = (left: Uint8Array, right: Uint8Array) => hashOf(Uint8Array.of(1), left, right);

/** Returns the hash of an entry as a leaf. */
export function leafOf(entry: string): Buffer {
  return hashOf(Uint8Array.of(0), Buffer.from(entry));
}

/** Verifies an inclusion proof by RFC 9162, section 2.1.3.2. */
export function isIncludedByRfc({ position, size, leaf, root }: Claim, path: readonly Uint8Array[]): boolean {
  if (position >= size) return false;
  let fn = BigInt(position);
  let sn = BigInt(size - 1);
  let r = leaf;
  for (const p of path) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      r = nodeOf(p, r);
      if ((fn & 1n) === 0n) {
        while ((fn & 1n) === 0n && fn !== 0n) {
          fn >>= 1n;
          sn >>= 1n;
        }
      }
    } else r = nodeOf(r, p);
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && Buffer.from(r).equals(root);
}

/** Verifies a consistency proof by RFC 9162, section 2.1.4.2. */
export function isConsistent(first: Head, second: Head, proof: readonly Uint8Array[]): boolean {
  if (first.size === second.size) return proof.length === 0 && Buffer.from(first.root).equals(second.root);
  const isPowerOfTwo = (BigInt(first.size) & BigInt(first.size - 1)) === 0n;
  const path = isPowerOfTwo ? [first.root, ...proof] : [...proof];
  const [start, ...rest] = path;
  if (!start) return false;
  let fn = BigInt(first.size - 1);
  let sn = BigInt(second.size - 1);
  while ((fn & 1n) === 1n) {
    fn >>= 1n;
    sn >>= 1n;
  }
  let fr = start;
  let sr = start;
  for (const c of rest) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      fr = nodeOf(c, fr);
      sr = nodeOf(c, sr);
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else sr = nodeOf(sr, c);
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && Buffer.from(fr).equals(first.root) && Buffer.from(sr).equals(second.root);
}
