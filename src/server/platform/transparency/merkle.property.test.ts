import { createHash } from 'node:crypto';
import { assert, asyncProperty, constant, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConsistent, isIncludedByRfc } from '#test/support/log-proofs.ts';
import { hashLeaf, hashTile, isIncluded, MerkleTree, type ReadHashes, RootBuilder } from './merkle.ts';

/* Compared with the definitions of RFC 9162, section 2.1, written down as they are there. */

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** MTH of RFC 9162, section 2.1.1, over entries. */
function naiveRoot(entries: readonly Buffer[]): Buffer {
  const [first] = entries;
  if (!first) return sha256();
  if (entries.length === 1) return sha256(Uint8Array.of(0), first);
  const k = splitOf(entries.length);
  return sha256(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

/** PATH of RFC 9162, section 2.1.3.1. */
function naivePath(position: number, entries: readonly Buffer[]): Buffer[] {
  if (entries.length === 1) return [];
  const k = splitOf(entries.length);
  return position < k
    ? [...naivePath(position, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naivePath(position - k, entries.slice(k)), naiveRoot(entries.slice(0, k))];
}

/** SUBPROOF of RFC 9162, section 2.1.4.1. */
function naiveSubproof(earlier: number, entries: readonly Buffer[], isComplete: boolean): Buffer[] {
  if (earlier === entries.length) return isComplete ? [] : [naiveRoot(entries)];
  const k = splitOf(entries.length);
  return earlier <= k
    ? [...naiveSubproof(earlier, entries.slice(0, k), isComplete), naiveRoot(entries.slice(k))]
    : [...naiveSubproof(earlier - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))];
}

const entriesOf = (count: number) => Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at}`));

/** Stores the hashes of a log as the database does: leaves, and complete subtrees of 256 hashes. */
function storeHashes(entries: readonly Buffer[]): ReadHashes {
  const levels = [entries.map((entry) => hashLeaf(entry))];
  for (let last = levels[0] ?? []; last.length >= 256; last = levels.at(-1) ?? []) {
    const complete = Math.floor(last.length / 256);
    levels.push(Array.from({ length: complete }, (_, at) => hashTile(last.slice(at * 256, at * 256 + 256))));
  }
  return async (level, from, to) => (levels[level] ?? []).slice(from, to);
}

const sizeAndPosition = integer({ min: 1, max: 1_100 }).chain((size) =>
  record({ size: constant(size), position: nat({ max: size - 1 }) }),
);

describe('a tree over stored hashes', () => {
  test('has the root, inclusion and consistency proofs of the RFC', async () => {
    await assert(
      asyncProperty(sizeAndPosition, async ({ size, position }) => {
        const entries = entriesOf(size);
        const tree = new MerkleTree(size, storeHashes(entries));
        const root = await tree.root();
        expect(root).toEqual(naiveRoot(entries));

        const inclusion = await tree.proveInclusion(position);
        expect(inclusion).toEqual(naivePath(position, entries));
        const leaf = hashLeaf(entries[position] ?? '');
        expect(isIncluded({ position, size, leaf, root }, inclusion)).toBe(true);
        expect(isIncludedByRfc({ position, size, leaf, root }, inclusion)).toBe(true);

        const earlier = position + 1;
        const consistency = await tree.proveConsistency(earlier);
        expect(consistency).toEqual(naiveSubproof(earlier, entries, true));
        const earlierRoot = naiveRoot(entries.slice(0, earlier));
        expect(isConsistent({ size: earlier, root: earlierRoot }, { size, root }, consistency)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('gives proofs that hold for nothing else', async () => {
    await assert(
      asyncProperty(sizeAndPosition, nat(), async ({ size, position }, chosen) => {
        const entries = entriesOf(size);
        const tree = new MerkleTree(size, storeHashes(entries));
        const [root, proof] = [await tree.root(), await tree.proveInclusion(position)];
        const claim = { position, size, leaf: hashLeaf(entries[position] ?? ''), root };
        const altered = proof.map((hash, at) => (at === chosen % proof.length ? sha256(hash) : hash));
        expect(isIncluded(claim, altered)).toBe(proof.length === 0);
        expect(isIncluded({ ...claim, leaf: hashLeaf('another') }, proof)).toBe(false);
        expect(isIncluded({ ...claim, position: (position + 1) % (size + 1) }, proof)).toBe(false);
        expect(isIncluded(claim, [...proof, root])).toBe(false);
        expect(isIncluded(claim, proof.slice(1))).toBe(proof.length === 0);
      }),
      { numRuns: 60 },
    );
  });

  test('reads few tiles of a large log', async () => {
    const entries = entriesOf(70_000);
    const read = storeHashes(entries);
    let tiles = 0;
    const tree = new MerkleTree(entries.length, (...range) => {
      tiles += 1;
      return read(...range);
    });
    const builder = new RootBuilder();
    for (const entry of entries) builder.add(hashLeaf(entry));
    const root = await tree.root();
    expect(root).toEqual(builder.root());
    const leaf = hashLeaf(entries[12_345] ?? '');
    const claim = { position: 12_345, size: entries.length, leaf, root };
    expect(isIncludedByRfc(claim, await tree.proveInclusion(12_345))).toBe(true);
    expect(tiles).toBeLessThanOrEqual(5);
  });

  test.each([-1, 3, 4])('has no proof for the position %i of three entries', async (position) => {
    await expect(new MerkleTree(3, storeHashes(entriesOf(3))).proveInclusion(position)).rejects.toThrow(
      RangeError,
    );
  });

  test.each([0, 4])('has no consistency proof from the size %i to three entries', async (size) => {
    await expect(new MerkleTree(3, storeHashes(entriesOf(3))).proveConsistency(size)).rejects.toThrow(
      RangeError,
    );
  });
});

test('a root can be built leaf by leaf', () => {
  assert(
    property(integer({ min: 0, max: 600 }), (size) => {
      const builder = new RootBuilder();
      for (const entry of entriesOf(size)) builder.add(hashLeaf(entry));
      expect(builder.root()).toEqual(naiveRoot(entriesOf(size)));
    }),
  );
});
