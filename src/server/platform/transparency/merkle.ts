import { createHash } from 'node:crypto';

/*
 * The Merkle tree of a transparency log: hashes and proofs by RFC 9162, section 2.1 (the same as RFC 6962, section 2.1), and
 * its division into tiles of 256 hashes by c2sp.org/tlog-tiles.
 */

/** Hashes in a full tile. */
export const TILE_WIDTH = 256;

/** Reads consecutive hashes of a level: 0 are the leaves, 1 the subtrees of 256 leaves, and so on. */
export type ReadHashes = (level: number, from: number, to: number) => Promise<readonly Buffer[]>;

/** Returns the hash of an entry. */
export function hashLeaf(entry: Uint8Array | string): Buffer {
  return createHash('sha256').update(Uint8Array.of(0)).update(entry).digest();
}

/** Returns the hash of a node over its children. */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();
}

/** Returns the hash of a subtree whose children are these hashes; their number is a power of two. */
export function hashTile(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      hashNode(level[2 * at] as Buffer, level[2 * at + 1] as Buffer),
    );
  }
  if (!level[0]) throw new Error('a subtree has at least one hash');
  return level[0];
}

/** A tree of a fixed size over stored hashes. It reads each tile once. */
export class MerkleTree {
  readonly #size: number;
  readonly #read: ReadHashes;
  readonly #tiles = new Map<string, Promise<readonly Buffer[]>>();

  constructor(size: number, read: ReadHashes) {
    this.#size = size;
    this.#read = read;
  }

  /** Returns the root hash. */
  root(): Promise<Buffer> {
    return this.#rootOf(0, this.#size);
  }

  /** Returns the hashes that prove that the entry at a position is in the tree (RFC 9162, section 2.1.3.1). */
  async proveInclusion(position: number): Promise<Buffer[]> {
    if (position < 0 || position >= this.#size) throw new RangeError('the tree has no such entry');
    return this.#path(position, 0, this.#size);
  }

  /** Returns the hashes that prove that the tree of an earlier size is a prefix (RFC 9162, section 2.1.4.1). */
  async proveConsistency(earlier: number): Promise<Buffer[]> {
    if (earlier < 1 || earlier > this.#size) throw new RangeError('the tree was never of this size');
    return this.#subproof(earlier, { from: 0, to: this.#size, isKnown: true });
  }

  async #path(position: number, from: number, to: number): Promise<Buffer[]> {
    if (to - from === 1) return [];
    const middle = from + largestPowerBelow(to - from);
    return position < middle
      ? [...(await this.#path(position, from, middle)), await this.#rootOf(middle, to)]
      : [...(await this.#path(position, middle, to)), await this.#rootOf(from, middle)];
  }

  async #subproof(
    earlier: number,
    { from, to, isKnown }: { readonly from: number; readonly to: number; readonly isKnown: boolean },
  ): Promise<Buffer[]> {
    if (earlier === to) return isKnown ? [] : [await this.#rootOf(from, to)];
    const middle = from + largestPowerBelow(to - from);
    return earlier <= middle
      ? [...(await this.#subproof(earlier, { from, to: middle, isKnown })), await this.#rootOf(middle, to)]
      : [
          ...(await this.#subproof(earlier, { from: middle, to, isKnown: false })),
          await this.#rootOf(from, middle),
        ];
  }

  async #rootOf(from: number, to: number): Promise<Buffer> {
    const width = to - from;
    if (width === 0) return createHash('sha256').digest();
    if (!isPowerOfTwo(width)) {
      const middle = from + largestPowerBelow(width);
      return hashNode(await this.#rootOf(from, middle), await this.#rootOf(middle, to));
    }
    const level = Math.floor(Math.log2(width) / Math.log2(TILE_WIDTH));
    const unit = TILE_WIDTH ** level;
    const first = from / unit;
    const tile = await this.#readTile(level, Math.floor(first / TILE_WIDTH));
    const start = first % TILE_WIDTH;
    return hashTile(tile.slice(start, start + width / unit));
  }

  #readTile(level: number, index: number): Promise<readonly Buffer[]> {
    const name = `${level}/${index}`;
    const known = this.#tiles.get(name);
    if (known) return known;
    const complete = Math.floor(this.#size / TILE_WIDTH ** level);
    const from = index * TILE_WIDTH;
    const to = Math.min(from + TILE_WIDTH, complete);
    const reading = this.#read(level, from, to).then((hashes) => {
      if (hashes.length !== to - from) throw new Error(`the tile ${name} of the audit log is incomplete`);
      return hashes;
    });
    this.#tiles.set(name, reading);
    return reading;
  }
}

/** Claims that an entry is in a tree. */
export interface InclusionClaim {
  readonly position: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
}

/** Returns true if the hashes prove that the entry is in the tree (RFC 9162, section 2.1.3.2). */
export function isIncluded(
  { position, size, leaf, root }: InclusionClaim,
  proof: readonly Uint8Array[],
): boolean {
  if (position < 0 || position >= size) return false;
  let node = position;
  let last = size - 1;
  let hash: Buffer = Buffer.from(leaf);
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = hashNode(sibling, hash);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = hashNode(hash, sibling);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && hash.equals(root);
}

/** Computes the root over leaves that come one after the other, in logarithmic memory. */
export class RootBuilder {
  /** The roots of the complete subtrees so far, largest first, with their numbers of leaves. */
  readonly #subtrees: { readonly width: number; readonly hash: Buffer }[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(leaf: Buffer): void {
    this.#size += 1;
    let added: { readonly width: number; readonly hash: Buffer } = { width: 1, hash: leaf };
    for (let last = this.#subtrees.at(-1); last?.width === added.width; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      added = { width: 2 * added.width, hash: hashNode(last.hash, added.hash) };
    }
    this.#subtrees.push(added);
  }

  root(): Buffer {
    const [last, ...others] = this.#subtrees.toReversed();
    if (!last) return createHash('sha256').digest();
    return others.reduce<Buffer>((hash, subtree) => hashNode(subtree.hash, hash), last.hash);
  }
}

function isPowerOfTwo(number: number): boolean {
  return Number.isInteger(Math.log2(number));
}

/** Returns the largest power of two that is smaller than a number greater than 1. */
function largestPowerBelow(number: number): number {
  return 2 ** (Math.ceil(Math.log2(number)) - 1);
}
